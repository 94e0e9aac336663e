import { expect, it } from '@jest/globals';
import type { Message, Topics } from '@flagpost/messaging';
import { until, virtualTime } from '@flagpost/testing';
import { Congested, createPublisher } from './publisher.js';

const message = (value: number): Message => ({ key: 'car', value: String(value) });

it('keeps no more waiting than it may, refuses the rest at once, and stores what waits in order', async () => {
  const stored: (string | null)[] = [];
  let open: () => void = () => undefined;
  const topics = {
    publish: async (_: string, messages: readonly Message[]) => {
      await new Promise<void>((resolve) => (open = resolve));
      stored.push(...messages.map(({ value }) => value));
    },
  } as Partial<Topics> as Topics;
  const publisher = createPublisher({
    topics,
    topic: 'positions',
    scheduler: virtualTime(0),
    storeWithinMs: 1_000,
    maxWaiting: 2,
  });

  const underWay = publisher.publish([message(1)]);
  await until('the messages to go out', () => publisher.waiting() === 0);
  const waiting = [publisher.publish([message(2)]), publisher.publish([message(3)])];
  expect(publisher.waiting()).toBe(2);
  await expect(publisher.publish([message(4)])).rejects.toThrow(Congested);

  open();
  await underWay;
  await until('the messages to go out', () => publisher.waiting() === 0);
  open();
  await Promise.all(waiting);
  expect(stored).toEqual(['1', '2', '3']);
});

it('tells those who waited too long, and stores what they sent all the same; who came later has a time of its own', async () => {
  const time = virtualTime(0);
  const stored: (string | null)[] = [];
  let open: () => void = () => undefined;
  const away = new Promise<void>((resolve) => (open = resolve));
  const publisher = createPublisher({
    topics: {
      publish: async (_, messages) => {
        await away;
        stored.push(...messages.map(({ value }) => value));
      },
    },
    topic: 'positions',
    scheduler: time,
    storeWithinMs: 1_000,
  });
  const outcome = (value: number): Promise<string> =>
    publisher.publish([message(value)]).then(
      () => 'stored',
      () => 'too late',
    );

  const first = outcome(1);
  await until('the messages to go out', () => publisher.waiting() === 0);
  const second = outcome(2);
  await time.advance(1_000);
  expect(await Promise.all([first, second])).toEqual(['too late', 'too late']);
  const third = outcome(3);
  open();
  expect(await third).toBe('stored');
  expect(stored).toEqual(['1', '2', '3']);
});
