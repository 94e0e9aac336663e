import { describe, expect, it } from '@jest/globals';
import { lookIndex } from '@flagpost/contracts';
import fc from 'fast-check';
import { markColumns, type MarkScale } from './car-columns.js';
import { createKeptMarks, type KeptMarks, type MarkData } from './kept-marks.js';
import { movingCars } from './testing/moving-cars.js';
import type { LiveCarsBuffer } from './types.js';

const SCALE: MarkScale = { dots: false, dotPx: 14 };
const NONE: ReadonlySet<number> = new Set();
const MARKED = { selected: NONE, leaders: NONE };

const field = (count: number): LiveCarsBuffer => movingCars(Array.from({ length: count }, () => 'default'));
const keeper = (): ((cars: LiveCarsBuffer, unacknowledged?: ReadonlySet<number>) => KeptMarks) => {
  const keep = createKeptMarks();
  return (cars, unacknowledged = NONE) => keep(cars, SCALE, MARKED, unacknowledged, false);
};
/** The attributes that are other objects than before. */
const sent = (before: MarkData, after: MarkData): string[] =>
  Object.keys(after.attributes).filter((name) => before.attributes[name] !== after.attributes[name]);

describe('the marks of a map, from one drawing to the next', () => {
  it('are the same data if nothing has changed', () => {
    const [cars, keep] = [field(3), keeper()];
    const first = keep(cars);
    const second = keep(cars);
    expect(second.discs).toBe(first.discs);
    expect(second.wedges).toBe(first.wedges);
  });

  it('send only where they are if cars have moved', () => {
    const [cars, keep] = [field(3), keeper()];
    const first = keep(cars);
    cars.nextLat[1] = 44.002;
    const second = keep(cars);
    expect(sent(first.discs, second.discs)).toEqual(['getPosition', 'getNextPosition', 'getSpan']);
    expect(second.discs.attributes['getNextPosition']?.value[3]).toBe(44.002);
  });

  it('send nothing for a car that is told once more to be where it is', () => {
    const [cars, keep] = [field(1), keeper()];
    for (const column of [cars.prevLat, cars.nextLat, cars.prevLng, cars.nextLng]) column.fill(44);
    for (const column of [cars.prevHeadingDeg, cars.nextHeadingDeg]) column.fill(90);
    const first = keep(cars);
    cars.prevTimeS[0] = 11;
    cars.nextTimeS[0] = 12;
    expect(keep(cars).discs).toBe(first.discs);
  });

  it('send all of them if one has another look', () => {
    const [cars, keep] = [field(3), keeper()];
    const first = keep(cars);
    cars.look[0] = lookIndex('sos');
    const second = keep(cars);
    expect(sent(first.discs, second.discs)).toHaveLength(7);
    expect(keep(cars, new Set([1])).pulses.length).toBe(1);
  });

  it('are those of the cars as they are now, whatever came before', () => {
    const change = fc.record({
      car: fc.nat(4),
      look: fc.constantFrom('default', 'stopped', 'offline', 'sos' as const).map(lookIndex),
      stopped: fc.nat(1),
      visible: fc.nat(1),
      lat: fc.constantFrom(44, 44.5, NaN),
      headingDeg: fc.constantFrom(0, 180, NaN),
      timeS: fc.nat(3),
      isAcknowledged: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const [cars, keep] = [field(5), keeper()];
        const open = new Set([2]);
        for (const { car, look, stopped, visible, lat, headingDeg, timeS, isAcknowledged } of changes) {
          cars.look[car] = look;
          cars.stopped[car] = stopped;
          cars.visible[car] = visible;
          cars.nextLat[car] = lat;
          cars.nextHeadingDeg[car] = headingDeg;
          cars.nextTimeS[car] = timeS;
          const unacknowledged = isAcknowledged ? NONE : open;
          const kept = keep(cars, unacknowledged);
          const made = markColumns(cars, SCALE, MARKED, unacknowledged);
          for (const name of ['discs', 'wedges', 'pulses'] as const) {
            expect(kept[name].length).toBe(made[name].length);
            expect(kept[name].attributes['getNextPosition']?.value).toEqual(made[name].nextPositions);
            expect(kept[name].attributes['getSpan']?.value).toEqual(made[name].spans);
            expect(kept[name].attributes['getCell']?.value).toEqual(made[name].cells);
            expect(kept[name].attributes['getGlyphs']?.value).toEqual(made[name].glyphs);
          }
        }
      }),
    );
  });
});
