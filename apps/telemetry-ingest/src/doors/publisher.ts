import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message, Topics } from '@flagpost/messaging';
import { withTimeout, type Scheduler } from '@flagpost/platform';

export interface Publisher {
  /**
   * Resolves when the messages are durable. Rejects if they are not, if too many are waiting, or if the first ones of
   * their group have waited too long: they may have been stored all the same.
   */
  publish(messages: readonly Message[]): Promise<void>;
  /** Messages waiting for the publish in progress. */
  waiting(): number;
}

/** Thrown if too many messages are waiting. */
export class Congested extends Error {
  override readonly name = 'Congested';
}

export interface PublisherOptions {
  readonly topics: Pick<Topics, 'publish'>;
  readonly topic: string;
  readonly scheduler: Scheduler;
  readonly storeWithinMs: number;
  readonly maxWaiting?: number;
  /** Called with the number of messages that became durable together. */
  readonly onStored?: ((messages: number) => void) | undefined;
}

/**
 * Groups messages that arrive in one turn of the event loop, or during a publish, into the next publish. Order is kept.
 * A group shares one promise and one timer.
 */
export const createPublisher = (options: PublisherOptions): Publisher => {
  const { topics, topic, scheduler, storeWithinMs, maxWaiting = 50_000, onStored } = options;
  let waiting: Message[] = [];
  /** Resolves when the waiting group is stored, with and without its time limit; null if nothing is waiting. */
  let stored: Promise<void> | null = null;
  let inTime: Promise<void> | null = null;
  let underWay: Promise<unknown> = Promise.resolve();

  const publishNext = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    stored = inTime = null;
    await topics.publish(topic, batch);
    onStored?.(batch.length);
  };
  const next = (): Promise<void> => {
    const publishing = underWay.then(() => nextTurn()).then(publishNext);
    underWay = publishing.catch(() => undefined);
    return publishing;
  };
  const timed = (group: Promise<void>): Promise<void> => {
    const answer = withTimeout(scheduler, storeWithinMs, group);
    // Later messages have a time limit of their own.
    answer.catch(() => {
      if (inTime === answer) inTime = null;
    });
    return answer;
  };

  return {
    async publish(messages) {
      if (waiting.length + messages.length > maxWaiting)
        throw new Congested(`${waiting.length} messages are waiting to be stored`);
      for (const message of messages) waiting.push(message);
      stored ??= next();
      inTime ??= timed(stored);
      await inTime;
    },
    waiting: () => waiting.length,
  };
};
