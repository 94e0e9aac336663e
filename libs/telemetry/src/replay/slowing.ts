import type { PastPosition } from './positions.js';

/** How a car's speed followed an order. Times in epoch ms. */
export interface Slowing {
  /** From here on it was slower by the share, for `SLOWER_HELD_MS`; null if it never was. */
  readonly slowedAt: number | null;
  readonly lowestKph: number | null;
  readonly lowestAt: number | null;
}

/** A car is slower for so long before that counts: not for a bend. */
const SLOWER_HELD_MS = 5_000;

/**
 * @param positions after the order, in order
 * @param speedKph at the order
 * @param share by which it has to be slower, 0 to 1
 */
export const slowingOf = (positions: readonly PastPosition[], speedKph: number, share: number): Slowing => {
  const limitKph = speedKph * (1 - share);
  let slowerSince: number | null = null;
  let slowedAt: number | null = null;
  let lowest: PastPosition | null = null;
  for (const position of positions) {
    if (lowest === null || position.speedKph < lowest.speedKph) lowest = position;
    if (position.speedKph > limitKph) slowerSince = null;
    else slowerSince ??= position.at;
    if (slowedAt === null && slowerSince !== null && position.at - slowerSince >= SLOWER_HELD_MS)
      slowedAt = slowerSince;
  }
  return { slowedAt, lowestKph: lowest?.speedKph ?? null, lowestAt: lowest?.at ?? null };
};
