import type { DropReason } from '@flagpost/contracts';

/** Counts accepted inputs and, by reason, dropped ones. */
export interface InputCounters<Reason extends string = DropReason> {
  accept(inputs: number): void;
  drop(reason: Reason, inputs?: number): void;
  read(): { accepted: number; dropped: Partial<Record<Reason, number>> };
}

export const createInputCounters = <Reason extends string = DropReason>(): InputCounters<Reason> => {
  let accepted = 0;
  const dropped: Partial<Record<Reason, number>> = {};
  return {
    accept: (inputs) => void (accepted += inputs),
    drop: (reason, inputs = 1) => {
      if (inputs > 0) dropped[reason] = (dropped[reason] ?? 0) + inputs;
    },
    read: () => ({ accepted, dropped: { ...dropped } }),
  };
};
