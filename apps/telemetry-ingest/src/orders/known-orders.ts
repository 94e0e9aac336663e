import { hash } from 'node:crypto';
import { carOrders, FLAG_TEST, NO_ORDERS, TOPICS, type CarOrders } from '@flagpost/contracts';
import type { DeadLetters, StoredMessage, Topics } from '@flagpost/messaging';
import {
  superviseDelivery,
  type Clock,
  type Logger,
  type Scheduler,
  type Supervised,
} from '@flagpost/platform';
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

const decode = ({ value }: StoredMessage): KnownCar | null =>
  value === null ? null : knownCar(parse(carOrders, JSON.parse(value)));

/** Follows the topic from its beginning. An unreadable value leaves the car's orders as they were. */
export const followOrders = (parts: {
  readonly topics: Topics;
  readonly deadLetters: DeadLetters;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}): OrdersFollower => {
  const { topics, deadLetters, clock } = parts;
  const cars = new Map<string, KnownCar>();
  const watchers = new Map<string, Set<() => void>>();
  let isComplete = false;

  const tell = (key: string): void => watchers.get(key)?.forEach((onChange) => onChange());
  const ordersNow = (key: string): KnownOrders => {
    const car = cars.get(key);
    if (car === undefined) return NOTHING;
    return car.test !== null && clock.now() < car.test.endsAt ? car.test.orders : car.orders;
  };
  const set = (key: string, found: KnownCar | null): void => {
    const before = ordersNow(key).id;
    if (found === null) cars.delete(key);
    else cars.set(key, found);
    if (isComplete && before !== ordersNow(key).id) tell(key);
  };

  const begin = () => {
    /** Compaction may have removed the tombstones of what this process still knows. */
    const former = new Set(cars.keys());
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
    of: (key) => (isComplete ? ordersNow(key) : null),
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
