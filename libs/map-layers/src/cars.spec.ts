import { describe, expect, it } from '@jest/globals';
import { CAR_LOOKS, type CarLook } from '@flagpost/contracts';
import {
  ALARM_CELL,
  ATLAS_GRID,
  atlasPlace,
  badgeCell,
  DISC_SHARE,
  dotCell,
  SELECTION_CELL,
} from './car-atlas.js';
import { markColumns, markScale, markSizePx, RANK, roomPx, type MarkScale } from './car-columns.js';
import { shownGlyphs, numbersOfField } from './car-numbers.js';
import { lngLatAt, progress, turn } from './motion.js';
import { movingCars } from './testing/moving-cars.js';

const WIDE: MarkScale = { dots: false, dotPx: 14 };
const NARROW: MarkScale = { dots: true, dotPx: 14 };
const NONE: ReadonlySet<number> = new Set();
const UNMARKED = { selected: NONE, leaders: NONE };
const choosing = (...ids: number[]) => ({ selected: new Set(ids), leaders: NONE });
const cellOf = (look: CarLook): number => CAR_LOOKS.indexOf(look);

describe('the motion of a car', () => {
  it('runs from fix to fix and never beyond', () => {
    expect([9, 10, 10.5, 11, 99].map((timeS) => progress(timeS, 10, 11))).toEqual([0, 0, 0.5, 1, 1]);
  });

  it('places a car whose times are equal', () => {
    expect(progress(0, 10, 10)).toBe(1);
  });

  it('turns the short way round', () => {
    expect(turn(350, 10, 0.5)).toBeCloseTo(0);
    expect(turn(10, 350, 0.5)).toBeCloseTo(0);
    expect(turn(90, 180, 0.5)).toBeCloseTo(135);
  });

  it('finds a car where it is drawn', () => {
    const [lng, lat] = lngLatAt(movingCars(['default']), 0, 10.5);
    expect(lng).toBeCloseTo(8.001, 9);
    expect(lat).toBeCloseTo(44.0005, 9);
  });
});

