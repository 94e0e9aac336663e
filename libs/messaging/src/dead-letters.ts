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

/**
 * Moves values that cannot be decoded to a dead-letter topic, so that the other messages are processed. If a batch is
 * read again, the same values are moved again under the same keys.
 */
export interface DeadLetters {
  /**
   * Decodes all messages of the batch, stores those on which `decode` throws in the dead-letter topic, with the error, and then, in
   * one turn, calls `take` with the others, in order.
   *
   * @returns how many could not be decoded
   * @throws {ServiceUnavailableError} if these cannot be stored now; nothing was taken, and the batch must be delivered again
   */
  eachReadable<T>(
    topic: string,
    batch: Batch,
    decode: (message: StoredMessage) => T,
    take: (value: T, message: StoredMessage) => void,
  ): Promise<number>;
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
    async eachReadable<T>(
      topic: string,
      batch: Batch,
      decode: (message: StoredMessage) => T,
      take: (value: T, message: StoredMessage) => void,
    ) {
      const { partition, messages } = batch;
      const letters: Message[] = [];
      const unreadable = new Set<StoredMessage>();
      const values: T[] = [];
      for (const message of messages) {
        try {
          values.push(decode(message));
        } catch (error) {
          letters.push(letterOf(topic, partition, message, error));
          unreadable.add(message);
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
      let next = 0;
      for (const message of messages) {
        if (!unreadable.has(message)) take(values[next++] as T, message);
      }
      return letters.length;
    },
    counts: () => ({ ...counts }),
  };
};
