/** What the bridge of others' producers does, as jest tests for every adapter of the topics. Imported by specs only. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DOOR, TOPIC_DEFINITIONS, TOPICS } from '@flagpost/contracts';
import type { DeadLetter, Message, StoredMessage, Topics } from '@flagpost/messaging';
import { createHealth, ServiceUnavailableError, silentLogger, type Health } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import type { DeviceTokenStore } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { until } from '@flagpost/testing';
import { createDeviceNotes, type DeviceNotes } from '../devices.js';
import { startBridge, type Bridge, type BridgeParts } from '../inbound/bridge.js';
import { giveToken } from './stores.js';
import { readAll } from './topics.js';

/** Topics of one test. */
export interface TopicsOfTest {
  readonly topics: Topics;
  dispose(): Promise<void>;
}

const EVENT = 7;
/** It has a token; the second one has none. */
const [CAR, OTHER] = [70, 71] as const;
const TOKEN = 'a-token_of-22-letters0';
const machine = { clock: systemClock, scheduler: systemScheduler, logger: silentLogger };

const ENTRIES: BridgeParts['entries'] = {
  refusal: (eventId, invitationId) => {
    if (eventId !== EVENT) return 'unknownEvent';
    return invitationId === CAR || invitationId === OTHER ? null : 'unauthorized';
  },
};

const fix = (t: number, more: object = {}): string => JSON.stringify({ t, lat: 44.6, lng: 8.1, ...more });
const stored = async (topics: Topics, topic: string): Promise<StoredMessage[]> => {
  const found: StoredMessage[] = [];
  await new Promise<void>((resolve, reject) => {
    const follower = topics.follow({
      topic,
      from: 'beginning',
      onBatch: async ({ messages }) => void found.push(...messages),
      onCaughtUp: () => void follower.stop().then(resolve, reject),
    });
  });
  return found;
};

