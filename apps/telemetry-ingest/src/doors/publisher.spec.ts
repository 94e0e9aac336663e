import { expect, it } from '@jest/globals';
import type { Message, Topics } from '@flagpost/messaging';
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
  const publisher = createPublisher(topics, 'positions', { maxWaiting: 2 });

  const underWay = publisher.publish([message(1)]);
  await Promise.resolve();
  const waiting = [publisher.publish([message(2)]), publisher.publish([message(3)])];
  expect(publisher.waiting()).toBe(2);
  await expect(publisher.publish([message(4)])).rejects.toThrow(Congested);

  open();
  await underWay;
  await new Promise((resolve) => setImmediate(resolve));
  open();
  await Promise.all(waiting);
  expect(stored).toEqual(['1', '2', '3']);
});
