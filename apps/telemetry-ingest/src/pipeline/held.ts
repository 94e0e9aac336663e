import type { PositionInput } from '@flagpost/contracts';

/** An input whose event is not known yet. */
export interface HeldInput {
  readonly eventId: number;
  readonly key: string;
  readonly input: PositionInput;
}

/**
 * Keeps inputs in order until their event is known. When there are too many, the oldest without a signal gives way;
 * where all have one, the oldest.
 */
export interface Held {
  /** The input that had to give way, if one had to. */
  add(held: HeldInput): HeldInput | undefined;
  /** Those of one event, in order; they are held no longer. */
  release(eventId: number): readonly HeldInput[];
  list(): readonly HeldInput[];
}

const MAX_HELD = 5_000;

export const createHeld = (before: readonly HeldInput[] = [], max = MAX_HELD): Held => {
  let held = [...before];
  return {
    add(input) {
      held.push(input);
      if (held.length <= max) return undefined;
      const oldestFix = held.findIndex((one) => one.input.signal === undefined);
      return held.splice(Math.max(0, oldestFix), 1)[0];
    },
    release(eventId) {
      const released = held.filter((input) => input.eventId === eventId);
      if (released.length > 0) held = held.filter((input) => input.eventId !== eventId);
      return released;
    },
    list: () => held,
  };
};
