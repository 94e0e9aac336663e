import { describe, expect, it } from '@jest/globals';
import { RACE } from '@flagpost/contracts';
import fc from 'fast-check';
import { engineWith, live, send } from '../testing/play.js';
import { BEGAN, EVENT, fix, key, raceSetup, setupCar } from '../testing/race-scene.js';
import { createEngine } from './engine.js';

describe('frames', () => {
  it('hold what changed, and each car at least every 5 s', () => {
    const engine = engineWith(raceSetup(2));
    engine.sweep(BEGAN);
    send(engine, [fix(0, 0, 500)]);
    const ids = (ms: number) =>
      engine.takeFrames(BEGAN + ms).flatMap((f) => f.cars.map((car) => car.invitationId));
    expect(ids(0).sort()).toEqual([1, 2]);
    expect(ids(100)).toEqual([]);
    send(engine, [fix(200, 0, 501), fix(400, 0, 502)], 2);
    expect(ids(400)).toEqual([2]);
    expect(ids(5000)).toEqual([1]);
    expect(ids(5400)).toEqual([2]);
  });

  it('hold exactly the cars that changed or were last sent 5 s ago, whichever send and when', () => {
    const sends = fc.array(
      fc.record({ ms: fc.integer({ min: 0, max: 30_000 }), car: fc.integer({ min: 1, max: 6 }) }),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(sends, fc.integer({ min: 70, max: 900 }), (sent, everyMs) => {
        const engine = engineWith(raceSetup(6));
        engine.sweep(BEGAN);
        const waiting = sent.toSorted((a, b) => a.ms - b.ms);
        const lastSent = new Map<number, number>();
        for (let ms = 0; ms < 32_000; ms += everyMs) {
          const changed = new Set<number>();
          for (let next = waiting[0]; next !== undefined && next.ms <= ms; next = waiting[0]) {
            waiting.shift();
            send(engine, [fix(next.ms, 0, 500)], next.car);
            changed.add(next.car);
          }
          const due = [1, 2, 3, 4, 5, 6].filter(
            (car) => changed.has(car) || !(ms - (lastSent.get(car) ?? -Infinity) < RACE.wholeStateEveryMs),
          );
          const cars = engine.takeFrames(BEGAN + ms).flatMap((frame) => frame.cars);
          expect(cars.map(({ invitationId }) => invitationId).toSorted()).toEqual(due);
          for (const car of due) lastSent.set(car, ms);
        }
      }),
    );
  });

  it('leave out a car that is no longer authorised, but for its SOS', () => {
    const engine = engineWith(raceSetup(1));
    send(engine, [fix(0, 0, 500)]);
    expect(live(engine, 0)).toBeDefined();
    engine.setup(EVENT, raceSetup(1, { cars: [setupCar(1, { authorized: false })] }));
    engine.sweep(BEGAN + 20_000);
    expect(live(engine, 20_000)).toBeUndefined();
    send(engine, [{ receivedAt: BEGAN + 21_000, signal: { type: 'sos' } }]);
    expect(live(engine, 21_000)?.sos).toBe(true);
    send(engine, [{ receivedAt: BEGAN + 22_000, signal: { type: 'sosCleared' } }]);
    expect(live(engine, 22_000)?.sos).toBe(false);
    expect(live(engine, 30_000)).toBeUndefined();
  });

  it('are of the cars this engine answers for', () => {
    const engine = createEngine({ owns: (name) => name === key(2) });
    engine.setup(EVENT, raceSetup(3));
    engine.sweep(BEGAN);
    expect(engine.takeFrames(BEGAN)[0]?.cars.map((car) => car.invitationId)).toEqual([2]);
  });
});
