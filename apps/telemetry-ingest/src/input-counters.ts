import type { DropReason } from '@flagpost/contracts';

/** Counts accepted inputs and, by reason, dropped ones. */
export interface InputCounters {
  accept(inputs: number): void;
  drop(reason: DropReason, inputs?: number): void;
  read(): { accepted: number; dropped: Partial<Record<DropReason, number>> };
}

export const createInputCounters = (): InputCounters => {
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
