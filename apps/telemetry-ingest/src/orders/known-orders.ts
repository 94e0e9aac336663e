import { hash } from 'node:crypto';
import {
  carOrders,
  FLAG_TEST,
  NO_ORDERS,
  POSITION_PARTITIONS,
  TOPICS,
  type CarOrders,
} from '@flagpost/contracts';
import { partitionOf, type DeadLetters, type StoredMessage, type Topics } from '@flagpost/messaging';
import {
  boundedMap,
  superviseDelivery,
  type Clock,
  type Logger,
  type Scheduler,
  type Supervised,
} from '@flagpost/platform';
import { parse } from '../parse.js';

/** The orders of one car, ready to be sent. */
export interface KnownOrders {
  /** Names exactly these orders: the same orders have the same name in every process. */
  readonly name: string;
  /** One line of JSON: the fields of `CarOrders`. */
  readonly json: string;
  /** Codes of the flags in force for the car; null for none. */
  readonly track: number | null;
  readonly driver: number | null;
}

/** What `race.orders` has of every car, in every telemetry-ingest: a device may connect to any. */
export interface OrdersFollower extends Supervised {
  /** Null while the car's partition was not yet read to its end: orders may be missing. */
  of(carKey: string): KnownOrders | null;
  /** The place in the car's partition up to which what this process knows of the car is what was published. */
  placeOf(carKey: string): number;
  /**
   * Whether this process has yet to read what another one knew of the car at this place. False as well for a place that the topic
   * does not have: it is of one that was left behind by a move or a backup.
   */
  isBehind(carKey: string, place: number): Promise<boolean>;
  /** Calls back after each change of the car's orders, and once they are known. Returns what ends it. */
  watch(carKey: string, onChange: () => void): () => void;
}

const NAME_CHARACTERS = 16;
/** Places of cars that say no more than the place of their partition are forgotten when so many have gathered. */
const PLACES = 5_000;

const knownOrders = (orders: CarOrders): KnownOrders => {
  const json = JSON.stringify(orders);
  const name = hash('sha256', json, 'base64url').slice(0, NAME_CHARACTERS);
  return { name, json, track: orders.track, driver: orders.driver };
};

const NOTHING = knownOrders(NO_ORDERS);

/** A test is left out of the orders once it is over. */
interface KnownCar {
  readonly orders: KnownOrders;
  readonly test: { readonly orders: KnownOrders; readonly endsAt: number } | null;
}

const knownCar = ({ test, ...rest }: CarOrders): KnownCar => ({
  orders: knownOrders(rest),
  test:
    test === undefined
      ? null
      : { orders: knownOrders({ ...rest, test }), endsAt: test.sentAt + FLAG_TEST.lastsMs },
});

/** Values that are kept decoded: a flag to a whole field gives many cars the same. */
const DECODED = 64;

const createDecoder = (): ((message: StoredMessage) => KnownCar | null) => {
  const decoded = boundedMap<string, KnownCar>(DECODED);
  return ({ value }) => {
    if (value === null) return null;
    const known = decoded.get(value);
    if (known !== undefined) return known;
    const car = knownCar(parse(carOrders, JSON.parse(value)));
    decoded.set(value, car);
    return car;
  };
};

