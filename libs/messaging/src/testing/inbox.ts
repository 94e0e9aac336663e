import { until } from '@flagpost/testing';
import type { Batch, Message, StoredMessage } from '../port.js';

export const message = (key: string, value: string | null): Message => ({ key, value });
export const numbered = (key: string, count: number, from = 0): Message[] =>
  Array.from({ length: count }, (_, index) => message(key, `${key}#${from + index}`));

export const lastOffset = (messages: readonly StoredMessage[]): number => messages.at(-1)?.offset ?? NaN;

/** A gate at which a handler waits until the test opens it. */
export const gate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

/** Collects delivered messages. */
export const inbox = () => {
  const messages: StoredMessage[] = [];
  const batches: Batch[] = [];
  return {
    messages,
    batches,
    onBatch: async (batch: Batch): Promise<void> => {
      batches.push(batch);
      messages.push(...batch.messages);
    },
    values: (): (string | null)[] => messages.map(({ value }) => value),
    valuesOf: (key: string): (string | null)[] =>
      messages.filter((stored) => stored.key === key).map(({ value }) => value),
    until: async (condition: () => boolean): Promise<void> => {
      await until('what is to be delivered', condition, { everyMs: 0 });
    },
  };
};
