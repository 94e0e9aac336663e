import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { carKey, NO_ORDERS, POSITION_PARTITIONS, type CarOrders } from '@flagpost/contracts';
import {
  createDeadLetters,
  partitionOf,
  type FollowOptions,
  type StoredMessage,
  type Topics,
} from '@flagpost/messaging';
import { createHealth, silentLogger, tokenHash } from '@flagpost/platform';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import { followOrders } from './known-orders.js';
import { createOrdersDoor, type OrdersDoor } from './orders-door.js';

const NOW = Date.UTC(2026, 5, 1, 12);
const EVENT = 7;
/** 70 and 78 share a partition. */
const CARS = [70, 71, 78] as const;
const INGESTS = 2;
const RESTART_MS = 60_000;
const keyOf = (car: number): string => carKey(EVENT, car);
const partitionOfCar = (car: number): number => partitionOf(keyOf(car), POSITION_PARTITIONS);
const tokenOf = (car: number): string => `car-${car}`;
const CAR_OF = new Map<string, number>(CARS.map((car) => [tokenHash(tokenOf(car)), car]));
/** Version 0 is a tombstone. Some versions have the same orders. */
const ordersOf = (car: number, version: number): CarOrders => ({
  ...NO_ORDERS,
  unconfirmed: [
    { id: car * 100 + (version % 4), type: 'flag', code: 801, message: null, sector: null, sentAt: NOW },
  ],
});
const valueOf = (car: number, version: number): string | null =>
  version === 0 ? null : JSON.stringify(ordersOf(car, version));

type Received = CarOrders & { readonly id: string };
const nameOf = (id: string | undefined): string | undefined => id?.split('.')[0];
const sayOf = ({ unconfirmed }: CarOrders): number | null => unconfirmed[0]?.id ?? null;

/** A topic whose readers get what they are handed. */
const createTopic = (time: VirtualTime) => {
  let kept: StoredMessage[][] = Array.from({ length: POSITION_PARTITIONS }, () => []);
  const heads = kept.map(() => 0);
  const readers: ((partition: number) => number)[] = [];
  return {
    publish(car: number, version: number): void {
      const partition = partitionOfCar(car);
      const message = { key: keyOf(car), value: valueOf(car, version), offset: heads[partition] ?? 0 };
      kept[partition]?.push({ ...message, storedAt: time.now() });
      heads[partition] = message.offset + 1;
    },
    /** Only the newest of each key is left, and no tombstone that every reader has read: they stay for longer than any lags. */
    compact(): void {
      kept = kept.map((messages, partition) =>
        messages.filter(
          ({ key, value, offset }, index) =>
            messages.findLastIndex((message) => message.key === key) === index &&
            (value !== null || readers.some((placeOf) => placeOf(partition) <= offset)),
        ),
      );
    },
    connect() {
      let reader: (FollowOptions & { places: number[]; caughtUp: boolean; end: () => void }) | null = null;
      let startHeads: readonly number[] = [];
      readers.push((partition) => reader?.places[partition] ?? 0);
      const topics: Pick<Topics, 'follow' | 'heads' | 'publish'> = {
        publish: () => Promise.resolve(),
        heads: () => Promise.resolve([...heads]),
        follow(options) {
          startHeads = [...heads];
          let end: () => void = () => undefined;
          const closed = new Promise<void>((_, reject) => {
            end = () => reject(new Error('ended'));
          });
          reader = { ...options, places: heads.map(() => 0), caughtUp: false, end };
          return { closed, stop: () => Promise.resolve() };
        },
      };
      /** Hands over as many messages of a partition at most. */
      const hand = async (partition: number, count: number): Promise<void> => {
        if (reader === null) throw new Error('Nobody reads.');
        const from = reader.places[partition] ?? 0;
        const messages = (kept[partition] ?? []).filter(({ offset }) => offset >= from).slice(0, count);
        const head = heads[partition] ?? 0;
        if (messages.length > 0) await reader.onBatch({ partition, messages, head });
        const isAll = messages.length < count;
        reader.places[partition] = isAll ? head : (messages.at(-1)?.offset ?? from - 1) + 1;
        const { places } = reader;
        if (reader.caughtUp || !startHeads.every((due, each) => (places[each] ?? 0) >= due)) return;
        reader.caughtUp = true;
        reader.onCaughtUp?.(startHeads);
      };
      return {
        topics: topics as Topics,
        hand,
        async handAll() {
          for (const partition of heads.keys()) await hand(partition, Infinity);
        },
        /** The reader fails, and begins anew. */
        async fail() {
          reader?.end();
          await time.advance(RESTART_MS);
        },
      };
    },
  };
};

