import type { Message, Topics } from '@flagpost/messaging';
import { withTimeout, type Scheduler } from '@flagpost/platform';

export interface Publisher {
  /**
   * Resolves when the messages are durable. Rejects if they are not, or if the first ones that are stored with them have
   * waited too long: they may be stored all the same.
   */
  publish(messages: readonly Message[]): Promise<void>;
  /** Messages that are neither durable nor refused yet. */
  waiting(): number;
}

export interface PublisherOptions {
  readonly topics: Pick<Topics, 'publish'>;
  readonly topic: string;
  readonly scheduler: Scheduler;
  readonly storeWithinMs: number;
  /** Called with the number of messages that became durable together. */
  readonly onStored?: ((messages: number) => void) | undefined;
}

/** Publishes that share their promise. */
interface Batch {
  readonly stored: Promise<void>;
  /** As `stored`, with a time limit; null if that has passed. */
  inTime: Promise<void> | null;
  messages: number;
}

/** Limits the time of a publish. The topics store publishes together; those that share a promise share a timer too. */
export const createPublisher = (options: PublisherOptions): Publisher => {
  const { topics, topic, scheduler, storeWithinMs, onStored } = options;
  let newest: Batch | null = null;
  let waiting = 0;

  const begin = (stored: Promise<void>): Batch => {
    const batch: Batch = { stored, inTime: null, messages: 0 };
    const settled = (): void => {
      waiting -= batch.messages;
      if (newest === batch) newest = null;
    };
    stored.then(() => {
      settled();
      onStored?.(batch.messages);
    }, settled);
    return batch;
  };
  const timed = (batch: Batch): Promise<void> => {
    const answer = withTimeout(scheduler, storeWithinMs, batch.stored);
    // Later publishes have a time limit of their own.
    answer.catch(() => (batch.inTime = null));
    return answer;
  };

  return {
    publish(messages) {
      const stored = topics.publish(topic, messages);
      if (newest?.stored !== stored) newest = begin(stored);
      newest.messages += messages.length;
      waiting += messages.length;
      return (newest.inTime ??= timed(newest));
    },
    waiting: () => waiting,
  };
};
