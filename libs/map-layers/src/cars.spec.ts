import { describe, expect, it } from '@jest/globals';
import { CAR_LOOKS, type CarLook } from '@flagpost/contracts';
import { ALARM_CELL, ATLAS_GRID, atlasPlace, dotCell, SELECTION_CELL } from './car-atlas.js';
import { markColumns, markSizePx, roomPx } from './car-columns.js';
import { lngLatAt, progress, turn } from './motion.js';
import type { LiveCarsBuffer } from './types.js';

const buffer = (looks: CarLook[]): LiveCarsBuffer => {
  const count = looks.length;
  return {
    count,
    originMs: 0,
    ids: Int32Array.from(looks, (_, i) => i + 1),
    carNumbers: looks.map((_, i) => String(i + 1)),
    prevLat: new Float64Array(count).fill(44),
    prevLng: new Float64Array(count).fill(8),
    nextLat: new Float64Array(count).fill(44.001),
    nextLng: new Float64Array(count).fill(8.002),
    prevHeadingDeg: new Float32Array(count).fill(350),
    nextHeadingDeg: new Float32Array(count).fill(10),
    prevTimeS: new Float32Array(count).fill(10),
    nextTimeS: new Float32Array(count).fill(11),
    look: Uint8Array.from(looks, (look) => CAR_LOOKS.indexOf(look)),
    visible: new Uint8Array(count).fill(1),
    restsAtS: 11,
  };
};

const WIDE = 100;
const NARROW = 4;
const NONE: ReadonlySet<number> = new Set();
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
    const [lng, lat] = lngLatAt(buffer(['default']), 0, 10.5);
    expect(lng).toBeCloseTo(8.001, 9);
    expect(lat).toBeCloseTo(44.0005, 9);
  });
});

describe('the marks of the cars', () => {
  it('are drawn with dangers last, and those that nobody hears first', () => {
    const { discs } = markColumns(buffer(['sos', 'default', 801, 'stopped', 'offline']), WIDE, NONE, NONE);
    expect([...discs.cells.slice(0, discs.length)]).toEqual([
      cellOf('offline'),
      cellOf('default'),
      cellOf(801),
      cellOf('stopped'),
      ALARM_CELL,
      cellOf('sos'),
    ]);
  });

  it('leave out cars that are filtered or were never heard', () => {
    const cars = buffer(['default', 'default', 'default']);
    cars.visible[0] = 0;
    cars.nextLat[1] = NaN;
    const { discs, wedges } = markColumns(cars, WIDE, NONE, NONE);
    expect(discs.length).toBe(1);
    expect(wedges.length).toBe(1);
  });

  it('have no wedge where the heading is unknown', () => {
    const cars = buffer(['default']);
    cars.nextHeadingDeg[0] = NaN;
    expect(markColumns(cars, WIDE, NONE, NONE).wedges.length).toBe(0);
  });

  it('have a ring under each selected car', () => {
    const { discs } = markColumns(buffer(['default', 'default']), WIDE, new Set([2]), NONE);
    expect([...discs.cells.slice(0, discs.length)]).toEqual([13, SELECTION_CELL, 13]);
  });

  it('are drawn over others when selected, but under an SOS', () => {
    const { discs } = markColumns(buffer(['sos', 'default', 'stopped']), WIDE, new Set([2]), NONE);
    expect([...discs.cells.slice(0, discs.length)]).toEqual([
      cellOf('stopped'),
      SELECTION_CELL,
      cellOf('default'),
      ALARM_CELL,
      cellOf('sos'),
    ]);
  });

  it('have a steady ring under an SOS, or a pulsing one while nobody has acknowledged it', () => {
    const cars = buffer(['sos', 'sos']);
    const { discs, pulses } = markColumns(cars, WIDE, NONE, new Set([1]));
    expect([...discs.cells.slice(0, discs.length)]).toEqual([cellOf('sos'), ALARM_CELL, cellOf('sos')]);
    expect(pulses.length).toBe(1);
    expect(pulses.sizes[0]).toBe(discs.sizes[1]);
  });

  it('do not pulse for a car that is not in SOS', () => {
    expect(markColumns(buffer(['default']), WIDE, NONE, new Set([1])).pulses.length).toBe(0);
  });

  it('shrink to dots without a wedge where there is no room, but for dangers', () => {
    const { discs, wedges } = markColumns(buffer(['default', 'stopped', 'sos']), NARROW, NONE, NONE);
    expect([...discs.cells.slice(0, discs.length)]).toEqual([
      dotCell(cellOf('default')),
      cellOf('stopped'),
      ALARM_CELL,
      cellOf('sos'),
    ]);
    expect(wedges.length).toBe(2);
    expect(markSizePx(cellOf('sos'), NARROW)).toBe(markSizePx(cellOf('sos'), WIDE));
    expect(markSizePx(cellOf('default'), NARROW)).toBeLessThan(markSizePx(cellOf('stopped'), NARROW));
    expect(markSizePx(cellOf('sos'), WIDE)).toBeCloseTo(markSizePx(cellOf('default'), WIDE) * 1.5);
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