/** Follows the topic from its beginning. An unreadable value leaves the car's orders as they were. */
export const followOrders = (parts: {
  readonly topics: Topics;
  readonly deadLetters: DeadLetters;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}): OrdersFollower => {
  const { topics, deadLetters, clock } = parts;
  const decode = createDecoder();
  const cars = new Map<string, KnownCar>();
  /** By partition: the next offset, and when the newest message was stored. */
  const places: { readonly next: number; readonly storedAt: number }[] = [];
  /**
   * By partition: where it was last read to its end. From there on compaction moves what was published of a car to its newest
   * place: how far this process has read says nothing of the cars that it has not seen.
   */
  const settled: number[] = [];
  /** By car that was seen: the place after it, which counts if it is behind where its partition was read to the end. */
  const seen = new Map<string, number>();
  let forgetsAt = PLACES;
  const watchers = new Map<string, Set<() => void>>();
  const partitionOfCar = (key: string): number => partitionOf(key, POSITION_PARTITIONS);

  const tell = (key: string): void => watchers.get(key)?.forEach((onChange) => onChange());
  const ordersNow = (key: string): KnownOrders => {
    const car = cars.get(key);
    if (car === undefined) return NOTHING;
    return car.test !== null && clock.now() < car.test.endsAt ? car.test.orders : car.orders;
  };
  const set = (key: string, found: KnownCar | null): void => {
    const before = ordersNow(key).name;
    if (found === null) cars.delete(key);
    else cars.set(key, found);
    if (settled[partitionOfCar(key)] !== undefined && before !== ordersNow(key).name) tell(key);
  };
  const placeOf = (key: string): number => Math.max(seen.get(key) ?? 0, settled[partitionOfCar(key)] ?? 0);
  const forgetPlaces = (): void => {
    if (seen.size < forgetsAt) return;
    for (const [key, next] of seen) if (next <= (settled[partitionOfCar(key)] ?? 0)) seen.delete(key);
    forgetsAt = seen.size + PLACES;
  };
  /** What is delivered again when the reading begins anew is older than what is known, unless the topic was made anew too. */
  const isNews = (partition: number, { offset, storedAt }: StoredMessage): boolean => {
    const place = places[partition] ?? { next: 0, storedAt: 0 };
    if (offset < place.next && storedAt <= place.storedAt) return false;
    places[partition] = { next: offset + 1, storedAt: Math.max(storedAt, place.storedAt) };
    return true;
  };

  let asking: Promise<unknown> = Promise.resolve();
  let waiting: Promise<readonly number[]> | null = null;
  /** Asked after the call: one question is under way at most, and all that come in the meantime share the next. */
  const headsNow = (): Promise<readonly number[]> => {
    waiting ??= asking
      .catch(() => undefined)
      .then(() => {
        waiting = null;
        const heads = topics.heads(TOPICS.orders);
        asking = heads;
        return heads;
      });
    return waiting;
  };

  const begin = () => {
    /** Compaction may have removed the tombstones of what this process still knows: until it is seen, or cannot be there. */
    const former = new Set(cars.keys());
    /** By partition: the next offset of this reading. */
    const read: number[] = [];
    /** Everything of the partition was read up to its end, which is at `place`. */
    const settle = (partition: number, place: number): void => {
      for (const key of former)
        if (partitionOfCar(key) === partition) {
          former.delete(key);
          set(key, null);
        }
      const isFirst = settled[partition] === undefined;
      settled[partition] = Math.max(place, settled[partition] ?? 0);
      forgetPlaces();
      if (isFirst) for (const key of watchers.keys()) if (partitionOfCar(key) === partition) tell(key);
    };
    let fail: (error: unknown) => void = () => undefined;
    const failed = new Promise<never>((_, reject) => (fail = reject));
    /** What was published anew since the reading began is gone from its old place: the end is where nothing has come since. */
    const settleWhereAllIsRead = async (): Promise<void> => {
      const before = [...read];
      const heads = await headsNow();
      for (const [partition, head] of heads.entries()) {
        const place = before[partition] ?? 0;
        if (place >= head) settle(partition, place);
      }
    };
    const delivery = topics.follow({
      topic: TOPICS.orders,
      from: 'beginning',
      async onBatch(batch) {
        const { partition, messages, head } = batch;
        await deadLetters.eachReadable(TOPICS.orders, batch, decode, (value, message) => {
          former.delete(message.key);
          if (!isNews(partition, message)) return;
          seen.set(message.key, message.offset + 1);
          set(message.key, value);
        });
        const next = (messages.at(-1)?.offset ?? -1) + 1;
        read[partition] = Math.max(next, read[partition] ?? 0);
        if (next >= head) settle(partition, next);
      },
      onCaughtUp(heads) {
        // The last messages of a partition may be tombstones that are gone.
        heads.forEach((next, partition) => (read[partition] = Math.max(next, read[partition] ?? 0)));
        settleWhereAllIsRead().catch(fail);
      },
    });
    return { closed: Promise.race([delivery.closed, failed]), stop: () => delivery.stop() };
  };

  return {
    ...superviseDelivery(TOPICS.orders, begin, parts),
    of: (key) => (settled[partitionOfCar(key)] === undefined ? null : ordersNow(key)),
    placeOf,
    async isBehind(key, place) {
      if (place <= placeOf(key)) return false;
      const heads = await headsNow().catch(() => null);
      const isThere = heads === null || (heads[partitionOfCar(key)] ?? 0) >= place;
      return isThere && place > placeOf(key);
    },
    watch(key, onChange) {
      const ofCar = watchers.get(key) ?? new Set();
      watchers.set(key, ofCar.add(onChange));
      return () => {
        ofCar.delete(onChange);
        if (ofCar.size === 0 && watchers.get(key) === ofCar) watchers.delete(key);
      };
    },
  };
};
