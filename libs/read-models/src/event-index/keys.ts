import { hash } from 'node:crypto';

const BYTES = 6;
const REMEMBERED = 5_000;

/** Hashes of keys, 48 bits each, so that a key of any length takes 6 bytes. Frequent ones are remembered. */
export const createKeyHash = (): ((key: string) => number) => {
  const known = new Map<string, number>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const hashed = hash('sha256', key, 'buffer').readUIntBE(0, BYTES);
    if (known.size === REMEMBERED) known.clear();
    known.set(key, hashed);
    return hashed;
  };
};

/** Length of a slot, ms. */
const SLOT_MS = 600_000;

/** The slot of a time. For each slot an index knows the first and the last number that was recorded in it. */
export const slotOf = (recordedAt: number): number => Math.floor(recordedAt / SLOT_MS);

export interface Slot {
  readonly slot: number;
  readonly first: number;
  readonly last: number;
}

/** The slots of events in order of number. */
export const slotsOf = (
  events: readonly { readonly number: number; readonly recordedAt: number }[],
): readonly Slot[] => {
  const slots = new Map<number, Slot>();
  for (const { number, recordedAt } of events) {
    const slot = slotOf(recordedAt);
    slots.set(slot, { slot, first: slots.get(slot)?.first ?? number, last: number });
  }
  return [...slots.values()];
};
