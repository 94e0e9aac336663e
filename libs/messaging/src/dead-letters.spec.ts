import { describe, expect, it } from '@jest/globals';
import { jsonLogger, silentLogger, ServiceUnavailableError } from '@flagpost/platform';
import { createDeadLetters, type DeadLetter } from './dead-letters.js';
import type { Batch, Message, StoredMessage } from './port.js';

const clock = { now: () => 5_000 };
const decode = ({ value }: Message): number => {
  const number = Number(value ?? 'nothing');
  if (Number.isNaN(number)) throw new Error('It is not a number.');
  return number;
};
const batch: Batch = {
  partition: 2,
  head: 13,
  messages: ['1', 'two', '3'].map((value, index) => ({
    key: `k${index}`,
    value,
    offset: 10 + index,
    storedAt: 1,
  })),
};

const over = (publish: (topic: string, messages: readonly Message[]) => Promise<void>) =>
  createDeadLetters({ topics: { publish }, topic: 'dead', clock, logger: silentLogger });

describe('dead letters', () => {
  it('hands on what can be read, in order, and sets the rest aside with the reason', async () => {
    const published: [string, DeadLetter][] = [];
    const letters = over(async (topic, messages) => {
      expect(topic).toBe('dead');
      for (const { key, value } of messages) published.push([key, JSON.parse(value ?? '') as DeadLetter]);
    });
    const taken: [number, number][] = [];
    const take = (value: number, { offset }: StoredMessage): void => void taken.push([offset, value]);
    expect(await letters.eachReadable('numbers', batch, decode, take)).toBe(1);
    expect(taken).toEqual([
      [10, 1],
      [12, 3],
    ]);
    const letter = {
      topic: 'numbers',
      partition: 2,
      offset: 11,
      storedAt: 1,
      key: 'k1',
      value: 'two',
      reason: 'It is not a number.',
      at: 5_000,
    };
    expect(published).toEqual([['numbers:2:11', letter]]);
    expect(letters.counts()).toEqual({ numbers: 1 });
  });

  it('lets the batch come again while nothing can be stored', async () => {
    const letters = over(() => Promise.reject(new ServiceUnavailableError('away')));
    const taken: number[] = [];
    const take = (value: number): void => void taken.push(value);
    await expect(letters.eachReadable('numbers', batch, decode, take)).rejects.toThrow(
      ServiceUnavailableError,
    );
    expect(taken).toEqual([]);
    expect(letters.counts()).toEqual({});
  });

  it('goes on where a letter can never be stored, and leaves it in the log', async () => {
    const log: string[] = [];
    const letters = createDeadLetters({
      topics: { publish: () => Promise.reject(new Error('too large')) },
      topic: 'dead',
      clock,
      logger: jsonLogger(clock, (line) => log.push(line)),
    });
    const taken: number[] = [];
    expect(await letters.eachReadable('numbers', batch, decode, (value) => void taken.push(value))).toBe(1);
    expect(taken).toEqual([1, 3]);
    expect(letters.counts()).toEqual({ numbers: 1 });
    expect(log.join()).toContain('numbers:2:11');
  });
});
