import { ServiceUnavailableError, type Clock, type Logger } from '@flagpost/platform';
import type { Batch, Message, StoredMessage, Topics } from './port.js';

/** A value that could not be decoded, as stored in the dead-letter topic. */
export interface DeadLetter {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly storedAt: number;
  readonly key: string;
  /** Its first 100,000 characters. */
  readonly value: string | null;
  readonly reason: string;
  /** When it was moved to the dead-letter topic, epoch ms. */
  readonly at: number;
}

export interface Decoded<T> {
  readonly message: StoredMessage;
  readonly value: T;
}

/**
 * Moves values that cannot be decoded to a dead-letter topic, so that the other messages are processed. If a batch is
 * read again, the same values are moved again under the same keys.
 */
export interface DeadLetters {
  /**
   * The decoded messages, in order. Messages on which `decode` throws are in the dead-letter topic when this resolves,
   * with the error.
   *
   * @throws {ServiceUnavailableError} if they cannot be stored now; the batch must be delivered again
   */
  readable<T>(topic: string, batch: Batch, decode: (message: StoredMessage) => T): Promise<Decoded<T>[]>;
  /** By topic, the number of dead letters since this was created. */
  counts(): Readonly<Record<string, number>>;
}

const MAX_CHARACTERS = 100_000;
const MAX_REASON = 500;

/** The key of a dead letter: its source offset. */
export const deadLetterKey = (topic: string, partition: number, offset: number): string =>
  `${topic}:${partition}:${offset}`;

export const createDeadLetters = (parts: {
  readonly topics: Pick<Topics, 'publish'>;
  /** The dead-letter topic; defined by the caller. */
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
          // A dead letter that can never be stored must not block the topic: it is only logged.
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
