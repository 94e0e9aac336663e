import { ServiceUnavailableError, type Clock, type Logger } from '@flagpost/platform';
import type { Batch, Message, StoredMessage, Topics } from './port.js';

/** A value that could not be decoded, as the topic of dead letters keeps it. */
export interface DeadLetter {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly storedAt: number;
  readonly key: string;
  /** The first 100,000 characters of it. */
  readonly value: string | null;
  readonly reason: string;
  /** When it was set aside, epoch ms. */
  readonly at: number;
}

export interface Decoded<T> {
  readonly message: StoredMessage;
  readonly value: T;
}

/**
 * Sets aside what cannot be decoded, so that the rest flows. A batch that is read again sets the same values aside again,
 * under the same keys.
 */
export interface DeadLetters {
  /**
   * What `decode` made of each message, in order. Messages on which it throws are in the topic of dead letters when this
   * resolves, with what it said.
   *
   * @throws {ServiceUnavailableError} where they cannot be stored now: the batch is to come again
   */
  readable<T>(topic: string, batch: Batch, decode: (message: StoredMessage) => T): Promise<Decoded<T>[]>;
  /** How many were set aside since this was made, by topic. */
  counts(): Readonly<Record<string, number>>;
}

const MAX_CHARACTERS = 100_000;
const MAX_REASON = 500;

/** Key of a value that was set aside: where it was read. */
export const deadLetterKey = (topic: string, partition: number, offset: number): string =>
  `${topic}:${partition}:${offset}`;

export const createDeadLetters = (parts: {
  readonly topics: Pick<Topics, 'publish'>;
  /** Where they go; defined by the caller. */
  readonly topic: string;
  readonly clock: Clock;
  readonly logger: Logger;
}): DeadLetters => {
  const { topics, clock, logger } = parts;
  const counts: Record<string, number> = {};

  const letterOf = (topic: string, partition: number, message: StoredMessage, error: unknown): Message => {
    const { offset, storedAt, key, value } = message;
    const letter: DeadLetter = {
      topic,
      partition,
      offset,
      storedAt,
      key,
      value: value?.slice(0, MAX_CHARACTERS) ?? null,
      reason: (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON),
      at: clock.now(),
    };
    return { key: deadLetterKey(topic, partition, offset), value: JSON.stringify(letter) };
  };

  return {
    async readable<T>(topic: string, batch: Batch, decode: (message: StoredMessage) => T) {
      const { partition, messages } = batch;
      const letters: Message[] = [];
      const decoded: Decoded<T>[] = [];
      for (const message of messages) {
        try {
          decoded.push({ message, value: decode(message) });
        } catch (error) {
          letters.push(letterOf(topic, partition, message, error));
        }
      }
      if (letters.length > 0) {
        try {
          await topics.publish(parts.topic, letters);
        } catch (error) {
          // What can never be stored must not come again for ever: the log has it.
          if (error instanceof ServiceUnavailableError) throw error;
          logger.error('dead letters could not be stored', { keys: letters.map(({ key }) => key), error });
        }
        counts[topic] = (counts[topic] ?? 0) + letters.length;
        logger.error('values of a topic cannot be decoded', { topic, partition, values: letters.length });
      }
      return decoded;
    },
    counts: () => ({ ...counts }),
  };
};