/** A device at the door: `onText` gets what is written, and then what the answer ends with. */
const knock = (
  door: OrdersDoor,
  path: string,
  headers: Readonly<Record<string, string>>,
  onText: (text: string, status: number) => void,
  onEnd: (status: number) => void = () => undefined,
): void => {
  let status = 0;
  const response = Object.assign(new EventEmitter(), {
    writableEnded: false,
    writableLength: 0,
    writeHead: (code: number) => void (status = code),
    write: (text: string) => onText(text, status),
    end(text = '') {
      response.writableEnded = true;
      onText(text, status);
      response.emit('close');
      onEnd(status);
    },
  });
  const request = { method: 'GET', url: `/ingest/orders/${path}`, headers };
  door.handle(request as unknown as IncomingMessage, response as unknown as ServerResponse, () => undefined);
};
const ask = (door: OrdersDoor, car: number, after: string) =>
  new Promise<{ readonly status: number; readonly body: string }>((resolve) => {
    const path = `${tokenOf(car)}?wait=0&after=${after}`;
    knock(door, path, { accept: 'application/json' }, (body, status) => resolve({ status, body }));
  });
/** What a device is told by a stream that it opens again whenever it ends. */
const stream = (door: OrdersDoor, car: number): readonly Received[] => {
  const received: Received[] = [];
  const open = (): void => {
    const headers = { accept: 'text/event-stream', 'last-event-id': received.at(-1)?.id ?? '' };
    const take = (text: string): void => {
      const [, data] = /^data: (.*)$/m.exec(text) ?? [];
      if (data !== undefined) received.push(JSON.parse(data) as Received);
    };
    knock(door, tokenOf(car), headers, take, (status) => {
      if (status === 200) open();
    });
  };
  open();
  return received;
};

const car = fc.constantFrom(...CARS);
const ingest = fc.nat({ max: INGESTS - 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('publish' as const), car, version: fc.nat(7) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('hand' as const),
      ingest,
      car,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('ask' as const), ingest, car }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('fail' as const), ingest, compacted: fc.boolean() }),
  },
);

/** Whether what a device was told is what its car had, one after the other: each as long as it liked. */
const isInOrder = (told: readonly (number | null)[], had: readonly (number | null)[]): boolean => {
  let at = 0;
  return told.every((each) => {
    at = had.findIndex((one, index) => index >= at && one === each);
    return at >= 0;
  });
};

it('tells a device nothing older than it had, whichever process it asks, and how far that has read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const time = virtualTime(NOW);
      const topic = createTopic(time);
      const parts = { clock: time, scheduler: time, logger: silentLogger };
      const deviceTokens = {
        find: (hash: string) => ({ eventId: EVENT, invitationId: CAR_OF.get(hash), tokenHash: hash }),
      } as unknown as Parameters<typeof createOrdersDoor>[0]['deviceTokens'];
      const ingests = await Promise.all(
        Array.from({ length: INGESTS }, async () => {
          const connection = topic.connect();
          const { topics } = connection;
          const deadLetters = createDeadLetters({ ...parts, topics, topic: 'dead' });
          const orders = followOrders({ ...parts, topics, deadLetters });
          const presence = { connect: () => () => undefined };
          const door = createOrdersDoor({ ...parts, orders, presence, deviceTokens, health: createHealth() });
          await time.advance(0);
          await connection.handAll();
          const streams = CARS.map((each) => [each, stream(door, each)] as const);
          return { ...connection, door, streams };
        }),
      );
      const had = new Map<number, (number | null)[]>(CARS.map((each) => [each, [null]]));
      const told = new Map<number, Received[]>(CARS.map((each) => [each, []]));
      const listen = async (each: number, { door }: { readonly door: OrdersDoor }): Promise<number> => {
        const received = told.get(each) ?? [];
        const answer = ask(door, each, received.at(-1)?.id ?? '');
        // A wait of 0 s ends by the clock.
        await time.advance(1);
        const { status, body } = await answer;
        if (status === 200) received.push(JSON.parse(body) as Received);
        return status;
      };
      for (const each of steps) {
        await time.advance(1);
        const one = 'ingest' in each ? ingests[each.ingest] : undefined;
        if (each.does === 'publish') {
          topic.publish(each.car, each.version);
          had.get(each.car)?.push(each.version === 0 ? null : sayOf(ordersOf(each.car, each.version)));
        } else if (each.does === 'hand') await one?.hand(partitionOfCar(each.car), each.count);
        else if (each.does === 'ask' && one !== undefined) await listen(each.car, one);
        else if (each.does === 'fail') {
          if (each.compacted) topic.compact();
          await one?.fail();
        }
      }
      for (const one of ingests) {
        await one.handAll();
        for (const each of CARS) {
          expect(await listen(each, one)).toBe(200);
          expect(told.get(each)?.map(sayOf).at(-1)).toBe(had.get(each)?.at(-1));
        }
        for (const [each, received] of one.streams)
          expect(received.map(sayOf).at(-1)).toBe(had.get(each)?.at(-1));
        one.door.hangUp();
      }
      for (const [, received] of ingests.flatMap(({ streams }) => streams))
        received.forEach(({ id }, at) => expect(nameOf(id)).not.toBe(nameOf(received[at - 1]?.id)));
      for (const [each, received] of [...told, ...ingests.flatMap(({ streams }) => streams)])
        expect([each, isInOrder(received.map(sayOf), had.get(each) ?? [])]).toEqual([each, true]);
    }),
    { numRuns: 100 },
  );
});
