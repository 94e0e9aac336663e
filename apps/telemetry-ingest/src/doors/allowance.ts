import { DOOR } from '@flagpost/contracts';
import { boundedMap, type Clock } from '@flagpost/platform';

/** How much each car may still send: one that floods its door waits, before others have to. */
export interface Allowance {
  /** Takes a message of so many inputs; how long its sender has to wait, s, where it is not let in. 0: it is. */
  take(car: string, inputs: number): number;
}

interface Purse {
  /** Inputs; below 0 after a message that was larger than what was left. */
  left: number;
  at: number;
}

/** Cars; beyond them the one that sent longest ago is forgotten, and may send everything again. */
const MAX_KNOWN = 20_000;

/**
 * Inputs come back at `DOOR.inputsPerS`, up to `DOOR.inputsAtOnce`. Who has any left may send a whole message, so that the
 * largest backlog gets through; what it is over has to come back first.
 */
export const createAllowance = (clock: Clock): Allowance => {
  const purses = boundedMap<string, Purse>(MAX_KNOWN);

  const purseOf = (car: string): Purse => {
    const known = purses.get(car);
    if (known !== undefined) return known;
    const purse = { left: DOOR.inputsAtOnce, at: clock.now() };
    purses.set(car, purse);
    return purse;
  };

  return {
    take(car, inputs) {
      const purse = purseOf(car);
      const now = clock.now();
      const back = (Math.max(0, now - purse.at) / 1_000) * DOOR.inputsPerS;
      purse.left = Math.min(DOOR.inputsAtOnce, purse.left + back);
      purse.at = now;
      if (purse.left < 1) return Math.ceil((1 - purse.left) / DOOR.inputsPerS);
      // A message that held nothing was read all the same.
      purse.left -= Math.max(1, inputs);
      return 0;
    },
  };
};