export const bridgeSuite = (adapter: string, open: () => Promise<TopicsOfTest>): void => {
  describe(`The bridge of others' producers on ${adapter}`, () => {
    let opened: TopicsOfTest;
    let topics: Topics;
    let records: ReturnType<typeof sqliteRecords>;
    let devices: DeviceNotes;
    let health: Health;
    let bridges: Bridge[];
    beforeEach(async () => {
      opened = await open();
      ({ topics } = opened);
      await topics.define(TOPIC_DEFINITIONS);
      records = sqliteRecords({ path: ':memory:' });
      await giveToken(records, TOKEN, EVENT, CAR);
      devices = createDeviceNotes({ ...machine, deviceTokens: records.deviceTokens });
      health = createHealth();
      bridges = [];
    });
    afterEach(async () => {
      for (const bridge of bridges) await bridge.stop();
      await devices.stop();
      await records.close();
      await topics.close();
      await opened.dispose();
    });

    const start = (parts: Partial<BridgeParts> = {}): Bridge => {
      const { deviceTokens } = records;
      const usual = { ...machine, topics, devices, health, deviceTokens, keys: 'cars', entries: ENTRIES };
      const bridge = startBridge({ ...usual, ...parts } as BridgeParts);
      bridges.push(bridge);
      return bridge;
    };
    const send = (...messages: readonly (readonly [key: string, value: string | null])[]): Promise<void> =>
      topics.publish(
        TOPICS.inbound,
        messages.map(([key, value]): Message => ({ key, value })),
      );
    const details = async () => (await health.read()).parts.inbound?.details ?? {};
    const judged = (values: number) =>
      until(`${values} judged values`, async () => {
        const { accepted, dropped } = (await details()) as {
          accepted: number;
          dropped: Record<string, number>;
        };
        return Object.values(dropped).reduce((sum, count) => sum + count, accepted) >= values;
      });
    const positions = async () =>
      (await stored(topics, TOPICS.positions)).map(({ key, value }) => ({
        key,
        input: JSON.parse(value ?? 'null') as Record<string, unknown>,
      }));

    it("takes values under a car's name and its token, received when the broker stored them", async () => {
      await send(
        [`${EVENT}:${OTHER}`, fix(1, { speedKph: -1, receivedAt: 5, mine: 'ignored' })],
        [TOKEN, '{"signal":{"type":"sos"}}'],
      );
      const inbound = await stored(topics, TOPICS.inbound);
      const receivedAt = (key: string) => inbound.find((message) => message.key === key)?.storedAt;
      start();
      await judged(2);
      expect((await positions()).sort((a, b) => b.key.localeCompare(a.key))).toEqual([
        {
          key: `${EVENT}:${OTHER}`,
          input: { receivedAt: receivedAt(`${EVENT}:${OTHER}`), t: 1, lat: 44.6, lng: 8.1 },
        },
        { key: `${EVENT}:${CAR}`, input: { receivedAt: receivedAt(TOKEN), signal: { type: 'sos' } } },
      ]);
      await devices.stop();
      const heardAt = Math.floor((receivedAt(TOKEN) ?? NaN) / 1_000) * 1_000;
      expect(await records.deviceTokens.status(CAR)).toMatchObject({ heardAt, droppedReason: null });
    });

    it('keeps the order of a key over many batches, and goes on where it stopped', async () => {
      const keys = [TOKEN, `${EVENT}:${OTHER}`];
      const numbered = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, index) => from + index).flatMap((t) =>
          keys.map((key): [string, string] => [key, fix(t)]),
        );
      const first = start();
      await send(...numbered(0, 1_200));
      await judged(1_200);
      await first.stop();
      await send(...numbered(1_200, 1_300));
      start();
      await until('the values after the stop', async () => (await details()).lag === 0, {
        deadlineMs: 60_000,
      });
      const taken = await positions();
      for (const car of [CAR, OTHER]) {
        const times = taken.flatMap(({ key, input }) => (key === `${EVENT}:${car}` ? [input.t] : []));
        expect(times).toEqual(Array.from({ length: 1_300 }, (_, t) => t));
      }
    });

    it('takes nothing of a token or a car that is not known, and counts why', async () => {
      await send(
        ['no-such-token', fix(1)],
        ['', fix(1)],
        ['neither token nor car', fix(1)],
        [`${EVENT}:72`, fix(1)],
        ['8:70', fix(1)],
        [TOKEN, fix(1)],
      );
      start();
      await judged(6);
      expect(await details()).toMatchObject({
        accepted: 1,
        dropped: { unknownKey: 3, unauthorized: 1, unknownEvent: 1 },
      });
      expect((await positions()).map(({ key }) => key)).toEqual([`${EVENT}:${CAR}`]);
      expect(await stored(topics, TOPICS.deadLetters)).toEqual([]);
    });

    it('takes tokens alone where names of cars are not allowed', async () => {
      await send([`${EVENT}:${CAR}`, fix(1)], [TOKEN, fix(2)]);
      start({ keys: 'tokens' });
      await judged(2);
      expect((await details()).dropped).toEqual({ unknownKey: 1 });
      expect((await positions()).map(({ input }) => input.t)).toEqual([2]);
    });

    it('sets aside what cannot be read, under its car and never its token, and goes on', async () => {
      await send([TOKEN, fix(1)], [TOKEN, '{"lat":'], [TOKEN, null], [TOKEN, '{"lat":1}'], [TOKEN, fix(2)]);
      start();
      await judged(5);
      expect((await positions()).map(({ input }) => input.t)).toEqual([1, 2]);
      const letters = await readAll<DeadLetter>(topics, TOPICS.deadLetters);
      expect(letters.map(({ topic, key, value }) => [topic, key, value])).toEqual([
        [TOPICS.inbound, `${EVENT}:${CAR}`, '{"lat":'],
        [TOPICS.inbound, `${EVENT}:${CAR}`, null],
        [TOPICS.inbound, `${EVENT}:${CAR}`, '{"lat":1}'],
      ]);
      expect(letters.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(/JSON/),
        'A value is expected.',
        expect.stringMatching(/lat and lng are expected together/),
      ]);
      expect(await details()).toMatchObject({
        accepted: 2,
        dropped: { undecodable: 3 },
        deadLetters: { [TOPICS.inbound]: 3 },
      });
      await devices.stop();
      expect(await records.deviceTokens.status(CAR)).toMatchObject({ droppedReason: 'undecodable' });
    });

    it('drops what is more than a car may send, but for signals, and tells the organiser', async () => {
      const many = DOOR.inputsAtOnce + 2_000;
      await send(
        ...Array.from({ length: many }, (_, t): [string, string] => [TOKEN, fix(t)]),
        [TOKEN, '{"signal":{"type":"sos"}}'],
        [`${EVENT}:${OTHER}`, fix(1)],
      );
      start();
      await judged(many + 2);
      const { accepted, dropped } = await details();
      const { tooMany } = dropped as { tooMany: number };
      expect(tooMany).toBeGreaterThan(0);
      expect([accepted, dropped]).toEqual([many + 2 - tooMany, { tooMany }]);
      const taken = await positions();
      expect(taken.filter(({ input }) => input.signal !== undefined)).toHaveLength(1);
      expect(taken.filter(({ key }) => key === `${EVENT}:${OTHER}`)).toHaveLength(1);
      await devices.stop();
      expect(await records.deviceTokens.status(CAR)).toMatchObject({ droppedReason: 'tooMany' });
    });

    it('publishes the same again where it does not know that it was stored', async () => {
      let lostAnswers = 1;
      const losing: Topics = {
        ...topics,
        async publish(topic, messages) {
          await topics.publish(topic, messages);
          if (topic === TOPICS.positions && lostAnswers-- > 0) throw new Error('The answer is lost.');
        },
      };
      await send([TOKEN, '{"lat":1,"lng":2}'], [TOKEN, '{"lat":3,"lng":4}']);
      start({ topics: losing });
      await judged(2);
      const inputs = (await positions()).map(({ input }) => input);
      expect(inputs).toHaveLength(4);
      expect(inputs.slice(2)).toEqual(inputs.slice(0, 2));
      expect(await details()).toMatchObject({ accepted: 2, dropped: {}, lag: 0 });
    });

    it('waits while tokens cannot be looked up, says so in health, and loses nothing', async () => {
      let away = true;
      const find: DeviceTokenStore['find'] = (hash) => {
        if (away) throw new ServiceUnavailableError('The records are away.');
        return records.deviceTokens.find(hash);
      };
      await send([TOKEN, fix(1)]);
      start({ deviceTokens: { ...records.deviceTokens, find } });
      const failing = async () => (await health.read()).parts.inbound?.ok === false;
      await until('health to say it', failing);
      expect((await details()).failure).toContain('The records are away.');
      away = false;
      await judged(1);
      expect((await positions()).map(({ input }) => input.t)).toEqual([1]);
      expect((await health.read()).parts.inbound?.ok).toBe(true);
    });
  });
};
