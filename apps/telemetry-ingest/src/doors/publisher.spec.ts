import { expect, it } from '@jest/globals';
import type { Message } from '@flagpost/messaging';
import { virtualTime } from '@flagpost/testing';
import { createPublisher } from './publisher.js';

const message = (value: number): Message => ({ key: 'car', value: String(value) });

/** Topics that store what was published when they are told to; all publishes until then share a promise. */
const heldTopics = () => {
  let settle: { store: () => void; fail: (error: Error) => void } | null = null;
  let stored: Promise<void> = Promise.resolve();
  return {
    publish: (): Promise<void> => {
      if (settle === null)
        stored = new Promise((store, fail) => {
          settle = { store, fail };
        });
      return stored;
    },
    end: (error?: Error): void => {
      const { store, fail } = settle ?? {};
      settle = null;
      if (error === undefined) store?.();
      else fail?.(error);
    },
  };
};

const setUp = () => {
  const time = virtualTime(0);
  const topics = heldTopics();
  const batches: number[] = [];
  const publisher = createPublisher({
    topics,
    topic: 'positions',
    scheduler: time,
    storeWithinMs: 1_000,
    onStored: (messages) => void batches.push(messages),
  });
  const outcome = (...values: number[]): Promise<string> =>
    publisher.publish(values.map(message)).then(
      () => 'stored',
      (error: unknown) => (error as Error).message,
    );
  return { time, topics, batches, publisher, outcome };
};

it('counts what waits, and what was stored together', async () => {
  const { topics, batches, publisher, outcome } = setUp();
  const first = [outcome(1), outcome(2, 3)];
  expect([publisher.waiting(), batches]).toEqual([3, []]);
  topics.end();
  const second = outcome(4);
  expect(await Promise.all(first)).toEqual(['stored', 'stored']);
  expect([publisher.waiting(), batches]).toEqual([1, [3]]);
  topics.end();
  expect(await second).toBe('stored');
  expect([publisher.waiting(), batches]).toEqual([0, [3, 1]]);
});

it('passes a failure on to all that share it, and goes on', async () => {
  const { topics, batches, publisher, outcome } = setUp();
  const failing = [outcome(1), outcome(2)];
  topics.end(new Error('disk full'));
  expect(await Promise.all(failing)).toEqual(['disk full', 'disk full']);
  expect(publisher.waiting()).toBe(0);
  const next = outcome(3);
  topics.end();
  expect([await next, batches]).toEqual(['stored', [1]]);
});

it('tells those who waited too long; who comes later has a time limit of its own', async () => {
  const { time, topics, publisher, outcome } = setUp();
  const late = [outcome(1), outcome(2)];
  await time.advance(1_000);
  expect(await Promise.all(late)).toEqual(['No answer within 1000 ms.', 'No answer within 1000 ms.']);
  const third = outcome(3);
  await time.advance(999);
  expect(publisher.waiting()).toBe(3);
  topics.end();
  expect(await third).toBe('stored');
  expect(publisher.waiting()).toBe(0);
});
