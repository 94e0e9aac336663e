import type { Message, Topics } from '@flagpost/messaging';
import { gathered } from '@flagpost/platform';

export interface Publisher {
  /** Resolves when the messages are durable; rejects when they are not, or when too many wait already. */
  publish(messages: readonly Message[]): Promise<void>;
  /** Messages that wait for the publish under way. */
  waiting(): number;
}

/** Thrown when more messages wait than may. */
export class Congested extends Error {
  override readonly name = 'Congested';
}

export interface PublisherOptions {
  readonly maxWaiting?: number;
  /** Told how many messages became durable together. */
  readonly onStored?: ((messages: number) => void) | undefined;
}

/** Gathers what arrives while a publish is under way into the next one. Order is kept. */
export const createPublisher = (
  topics: Topics,
  topic: string,
  { maxWaiting = 50_000, onStored }: PublisherOptions = {},
): Publisher => {
  let waiting = 0;
  const store = gathered(async (some: readonly (readonly Message[])[]) => {
    const batch = some.flat();
    waiting -= batch.length;
    await topics.publish(topic, batch);
    onStored?.(batch.length);
  });

  return {
    async publish(messages) {
      if (waiting + messages.length > maxWaiting)
        throw new Congested(`${waiting} messages wait to be stored`);
      waiting += messages.length;
      await store(messages);
    },
    waiting: () => waiting,
  };
};
