import { RACE } from '@flagpost/contracts';

/**
 * Whether silence of cars means anything now. It does not while inputs could not be stored, nor for a while after: who
 * was refused has to come again first.
 */
export interface Silence {
  /** The topics answered a question asked at `now`. False: nobody is to be taken for silent. */
  answered(now: number): boolean;
}

/** Unanswered, or asleep, for longer than this is an outage. */
const OUTAGE_MS = 5_000;

export const watchSilence = (): Silence => {
  let last: number | null = null;
  let quietUntil = -Infinity;
  return {
    answered(now) {
      if (last !== null && now - last > OUTAGE_MS) quietUntil = now + RACE.afterOutageMs;
      last = now;
      return now >= quietUntil;
    },
  };
};
