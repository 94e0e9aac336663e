import type { Batch, Message, StoredMessage } from '../port.js';

export const message = (key: string, value: string | null): Message => ({ key, value });
export const numbered = (key: string, count: number, from = 0): Message[] =>
  Array.from({ length: count }, (_, index) => message(key, `${key}#${from + index}`));

export const lastOffset = (messages: readonly StoredMessage[]): number => messages.at(-1)?.offset ?? NaN;

/** A gate that a handler waits at until the test opens it. */
export const gate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

/** Collects what is delivered, and resolves `until` as soon as its condition holds. */
export const inbox = () => {
  const messages: StoredMessage[] = [];
  const batches: Batch[] = [];
  let waiting: { condition: () => boolean; resolve: () => void }[] = [];
  const check = (): void => {
    waiting = waiting.filter(({ condition, resolve }) => {
      if (condition()) resolve();
      return !condition();
    });
  };
  return {
    messages,
    batches,
    onBatch: async (batch: Batch): Promise<void> => {
      batches.push(batch);
      messages.push(...batch.messages);
      check();
    },
    check,
    values: (): (string | null)[] => messages.map(({ value }) => value),
    valuesOf: (key: string): (string | null)[] =>
      messages.filter((stored) => stored.key === key).map(({ value }) => value),
    until: (condition: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        waiting.push({ condition, resolve });
        check();
      }),
  };
};
