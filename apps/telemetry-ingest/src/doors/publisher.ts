import type { Message, Topics } from '@flagpost/messaging';

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
  let waiting: Message[] = [];
  let gathering: Promise<void> | null = null;
  let underWay: Promise<void> = Promise.resolve();

  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    gathering = null;
    await topics.publish(topic, batch);
    onStored?.(batch.length);
  };

  return {
    publish(messages) {
      if (waiting.length + messages.length > maxWaiting) {
        return Promise.reject(new Congested(`${waiting.length} messages wait to be stored`));
      }
      for (const message of messages) waiting.push(message);
      if (gathering === null) {
        gathering = underWay.then(flush);
        underWay = gathering.catch(() => undefined);
      }
      return gathering;
    },
    waiting: () => waiting.length,
  };
};
