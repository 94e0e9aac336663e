import type { PositionInput } from '@flagpost/contracts';

/** An input whose event is not known yet. */
export interface PendingInput {
  readonly eventId: number;
  readonly key: string;
  readonly input: PositionInput;
  /** In the partition. States of former releases do not have it. */
  readonly offset?: number;
}

/**
 * Buffers inputs in order until their event is known. When the buffer is full, the oldest input without a signal is
 * evicted; if all have one, the oldest.
 */
export interface PendingInputs {
  /** Returns the evicted input, if there is one. */
  add(pending: PendingInput): PendingInput | undefined;
  /** Removes and returns the inputs of one event, in order. */
  release(eventId: number): readonly PendingInput[];
  list(): readonly PendingInput[];
}

const MAX_PENDING = 5_000;

export const createPendingInputs = (
  before: readonly PendingInput[] = [],
  max = MAX_PENDING,
): PendingInputs => {
  let pending = [...before];
  return {
    add(input) {
      pending.push(input);
      if (pending.length <= max) return undefined;
      const oldestFix = pending.findIndex((one) => one.input.signal === undefined);
      return pending.splice(Math.max(0, oldestFix), 1)[0];
    },
    release(eventId) {
      const released = pending.filter((input) => input.eventId === eventId);
      if (released.length > 0) pending = pending.filter((input) => input.eventId !== eventId);
      return released;
    },
    list: () => pending,
  };
};
