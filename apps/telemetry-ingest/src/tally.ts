import type { DropReason } from '@flagpost/contracts';

/** Counts what was taken and, by reason, what was not. */
export interface Tally {
  accept(inputs: number): void;
  drop(reason: DropReason, inputs?: number): void;
  read(): { accepted: number; dropped: Partial<Record<DropReason, number>> };
}

export const createTally = (): Tally => {
  let accepted = 0;
  const dropped: Partial<Record<DropReason, number>> = {};
  return {
    accept: (inputs) => void (accepted += inputs),
    drop: (reason, inputs = 1) => {
      if (inputs > 0) dropped[reason] = (dropped[reason] ?? 0) + inputs;
    },
    read: () => ({ accepted, dropped: { ...dropped } }),
  };
};