describe('the marks of the cars', () => {
  it('are drawn with dangers last: no running car covers one that is stopped, silent or in SOS', () => {
    const { discs } = markColumns(
      movingCars(['sos', 'default', 801, 'stopped', 'offline']),
      WIDE,
      UNMARKED,
      NONE,
    );
    expect([...discs.cells.slice(0, discs.length)]).toEqual([
      cellOf('default'),
      cellOf(801),
      cellOf('offline'),
      cellOf('stopped'),
      ALARM_CELL,
      cellOf('sos'),
    ]);
  });

  it('leave out cars that are filtered or were never heard', () => {
    const cars = movingCars(['default', 'default', 'default']);
    cars.visible[0] = 0;
    cars.nextLat[1] = NaN;
    const { discs, wedges } = markColumns(cars, WIDE, UNMARKED, NONE);
    expect(discs.length).toBe(1);
    expect(wedges.length).toBe(1);
  });

  it('have no wedge where the heading is unknown', () => {
    const cars = movingCars(['default']);
    cars.nextHeadingDeg[0] = NaN;
    expect(markColumns(cars, WIDE, UNMARKED, NONE).wedges.length).toBe(0);
  });

  it('have a ring under each selected car', () => {
    const { discs } = markColumns(movingCars(['default', 'default']), WIDE, choosing(2), NONE);
    expect([...discs.cells.slice(0, discs.length)]).toEqual([13, SELECTION_CELL, 13]);
  });

  it('are drawn over running cars when selected, but under stopped ones and an SOS', () => {
    const { discs } = markColumns(movingCars(['sos', 'default', 'stopped', 806]), WIDE, choosing(2), NONE);
    expect([...discs.cells.slice(0, discs.length)]).toEqual([
      cellOf(806),
      SELECTION_CELL,
      cellOf('default'),
      cellOf('stopped'),
      ALARM_CELL,
      cellOf('sos'),
    ]);
  });

  it('have a steady ring under an SOS, or a pulsing one while nobody has acknowledged it', () => {
    const cars = movingCars(['sos', 'sos']);
    const { discs, pulses } = markColumns(cars, WIDE, UNMARKED, new Set([1]));
    expect([...discs.cells.slice(0, discs.length)]).toEqual([cellOf('sos'), ALARM_CELL, cellOf('sos')]);
    expect(pulses.length).toBe(1);
    expect(pulses.sizes[0]).toBe(discs.sizes[1]);
  });

  it('keep a steady ring under a car that cleared an SOS which nobody has acknowledged', () => {
    const { discs, pulses } = markColumns(movingCars(['default']), WIDE, UNMARKED, new Set([1]));
    expect([...discs.cells.slice(0, discs.length)]).toEqual([ALARM_CELL, cellOf('default')]);
    expect(pulses.length).toBe(0);
  });

  it('do not pulse where motion is reduced', () => {
    const { discs, pulses } = markColumns(movingCars(['sos']), WIDE, UNMARKED, new Set([1]), true);
    expect([...discs.cells.slice(0, discs.length)]).toEqual([ALARM_CELL, cellOf('sos')]);
    expect(pulses.length).toBe(0);
  });

  it('shrink to dots without a wedge where there is no room, but for dangers', () => {
    const { discs, wedges } = markColumns(movingCars(['default', 'stopped', 'sos']), NARROW, UNMARKED, NONE);
    expect([...discs.cells.slice(0, discs.length)]).toEqual([
      dotCell(cellOf('default')),
      dotCell(cellOf('stopped')),
      ALARM_CELL,
      cellOf('sos'),
    ]);
    expect(wedges.length).toBe(1);
    const size = (rank: number, scale: MarkScale): number => markSizePx(rank, 2, scale);
    expect(size(RANK.sos, NARROW)).toBe(size(RANK.sos, WIDE));
    expect(size(RANK.running, NARROW)).toBeLessThan(size(RANK.stopped, NARROW));
    expect(size(RANK.stopped, NARROW)).toBeLessThan(size(RANK.running, WIDE));
    expect(size(RANK.sos, WIDE)).toBeCloseTo(size(RANK.running, WIDE) * 1.5);
  });

  it('keep the disc and the number of chosen cars and leaders where the others are dots', () => {
    const marked = { selected: new Set([2]), leaders: new Set([3]) };
    const { discs } = markColumns(movingCars(['default', 'default', 'default']), NARROW, marked, NONE);
    expect([...discs.cells.slice(0, discs.length)]).toEqual([
      dotCell(cellOf('default')),
      cellOf('default'),
      SELECTION_CELL,
      cellOf('default'),
    ]);
    const numbers = numbersOfField(['1', '2', '3']);
    const written = [...Array(discs.length).keys()].map((at) =>
      shownGlyphs(discs.glyphs[at * 2] ?? 0, discs.glyphs[at * 2 + 1] ?? 0)
        .map((glyph) => numbers.alphabet[glyph - 1])
        .join(''),
    );
    expect(written).toEqual(['', '3', '', '2']);
  });

  it('lie over running cars while they are stopped, whatever flag they show', () => {
    const cars = movingCars([801, 801]);
    cars.stopped[0] = 1;
    const { discs } = markColumns(cars, WIDE, choosing(2), NONE);
    expect([...discs.cells.slice(0, discs.length)]).toEqual([SELECTION_CELL, cellOf(801), cellOf(801)]);
  });

  it('are 30 px wide, 36 with three digits, and pills with more', () => {
    const cars = { ...movingCars(['default', 'default', 'default']), carNumbers: ['7', '107', '1077'] };
    const { discs } = markColumns(cars, WIDE, UNMARKED, NONE);
    const diameters = [...discs.sizes.slice(0, 3)].map((px) => Math.round(px * DISC_SHARE));
    expect(diameters).toEqual([30, 36, 30]);
    expect([...discs.stretches.slice(0, 2)]).toEqual([0, 0]);
    expect(discs.stretches[2]).toBeGreaterThan(0);
  });

  it('are discs as long as 1.2 of them fit between two neighbours', () => {
    const cars = movingCars(['default', 'default']);
    expect(markScale(cars, 36, 10).dots).toBe(false);
    expect(markScale(cars, 35.9, 10).dots).toBe(true);
    const longer = { ...cars, carNumbers: ['107', '108'] };
    expect(markScale(longer, 43.2, 10).dots).toBe(false);
    expect(markScale(longer, 43.1, 10).dots).toBe(true);
  });

  it('are wider than the track as dots', () => {
    const scale = markScale(movingCars(['default', 'default']), 1, 12);
    expect(markSizePx(RANK.running, 1, scale) * DISC_SHARE).toBeGreaterThan(12);
  });

  it('have as much room as the track leaves each car', () => {
    expect(roomPx(4000, 2, 20)).toBe(100);
    expect(roomPx(4000, 2, 2000)).toBe(1);
    expect(roomPx(0, 2, 0)).toBeGreaterThan(0);
  });

  it('each have a place of their own in the atlas', () => {
    const cells = [
      ...CAR_LOOKS.keys(),
      ...CAR_LOOKS.map((_, look) => dotCell(look)),
      ...CAR_LOOKS.map((_, look) => badgeCell(look)),
      SELECTION_CELL,
      ALARM_CELL,
    ];
    const places = cells.map((cell) => atlasPlace(cell));
    expect(new Set(places.map(String)).size).toBe(cells.length);
    for (const [column, row] of places) {
      expect(column).toBeLessThan(ATLAS_GRID.columns);
      expect(row).toBeLessThan(ATLAS_GRID.rows);
    }
  });
});
