/** Chance that repeats: the same numbers give the same result, in any order of asking. */

/** A whole number of 32 bits from others, evenly spread. */
const mixed = (numbers: readonly number[]): number => {
  let hash = 0x9e3779b9;
  for (const number of numbers) {
    hash = Math.imul(hash ^ (number | 0), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
};

/** From 0 to below 1, for whole numbers that identify the draw. */
export const chance = (...of: readonly number[]): number => mixed(of) / 2 ** 32;

/** Of a normal distribution around 0 with standard deviation 1. */
export const normal = (...of: readonly number[]): number =>
  Math.sqrt(-2 * Math.log(1 - chance(...of, 1))) * Math.cos(2 * Math.PI * chance(...of, 2));
