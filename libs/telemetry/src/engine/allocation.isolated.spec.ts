import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import type { PositionInput } from '@flagpost/contracts';
import { engineWith } from '../testing/play.js';
import { BEGAN, key, place, raceSetup } from '../testing/race-scene.js';

const CARS = 24;
const LAP_S = 90;
const WARM_UP = 200_000;
const ROUND = 20_000;
const ROUNDS_AT_MOST = 300;

/** Less than one boxed number a fix. Not zero: the measurement itself takes a little. */
const BYTES_A_FIX = 8;

it('allocates nothing for a fix, once warm', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // Longer than all rounds together: an input after the race is not accepted.
  const engine = engineWith(raceSetup(CARS, { finishesAt: BEGAN + 100 * 3_600_000 }));
  const keys = Array.from({ length: CARS }, (_, i) => key(i + 1));
  /** Round a circle beside the finish, which states nothing: facts are made, and are few. */
  const track = Array.from({ length: LAP_S }, (_, i) => {
    const angle = (i / LAP_S) * 2 * Math.PI;
    return place(600 * Math.cos(angle), 900 + 600 * Math.sin(angle));
  });
  const input = { receivedAt: 0, t: 0, lat: 0, lng: 0, speedKph: 150.5 } satisfies PositionInput;
  let second = 0;
  let accepted = 0;
  const drive = (fixes: number): void => {
    for (let i = 0; i < fixes; i += 1) {
      const car = i % CARS;
      if (car === 0) second += 1;
      const at = track[second % LAP_S];
      input.receivedAt = BEGAN + second * 1000;
      input.t = input.receivedAt - 120.5;
      input.lat = at?.lat ?? NaN;
      input.lng = at?.lng ?? NaN;
      if (engine.apply(keys[car] ?? '', input) === 'accepted') accepted += 1;
    }
  };

  drive(WARM_UP);
  // When the compiler has done its part is for it to say: one round without garbage shows that none has to be made.
  let rounds = 0;
  let bytesAFix = Infinity;
  for (; bytesAFix >= BYTES_A_FIX && rounds < ROUNDS_AT_MOST; rounds += 1) {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    drive(ROUND);
    bytesAFix = Math.abs(process.memoryUsage().heapUsed - before) / ROUND;
  }
  expect(accepted).toBe(WARM_UP + rounds * ROUND);
  expect(bytesAFix).toBeLessThan(BYTES_A_FIX);
});
