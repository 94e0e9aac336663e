import { hash } from 'node:crypto';
import { carOrders, NO_ORDERS, TOPICS, type CarOrders } from '@flagpost/contracts';
import type { DeadLetters, StoredMessage, Topics } from '@flagpost/messaging';
import { superviseDelivery, type Logger, type Scheduler, type Supervised } from '@flagpost/platform';
import { parse } from '../parse.js';

/** The orders of one car, ready to be sent. */
export interface KnownOrders {
  /** Names exactly these orders: the same orders have the same id in every process. */
  readonly id: string;
  /** One line of JSON: `id` and the fields of `CarOrders`. */
  readonly json: string;
}

/** What `race.orders` has of every car, in every telemetry-ingest: a device may connect to any. */
export interface OrdersFollower extends Supervised {
  /** Null while the topic was not yet read to its end: orders may be missing. */
  of(carKey: string): KnownOrders | null;
  /** Calls back after each change of the car's orders, and once they are known. Returns what ends it. */
  watch(carKey: string, onChange: () => void): () => void;
}

const ID_CHARACTERS = 16;

const knownOrders = (orders: CarOrders): KnownOrders => {
  const id = hash('sha256', JSON.stringify(orders), 'base64url').slice(0, ID_CHARACTERS);
  return { id, json: JSON.stringify({ id, ...orders }) };
};

const NOTHING = knownOrders(NO_ORDERS);

const decode = ({ value }: StoredMessage): KnownOrders | null =>
  value === null ? null : knownOrders(parse(carOrders, JSON.parse(value)));

/** Follows the topic from its beginning. An unreadable value leaves the car's orders as they were. */
export const followOrders = (parts: {
  readonly topics: Topics;
  readonly deadLetters: DeadLetters;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}): OrdersFollower => {
  const { topics, deadLetters } = parts;
  const orders = new Map<string, KnownOrders>();
  const watchers = new Map<string, Set<() => void>>();
  let isComplete = false;

  const tell = (key: string): void => watchers.get(key)?.forEach((onChange) => onChange());
  const set = (key: string, found: KnownOrders | null): void => {
    const before = orders.get(key)?.id;
    if (found === null) orders.delete(key);
    else orders.set(key, found);
    if (isComplete && before !== found?.id) tell(key);
  };

  const begin = () => {
    /** Compaction may have removed the tombstones of what this process still knows. */
    const former = new Set(orders.keys());
    let reading = true;
    return topics.follow({
      topic: TOPICS.orders,
      from: 'beginning',
      async onBatch(batch) {
        const read = await deadLetters.readable(TOPICS.orders, batch, decode);
        for (const { message, value } of read) {
          if (reading) former.delete(message.key);
          set(message.key, value);
        }
      },
      onCaughtUp() {
        reading = false;
        for (const key of former) set(key, null);
        if (isComplete) return;
        isComplete = true;
        for (const key of watchers.keys()) tell(key);
      },
    });
  };

  return {
    ...superviseDelivery(TOPICS.orders, begin, parts),
    of: (key) => (isComplete ? (orders.get(key) ?? NOTHING) : null),
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
