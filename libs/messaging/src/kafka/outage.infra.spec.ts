import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ServiceUnavailableError } from '@flagpost/platform';
import { describeOver } from '@flagpost/testing/servers';
import { until } from '@flagpost/testing';
import type { StoredMessage } from '../port.js';
import { ownTopics } from '../testing/kafka.js';

const TOPIC = 'cars';
const CARS = 20;
const AWAY_MS = 20_000;
const LATEST_BACK_MS = 30_000;

/** Each number at its first occurrence; duplicates are removed. */
const firstOf = (messages: readonly StoredMessage[], key: string): number[] => [
  ...new Set(messages.filter((message) => message.key === key).map(({ value }) => Number(value))),
];

describeOver(describe, 'A broker that goes away', ['kafka'], ({ kafka }) => {
  const { control } = kafka;
  const stopped = control === null ? it.skip : it;
  stopped(
    `for 20 s under load loses nothing that was acknowledged${control === null ? ' (skipped: the broker is not ours to stop)' : ''}`,
    async () => {
      const own = ownTopics(kafka.environment);
      const [here, there] = [await own.open(), await own.open()];
      await here.define([{ name: TOPIC, partitions: 4, kind: 'log' }]);

      const handled: StoredMessage[] = [];
      const followed: StoredMessage[] = [];
      const onBatch = async ({ messages }: { messages: readonly StoredMessage[] }): Promise<void> => {
        handled.push(...messages);
      };
      const members = [here, there].map((topics) => topics.consume({ topic: TOPIC, group: 'g', onBatch }));
      const follower = here.follow({
        topic: TOPIC,
        from: 'beginning',
        onBatch: async ({ messages }) => void followed.push(...messages),
      });

      let driving = true;
      const refusals: unknown[] = [];
      const acknowledged = new Map<string, number>();
      /** Sends like a client of a door: one number after the other, each until it is acknowledged. */
      const drive = async (car: number): Promise<void> => {
        const key = `car-${car}`;
        for (let number = 0; driving;) {
          try {
            await there.publish(TOPIC, [{ key, value: String(number) }]);
            acknowledged.set(key, number);
            number += 1;
          } catch (error) {
            refusals.push(error);
          }
          await pause(20);
        }
      };
      const drives = Promise.all(Array.from({ length: CARS }, (_, car) => drive(car)));

      await pause(3_000);
      await control?.stop();
      await expect(here.heads(TOPIC)).rejects.toThrow(ServiceUnavailableError);
      await expect(here.health()).rejects.toThrow(ServiceUnavailableError);
      await pause(AWAY_MS);
      await control?.start();
      const back = Date.now();
      const before = handled.length;
      await until('messages that are handled again', () => handled.length > before, {
        deadlineMs: LATEST_BACK_MS,
      });
      process.stdout.write(`messages are handled again ${Date.now() - back} ms after the broker is back\n`);
      await pause(3_000);
      driving = false;
      await drives;
      await until('the group to catch up', async () => (await here.lag(TOPIC, 'g')).messages === 0);
      await until('the follower to catch up', async () => {
        const heads = await here.heads(TOPIC);
        return followed.length >= heads.reduce((sum, head) => sum + head, 0);
      });
      await Promise.all([...members, follower].map((reader) => reader.stop()));
      await Promise.all([...members, follower].map(({ closed }) => closed));

      expect(refusals.length).toBeGreaterThan(0);
      expect(refusals.filter((error) => !(error instanceof ServiceUnavailableError))).toEqual([]);
      for (let car = 0; car < CARS; car += 1) {
        const key = `car-${car}`;
        const last = acknowledged.get(key) ?? -1;
        expect(last).toBeGreaterThan(10);
        for (const seen of [handled, followed]) {
          const numbers = firstOf(seen, key);
          expect(numbers).toEqual(numbers.map((_, index) => index));
          expect(numbers.length).toBeGreaterThan(last);
        }
      }
      // A follower delivers nothing twice, except messages that were stored twice.
      expect(new Set(followed.map(({ key, offset }) => `${key} ${offset}`)).size).toBe(followed.length);
      await Promise.all([here.close(), there.close()]);
      await own.dispose();
    },
    180_000,
  );
});
