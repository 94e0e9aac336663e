/** Numbers that follow from a seed alone. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True in this share of the cases. */
  chance(share: number): boolean;
  /** @throws {RangeError} if there is nothing to pick from. */
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

/** Mulberry32: small, and the same on every machine. */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick(list) {
      if (list.length === 0) throw new RangeError('There is nothing to pick from.');
      return list[between(0, list.length - 1)] as (typeof list)[number];
    },
    shuffled(list) {
      const rest = [...list];
      return list.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as (typeof list)[number]);
    },
  };
};
