import { DOOR } from '@flagpost/contracts';
import { boundedMap } from '@flagpost/platform';

/** Limits how much each car may send or ask, so that one that floods its door waits before others have to. */
export interface RateLimit {
  /**
   * Takes tokens for a message of so many inputs, received at `now` (epoch ms; an earlier one than before refills nothing).
   * Returns 0, or the time in s after which to retry.
   */
  take(car: string, inputs: number, now: number): number;
}

export interface Rate {
  readonly perS: number;
  readonly atOnce: number;
}

/** Of what a car sends, at the doors together and by the bridge. */
export const INPUT_RATE: Rate = { perS: DOOR.inputsPerS, atOnce: DOOR.inputsAtOnce };

interface TokenBucket {
  /** Inputs; below 0 after a message that was larger than the rest. */
  left: number;
  at: number;
}

/** Cars; beyond them the least recently used bucket is dropped, and its car may send a full burst again. */
const MAX_KNOWN = 20_000;

/**
 * A token bucket per car: refilled at `perS`, up to `atOnce`. A bucket that is not empty admits a
 * whole message, so that the largest backlog gets through; the excess has to be refilled first.
 */
export const createRateLimit = ({ perS, atOnce }: Rate): RateLimit => {
  const buckets = boundedMap<string, TokenBucket>(MAX_KNOWN);

  const bucketOf = (car: string, now: number): TokenBucket => {
    const known = buckets.get(car);
    if (known !== undefined) return known;
    const bucket = { left: atOnce, at: now };
    buckets.set(car, bucket);
    return bucket;
  };

  return {
    take(car, inputs, now) {
      const bucket = bucketOf(car, now);
      const back = (Math.max(0, now - bucket.at) / 1_000) * perS;
      bucket.left = Math.min(atOnce, bucket.left + back);
      bucket.at = Math.max(bucket.at, now);
      if (bucket.left < 1) return Math.ceil((1 - bucket.left) / perS);
      // An empty message costs something too.
      bucket.left -= Math.max(1, inputs);
      return 0;
    },
  };
};
