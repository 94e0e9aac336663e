import { describe, expect, it } from '@jest/globals';
import { createTrails, TRAIL_S } from './trails.js';
import type { LiveCarsBuffer } from './types.js';

/** Cars on their way east, 7 alone unless told: at fix `k` all are at longitude 8 + k / 1000. */
const carAt = (
  k: number,
  more: { placed?: boolean; originMs?: number; ids?: number[] } = {},
): LiveCarsBuffer => {
  const { placed = false, originMs = 0, ids = [7] } = more;
  const timeS = k - originMs / 1000;
  const degrees = (value: number): Float64Array => Float64Array.from(ids, () => value);
  const figures = (value: number): Float32Array => Float32Array.from(ids, () => value);
  return {
    count: ids.length,
    originMs,
    ids: Int32Array.from(ids),
    carNumbers: ids.map(String),
    prevLat: degrees(44),
    prevLng: degrees(placed ? 8 + k / 1000 : 8 + (k - 1) / 1000),
    nextLat: degrees(44),
    nextLng: degrees(8 + k / 1000),
    prevHeadingDeg: figures(90),
    nextHeadingDeg: figures(90),
    prevTimeS: figures(placed ? timeS : timeS - 1),
    nextTimeS: figures(timeS),
    look: Uint8Array.from(ids, () => 0),
    stopped: new Uint8Array(1),
    visible: Uint8Array.from(ids, () => 1),
    restsAtS: timeS,
  };
};

const createRace = () => {
  const source = { buffer: carAt(0, { placed: true }) };
  const trails = createTrails(source);
  const hear = (buffer: LiveCarsBuffer): void => {
    source.buffer = buffer;
    trails.hear();
  };
  return { trails, hear };
};

const driven = (from: number, to: number) => {
  const race = createRace();
  for (let k = from; k <= to; k++) race.hear(carAt(k, { placed: k === from }));
  return race;
};

describe('a trail', () => {
  it('runs through the fixes that were heard, up to where the car is driving to', () => {
    const { length, from, to, spans } = driven(1, 5).trails.of(7);
    expect(length).toBe(4);
    expect(from[0]).toBeCloseTo(8.001, 9);
    expect(to[length * 2 - 2]).toBeCloseTo(8.005, 9);
    expect([...spans.slice(-2)]).toEqual([4, 5]);
    for (let k = 1; k < length; k++) expect(from[k * 2]).toBe(to[k * 2 - 2]);
  });

  it('has no segment around the world where a new snapshot writes the longitude of a car anew', () => {
    const { trails, hear } = createRace();
    const at = (k: number, lng: number): LiveCarsBuffer => {
      const buffer = carAt(k);
      const [prevLng, nextLng] = [lng - 0.0002, lng].map((deg) => Float64Array.of(deg));
      return { ...buffer, ...(prevLng && nextLng && { prevLng, nextLng }) };
    };
    for (const [k, lng] of [179.9999, 180.0001, -179.9997, -179.9995].entries()) hear(at(k + 1, lng));
    const { length, from, to } = trails.of(7);
    expect(length).toBeGreaterThan(1);
    for (let k = 0; k < length; k++)
      expect(Math.abs((to[k * 2] ?? NaN) - (from[k * 2] ?? NaN))).toBeLessThan(0.001);
  });

  it('shows the last minute and keeps no more', () => {
    const { length, spans } = driven(1, 500).trails.of(7);
    expect(spans[0]).toBeGreaterThan(500 - TRAIL_S);
    expect(length).toBeLessThanOrEqual(TRAIL_S);
    expect(length).toBeGreaterThan(TRAIL_S - 3);
  });

  it('begins anew where a car was placed', () => {
    const { trails, hear } = driven(1, 5);
    hear(carAt(20, { placed: true }));
    expect(trails.of(7).length).toBe(0);
    hear(carAt(21));
    expect(trails.of(7).length).toBe(1);
  });

  it('hears a fix once, and goes on over a new origin of times', () => {
    const { trails, hear } = driven(1, 5);
    hear(carAt(5));
    const later = carAt(6, { originMs: 4000 });
    hear(later);
    const { length, spans } = trails.of(7);
    expect(length).toBe(5);
    expect([...spans.slice(-2)]).toEqual([1, 2]);
  });

  it('is empty for a car that is not there', () => {
    const { trails, hear } = driven(1, 5);
    expect(trails.of(8).length).toBe(0);
    hear(carAt(6, { ids: [9] }));
    expect(trails.of(7).length).toBe(0);
  });

  it('stays with its car when others come and go around it', () => {
    const { trails, hear } = driven(1, 5);
    hear(carAt(6, { ids: [3, 7, 9] }));
    expect(trails.of(7).length).toBe(5);
    expect(trails.of(9).length).toBe(1);
    hear(carAt(7, { ids: [9, 7] }));
    expect(trails.of(7).length).toBe(6);
    expect(trails.of(3).length).toBe(0);
  });
});
