import { describe, expect, it } from '@jest/globals';
import { CAR_LOOKS, type CarLook } from '@flagpost/contracts';
import { SELECTION_CELL } from './car-atlas.js';
import { markColumns, markSizePx } from './car-columns.js';
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
  it('are drawn with dangers last', () => {
    const { discs } = markColumns(buffer(['sos', 'default', 801, 'stopped', 'offline']), 14, new Set());
    expect([...discs.cells.slice(0, discs.length)].map((cell) => CAR_LOOKS[cell])).toEqual([
      'default',
      'offline',
      801,
      'stopped',
      'sos',
    ]);
  });

  it('leave out cars that are filtered or were never heard', () => {
    const cars = buffer(['default', 'default', 'default']);
    cars.visible[0] = 0;
    cars.nextLat[1] = NaN;
    const { discs, wedges } = markColumns(cars, 14, new Set());
    expect(discs.length).toBe(1);
    expect(wedges.length).toBe(1);
  });

  it('have no wedge where the heading is unknown', () => {
    const cars = buffer(['default']);
    cars.nextHeadingDeg[0] = NaN;
    expect(markColumns(cars, 14, new Set()).wedges.length).toBe(0);
  });

  it('have a ring under each selected car', () => {
    const { discs } = markColumns(buffer(['default', 'default']), 14, new Set([2]));
    expect([...discs.cells.slice(0, discs.length)]).toEqual([13, SELECTION_CELL, 13]);
  });

  it('shrink when zoomed out, but for an SOS', () => {
    const sos = CAR_LOOKS.indexOf('sos');
    const plain = CAR_LOOKS.indexOf('default');
    expect(markSizePx(sos, 3)).toBe(markSizePx(sos, 16));
    expect(markSizePx(plain, 3)).toBeLessThan(markSizePx(plain, 16) / 2);
    expect(markSizePx(sos, 16)).toBeCloseTo(markSizePx(plain, 16) * 1.5);
  });
});
