import { describe, expect, it } from '@jest/globals';
import { engineWith, live, send } from '../testing/play.js';
import { BEGAN, EVENT, fix, key, place, raceSetup, setupCar } from '../testing/race-scene.js';
import { createEngine } from './engine.js';

describe('a fix', () => {
  it('moves the car and is shown with what the device left out', () => {
    const engine = engineWith();
    expect(send(engine, [fix(0, -300, 0), fix(1000, -270, 0)])).toEqual(['accepted', 'accepted']);
    const car = live(engine, 1000);
    expect(car?.speedKph).toBeCloseTo(108, 1);
    expect(car?.headingDeg).toBeCloseTo(90, 1);
    expect(car).toMatchObject({ receivedAt: BEGAN + 1000, offline: false, stopped: false, counter: 0 });
  });

  it('is dropped and counted by its reason, and changes nothing', () => {
    const engine = engineWith();
    send(engine, [fix(0, 0, 500)]);
    const before = live(engine, 0);
    expect(
      send(engine, [
        fix(100, 0, 500, { lat: 90.1 }),
        fix(200, 0, 500, { lng: -181 }),
        { receivedAt: BEGAN + 300, lat: 44 },
        fix(400, 0, 501, { t: BEGAN + 60_401 }),
        fix(500, 0, 600),
        fix(0, 0, 501),
        fix(600, 0, 500, { t: BEGAN - 1 }),
      ]),
    ).toEqual([
      'invalidCoordinates',
      'invalidCoordinates',
      'invalidCoordinates',
      'clockAhead',
      'jump',
      'repeated',
      'late',
    ]);
    expect(live(engine, 6000)).toEqual({ ...before });
    expect(engine.counts).toMatchObject({
      invalidCoordinates: 3,
      clockAhead: 1,
      jump: 1,
      repeated: 1,
      late: 1,
    });
  });

  it('is judged by its speed: 600 km/h is driving, more is a jump', () => {
    expect(send(engineWith(), [fix(0, 0, 500), fix(3600, 0, 1099)])).toEqual(['accepted', 'accepted']);
    expect(send(engineWith(), [fix(0, 0, 500), fix(3600, 0, 1101)])).toEqual(['accepted', 'jump']);
  });

  it('without a device time takes receivedAt', () => {
    const engine = engineWith();
    const { t: _, ...input } = fix(4000, 0, 500);
    expect(engine.apply(key(1), input)).toBe('accepted');
    expect(live(engine, 4000)?.t).toBe(BEGAN + 4000);
  });

  it('is the new truth where three dropped ones in a row agree', () => {
    const engine = engineWith();
    const far = [fix(1000, 9000, 0), fix(2000, 9030, 0), fix(3000, 9060, 0), fix(4000, 9090, 0)];
    expect(send(engine, [fix(0, 0, 500), ...far])).toEqual([
      'accepted',
      'jump',
      'jump',
      'accepted',
      'accepted',
    ]);
    expect(live(engine, 4000)).toMatchObject({ ...place(9090, 0), headingDeg: expect.closeTo(90, 1) });
    const other = engineWith();
    const scattered = [fix(1000, 9000, 0), fix(2000, -9000, 0), fix(3000, 9060, 0), fix(4000, 0, 510)];
    expect(send(other, [fix(0, 0, 500), ...scattered])).toEqual([
      'accepted',
      'jump',
      'jump',
      'jump',
      'accepted',
    ]);
  });

  it('of a clock that stays wrong is the new truth, and so is the clock put right', () => {
    const engine = engineWith();
    const ahead = [1, 2, 3, 4].map((s) => fix(s * 1000, s * 20, 500, { t: BEGAN + s * 1000 + 300_000 }));
    expect(send(engine, [fix(0, 0, 500), ...ahead])).toEqual([
      'accepted',
      'clockAhead',
      'clockAhead',
      'accepted',
      'accepted',
    ]);
    expect(
      send(
        engine,
        [5, 6, 7, 8].map((s) => fix(s * 1000, s * 20, 500)),
      ),
    ).toEqual(['late', 'late', 'accepted', 'accepted']);
  });

  it('of an event that is unpublished, has not begun or is past, or of an unauthorised car leaves no state', () => {
    const engine = engineWith(raceSetup(1, { cars: [setupCar(1), setupCar(2, { authorized: false })] }));
    expect(engine.apply(key(2), fix(0, 0, 500))).toBe('unauthorized');
    expect(engine.apply(key(1), fix(-1, 0, 500))).toBe('notBegun');
    expect(engine.apply(key(1), fix(24 * 3_600_000 + 1, 0, 500))).toBe('pastEvent');
    engine.sweep(BEGAN);
    expect(engine.takeFrames(BEGAN)).toMatchObject([
      { cars: [{ invitationId: 1, receivedAt: null, offline: true }] },
    ]);
    engine.setup(EVENT, raceSetup(1, { published: false }));
    expect(engine.apply(key(1), fix(1, 0, 500))).toBe('unpublished');
    expect(engine.takeFrames(BEGAN)).toEqual([]);
  });

  it('of an event that is unknown is for the caller to hold', () => {
    const engine = createEngine();
    expect(engine.knows(EVENT)).toBe(false);
    expect(engine.apply(key(1), fix(0, 0, 500))).toBe('unknownEvent');
    engine.setup(EVENT, raceSetup(1));
    expect(engine.knows(EVENT)).toBe(true);
    engine.setup(EVENT, null);
    expect(engine.knows(EVENT)).toBe(false);
  });
});

describe('offline and stopped', () => {
  it('a car is offline when nothing was received for more than 15 s', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [fix(0, 0, 500)]);
    engine.sweep(BEGAN + 15_000);
    expect(live(engine, 15_000)?.offline).toBe(false);
    engine.sweep(BEGAN + 15_001);
    expect(live(engine, 15_001)?.offline).toBe(true);
    send(engine, [fix(16_000, 0, 500)]);
    expect(live(engine, 16_000)?.offline).toBe(false);
  });

  it('a competitor never heard is offline', () => {
    const engine = engineWith(raceSetup(2));
    engine.sweep(BEGAN + 1000);
    expect(engine.takeFrames(BEGAN + 1000)[0]?.cars.map((car) => [car.offline, car.lat])).toEqual([
      [true, null],
      [true, null],
    ]);
  });

  it('a car is stopped after 10 s within 30 m of where it first was', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [fix(0, 0, 500), fix(5000, 29, 500), fix(9999, 28.9, 500)]);
    expect(live(engine, 9999)?.stopped).toBe(false);
    send(engine, [fix(10_000, 29, 500)]);
    expect(live(engine, 10_000)?.stopped).toBe(true);
    send(engine, [fix(11_000, 31, 500)]);
    expect(live(engine, 11_000)?.stopped).toBe(false);
    send(engine, [fix(21_000, 60, 500)]);
    expect(live(engine, 21_000)?.stopped).toBe(true);
  });
});
