import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  benches,
  committedPictures,
  comparisonsOf,
  number,
  page,
  pictures,
  withFigures,
} from './performance-table.js';

it('docs/performance.md has the figures of bench/results, and of nothing else', async () => {
  expect(await withFigures(page())).toBe(page());
});

it('the pictures of docs/performance are drawn from bench/results', () => {
  expect(committedPictures()).toEqual(pictures());
});

it.each([...pictures().keys()])('docs/performance.md shows the picture %s', (name) => {
  expect(page()).toContain(`(performance/${name})`);
});

it.each(benches)('docs/performance.md has a row for the bench %s', (name) => {
  expect(page()).toMatch(new RegExp(`^\\| \`${name}\` `, 'm'));
});

it.each(benches)('docs/performance.md tells what limits the bench %s', (name) => {
  expect(page()).toMatch(new RegExp(`^- \`${name}\`: `, 'm'));
});

describe('docs/scale.md', () => {
  interface Figure {
    readonly median: number;
    readonly lowest: number;
    readonly highest: number;
  }
  interface Comparison {
    readonly what: string;
    readonly ours: Figure & { readonly also?: Readonly<Record<string, Figure>> };
  }
  const FIXES_PER_S = 1_000_000;
  const LAPS_PER_S = 8_333;
  /** The first comparison of a bench whose load is this; without one its own. */
  const measured = (bench: string, load = /^/): Comparison['ours'] =>
    (comparisonsOf(bench) as readonly Comparison[]).find(({ what }) => load.test(what))!.ours;
  const parts = (ours: Comparison['ours'], ...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + ours.also![`part ${name}, µs`]!.median, 0);

  it.each([
    [
      'doors',
      () => {
        const ours = measured('arrivals', /^the parts of a fix/);
        const us = parts(ours, 'http', 'door', 'commit');
        const cores = Math.round((us * FIXES_PER_S) / 1e6);
        const door = measured('door').median;
        return [
          `${number(us)} µs of a core`,
          `of ${number(ours.median)} µs`,
          `${cores} cores, ${2 * cores} planned`,
          `${number(door)} fixes a second`,
          `${Math.round(FIXES_PER_S / door)} cores of doors`,
        ];
      },
    ],
    [
      'telemetry-ingest',
      () => {
        const ours = measured('ingest').median;
        const ofMany = measured('ingest', /^10000 cars/).median;
        return [
          number(ours),
          number(ofMany),
          `${Math.round(FIXES_PER_S / ours)} cores`,
          `each ${Math.round(FIXES_PER_S / ofMany)}`,
        ];
      },
    ],
    [
      'memory of telemetry-ingest',
      () => [`${number(measured('memory').lowest)} to ${number(measured('memory').highest)} MB`],
    ],
    [
      'history',
      () => {
        const road = measured('history', /^both of Road America at 1 Hz/).median;
        const rally = measured('history', /^both of Rally Finland at 1 Hz/).median;
        const bytesPerS = Math.max(road, rally) * FIXES_PER_S;
        return [
          `${number(road)} to ${number(rally)} bytes`,
          `${Math.round(bytesPerS / 1e6)} MB a second`,
          `${number(Math.round((bytesPerS * 86_400) / 1e11) / 10)} TB a day`,
        ];
      },
    ],
    [
      'laps and other facts as events',
      () => {
        const cores = measured('command', /^1000 flags a second/).also!['CPU of the server, cores']!.median;
        const needed = Math.round((LAPS_PER_S / 1_000) * cores);
        return [
          `${number(measured('append').median)} appends`,
          `${cores.toFixed(1)} ms of a core`,
          `${needed} cores, ${2 * needed} planned`,
        ];
      },
    ],
    ['views', () => [`${number(measured('rebuild').median)} events a second`]],
    [
      'rebuilding views',
      () => [`${Math.round((LAPS_PER_S * 86_400) / measured('rebuild').median / 60)} minutes`],
    ],
  ])('computes %s from bench/results', (part, figures) => {
    const row = readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`| ${part} `));
    expect(figures().filter((figure) => row?.includes(figure) !== true)).toEqual([]);
  });
});
