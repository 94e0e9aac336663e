import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message, Topics } from '@flagpost/messaging';
import { withTimeout, type Scheduler } from '@flagpost/platform';

export interface Publisher {
  /**
   * Resolves when the messages are durable; rejects when they are not, when too many wait already, or when those that came
   * first of their group have waited too long: they may be stored all the same.
   */
  publish(messages: readonly Message[]): Promise<void>;
  /** Messages that wait for the publish under way. */
  waiting(): number;
}

/** Thrown when more messages wait than may. */
export class Congested extends Error {
  override readonly name = 'Congested';
}

export interface PublisherOptions {
  readonly topics: Pick<Topics, 'publish'>;
  readonly topic: string;
  readonly scheduler: Scheduler;
  readonly storeWithinMs: number;
  readonly maxWaiting?: number;
  /** Told how many messages became durable together. */
  readonly onStored?: ((messages: number) => void) | undefined;
}

/**
 * Gathers what arrives in one turn of the event loop, and while a publish is under way, into the next one. Order is kept.
 * A group has one promise and one timer, whoever waits for it.
 */
export const createPublisher = (options: PublisherOptions): Publisher => {
  const { topics, topic, scheduler, storeWithinMs, maxWaiting = 50_000, onStored } = options;
  let waiting: Message[] = [];
  /** When what waits is stored, and the same within its time; null where nothing waits. */
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
    // Who comes later has a time of its own.
    answer.catch(() => {
      if (inTime === answer) inTime = null;
    });
    return answer;
  };

  return {
    async publish(messages) {
      if (waiting.length + messages.length > maxWaiting)
        throw new Congested(`${waiting.length} messages wait to be stored`);
      for (const message of messages) waiting.push(message);
      stored ??= next();
      inTime ??= timed(stored);
      await inTime;
    },
    waiting: () => waiting.length,
  };
};
