import { describe, expect, it } from '@jest/globals';
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
