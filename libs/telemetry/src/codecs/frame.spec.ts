import { describe, expect, it } from '@jest/globals';
import { liveFrame, type LiveCar, type LiveFrame } from '@flagpost/contracts';
import fc from 'fast-check';
import { createFrameReader, decodeFrame, encodeFrame } from './frame.js';

const now = Date.UTC(2026, 4, 9, 8);
const step = (min: number, max: number, unit: number) =>
  fc.integer({ min: min * unit, max: max * unit }).map((steps) => steps / unit);
const orNull = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(some, { nil: null });
const time = fc.integer({ min: 0, max: now + 86_400_000 });
const lapMs = orNull(fc.integer({ min: 0, max: 86_400_000 }));

/** A car at the precision that frames keep. */
const car: fc.Arbitrary<LiveCar> = fc
  .record({
    invitationId: fc.integer({ min: 1, max: 2 ** 40 }),
    receivedAt: orNull(time),
    t: time,
    lat: step(-90, 90, 1e6),
    lng: step(-180, 180, 1e6),
    speedKph: step(0, 600, 10),
    headingDeg: orNull(fc.integer({ min: 0, max: 359 })),
    battery: orNull(fc.integer({ min: 0, max: 100 })),
    lapEpoch: fc.nat(),
    counter: fc.nat(),
    lastLapMs: lapMs,
    bestLapMs: lapMs,
    offline: fc.boolean(),
    stopped: fc.boolean(),
    sos: fc.boolean(),
  })
  .map((some) => (some.receivedAt === null ? { ...some, t: null, lat: null, lng: null, speedKph: 0 } : some));
const frame: fc.Arbitrary<LiveFrame> = fc.record({
  eventId: fc.integer({ min: 1, max: 2 ** 40 }),
  serverTime: time,
  cars: fc.array(car, { maxLength: 30 }),
});

describe('packed frames', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(frame, (some) => {
        expect(decodeFrame(encodeFrame(some))).toEqual(some);
      }),
    );
  });

  it('take less than a fifth of JSON', () => {
    const cars = Array.from({ length: 200 }, (_, i): LiveCar => ({
      invitationId: 1000 + i,
      receivedAt: now - i,
      t: now - 300 - i,
      lat: (44_599_000 + i * 100) / 1e6,
      lng: (8_157_000 - i * 100) / 1e6,
      speedKph: 123.4,
      headingDeg: i,
      battery: 80,
      lapEpoch: 2,
      counter: 17,
      lastLapMs: 114_959,
      bestLapMs: 113_000,
      offline: false,
      stopped: false,
      sos: false,
    }));
    const some = { eventId: 12, serverTime: now, cars };
    expect(liveFrame.parse(decodeFrame(encodeFrame(some)))).toEqual(some);
    expect(encodeFrame(some).length).toBeLessThan(200 * 28);
    expect(encodeFrame(some).length * 5).toBeLessThan(JSON.stringify(some).length);
  });

  it('survive numbers that are none of a race', () => {
    const odd = { t: -1e300, speedKph: 1e300, battery: -4, headingDeg: 359.6 };
    fc.assert(
      fc.property(frame, (some) => {
        const cars = some.cars.map((one) => (one.receivedAt === null ? one : { ...one, ...odd }));
        const back = decodeFrame(encodeFrame({ ...some, cars }));
        expect(back.cars.map((one) => one.lat)).toEqual(cars.map((one) => one.lat));
      }),
    );
  });

  it('are read in place, without leaving the bounds of what was received', () => {
    fc.assert(
      fc.property(frame, fc.nat(), (some, cut) => {
        const bytes = encodeFrame(some);
        const padded = new Uint8Array(bytes.length + 8).fill(255);
        padded.set(bytes, 5);
        expect(decodeFrame(padded.subarray(5, 5 + bytes.length))).toEqual(some);
        expect(() => decodeFrame(bytes.subarray(0, cut % bytes.length))).toThrow(RangeError);
      }),
    );
  });

  it('are refused in a format that is not known', () => {
    expect(() => createFrameReader().open(Uint8Array.of(2, 1, 1))).toThrow(
      'Frame format 2 is not supported.',
    );
    expect(createFrameReader().next()).toBe(false);
  });

  it('never hang on bytes that are no frame', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeFrame(Uint8Array.of(1, ...bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
