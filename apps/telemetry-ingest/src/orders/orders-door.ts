import type { IncomingMessage, ServerResponse } from 'node:http';
import { ANSWER_TEXTS, DOOR, ORDERS_DOOR } from '@flagpost/contracts';
import type { Clock, Health, Logger, Scheduler } from '@flagpost/platform';
import type { DeviceTokenStore } from '@flagpost/records';
import { refuse, type DoorHandler } from '../doors/doors.js';
import { createRateLimit } from '../doors/rate-limit.js';
import { knownTokens, type KnownCar } from '../doors/tokens.js';
import type { KnownOrders, OrdersFollower } from './known-orders.js';
import type { Presence } from './presence.js';

export interface OrdersDoorParts {
  readonly orders: OrdersFollower;
  readonly presence: Pick<Presence, 'connect'>;
  readonly deviceTokens: DeviceTokenStore;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly health: Health;
}

export interface OrdersDoor {
  readonly handle: DoorHandler;
  /** Ends every stream and waiting request, and refuses new ones. To be called before the server is closed. */
  hangUp(): void;
}

/** A device that is answered at a change of its orders: by a stream, or by the one answer of a waiting request. */
interface Listener {
  readonly token: string;
  readonly car: KnownCar;
  /** Sends what the device does not have yet. */
  update(): void;
  /** Says that the connection is alive, if it is a stream. */
  beat(): void;
  /** Ends the answer; null tells nothing more. */
  end(): void;
}

type Device = Pick<Listener, 'token' | 'car'>;

/** What a device has: the name of its orders, and how far their partition was read by who sent them. */
interface Had {
  readonly name: string;
  readonly place: number;
}

const ID = /^([\w-]{16})\.(\d{1,15})$/;
/** An id of a former release has no place. */
const hadOf = (id: string): Had => {
  const [, name, place] = ID.exec(id) ?? [];
  return name === undefined ? { name: id, place: 0 } : { name, place: Number(place) };
};

const PREFIX = '/ingest/orders/';
const PATH = /^\/ingest\/orders\/([\w-]{1,128})\/?$/;

/** A prime: no two of many streams get the same time. */
const SPREAD_STEP_MS = 997;

const withId = ({ json }: KnownOrders, id: string): string => `{"id":${JSON.stringify(id)},${json.slice(1)}`;

const isStream = ({ headers }: IncomingMessage): boolean =>
  headers.accept?.includes('text/event-stream') === true;

/** Seconds of `wait`, within the limits. */
const waitOf = (value: string | null): number => {
  const seconds = value === null || value === '' ? NaN : Number(value);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), ORDERS_DOOR.maxWaitS) : ORDERS_DOOR.waitS;
};

/**
 * `GET /ingest/orders/{token}`: the orders of the token's car, as server-sent events to who accepts them, and by long polling
 * to others. Every message has all orders of the car, so a device that missed one misses nothing. One that has newer orders than
 * this process knows is refused, and finds another process or comes again: nothing goes back in time.
 */
export const createOrdersDoor = (parts: OrdersDoorParts): OrdersDoor => {
  const { orders, presence, clock, scheduler, logger } = parts;
  const tokens = knownTokens(parts.deviceTokens, scheduler);
  const rateLimit = createRateLimit({
    perS: ORDERS_DOOR.requestsPerS,
    atOnce: ORDERS_DOOR.requestsAtOnce,
  });
  /** By car, oldest first. */
  const listeners = new Map<string, Set<Listener>>();
  let isOver = false;
  let failing = false;
  let tooMany = 0;
  let spreadMs = 0;
  /** Streams that were opened at once end one after the other. */
  const streamMs = (): number => {
    spreadMs = (spreadMs + SPREAD_STEP_MS) % ORDERS_DOOR.streamSpreadMs;
    return ORDERS_DOOR.streamMs + spreadMs;
  };
  const count = (): number => [...listeners.values()].reduce((sum, { size }) => sum + size, 0);
  parts.health.register('orders', () => ({
    ok: orders.failure() === null,
    details: { failure: orders.failure(), devices: count(), tooMany },
  }));

  const admit = (listener: Listener, response: ServerResponse): void => {
    const ofCar = listeners.get(listener.car.key) ?? new Set();
    listeners.set(listener.car.key, ofCar);
    const [oldest] = ofCar;
    if (oldest !== undefined && ofCar.size >= ORDERS_DOOR.perCar) oldest.end();
    ofCar.add(listener);
    const unwatch = orders.watch(listener.car.key, () => listener.update());
    const disconnect = presence.connect(listener.car.eventId, listener.car.invitationId);
    response.once('close', () => {
      unwatch();
      disconnect();
      ofCar.delete(listener);
      if (ofCar.size === 0 && listeners.get(listener.car.key) === ofCar) listeners.delete(listener.car.key);
    });
    listener.update();
  };

  const idOf = (known: KnownOrders, key: string): string => `${known.name}.${orders.placeOf(key)}`;
  const stream = (response: ServerResponse, device: Device, had: Had): void => {
    const { key } = device.car;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write(`retry: ${ORDERS_DOOR.retryMs}\n\n`);
    let sent = had.name;
    const write = (text: string): void => {
      // One that has ended and is still open has left unread what was written.
      if (response.writableEnded || response.writableLength > ORDERS_DOOR.unreadBytes) response.destroy();
      else response.write(text);
    };
    const update = (): void => {
      const known = orders.of(key);
      if (known === null || known.name === sent) return;
      sent = known.name;
      const id = idOf(known, key);
      write(`id: ${id}\nevent: orders\ndata: ${withId(known, id)}\n\n`);
    };
    const end = (): void => void response.end();
    const timer = scheduler.after(streamMs(), end);
    response.once('close', () => timer.cancel());
    admit({ ...device, update, beat: () => write(':\n\n'), end }, response);
  };

  const refuseNow = (response: ServerResponse): void =>
    refuse(response, 503, ANSWER_TEXTS.cannotStore, { 'retry-after': String(DOOR.retryAfterS) });
  const answer = (response: ServerResponse, key: string): void => {
    if (response.writableEnded) return;
    const known = orders.of(key);
    if (known === null) {
      refuseNow(response);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(withId(known, idOf(known, key)));
  };

  const poll = (response: ServerResponse, device: Device, had: Had, wait: string | null): void => {
    const { key } = device.car;
    const update = (): void => {
      const known = orders.of(key);
      if (known !== null && known.name !== had.name) answer(response, key);
    };
    const end = (): void => answer(response, key);
    const timer = scheduler.after(waitOf(wait) * 1_000, end);
    response.once('close', () => timer.cancel());
    admit({ ...device, update, beat: () => undefined, end }, response);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://door');
    const token = PATH.exec(url.pathname)?.[1];
    const car = token === undefined ? null : await tokens.find(token);
    if (token === undefined || car === null) refuse(response, 404, ANSWER_TEXTS.notFound);
    else if (request.method !== 'GET') refuse(response, 405, ANSWER_TEXTS.methodNotAllowed, { allow: 'GET' });
    else {
      const device = { token, car };
      const now = clock.now();
      const waitS = rateLimit.take(device.car.key, 1, now);
      if (waitS > 0) {
        tooMany += 1;
        refuse(response, 429, ANSWER_TEXTS.tooManyInputs, { 'retry-after': String(waitS) });
        return;
      }
      const { searchParams: query } = url;
      const lastId = request.headers['last-event-id'];
      const had = hadOf(isStream(request) ? String(lastId ?? '') : (query.get('after') ?? ''));
      const isBehind = await orders.isBehind(device.car.key, had.place);
      if (response.destroyed) return;
      if (isOver || isBehind) refuseNow(response);
      else if (isStream(request)) stream(response, device, had);
      else poll(response, device, had, query.get('wait'));
    }
  };

  /** Ends the listener if its token does. While the records cannot be read, it stays. */
  const lookUp = async (listener: Listener): Promise<void> => {
    const car = await Promise.resolve(tokens.find(listener.token)).catch(() => undefined);
    if (car === null || (car !== undefined && car.key !== listener.car.key)) listener.end();
    else {
      // A test may be over.
      listener.update();
      listener.beat();
    }
  };
  const everyListener = (): readonly Listener[] => [...listeners.values()].flatMap((ofCar) => [...ofCar]);
  const heartbeat = scheduler.every(ORDERS_DOOR.heartbeatMs, () => {
    for (const listener of everyListener()) void lookUp(listener);
  });

  return {
    handle(request, response, next) {
      if (request.url?.startsWith(PREFIX) !== true) {
        next();
        return;
      }
      serve(request, response).then(
        () => (failing = false),
        (error: unknown) => {
          if (!failing) logger.error('orders cannot be read', { error });
          failing = true;
          if (!response.headersSent) refuseNow(response);
        },
      );
    },
    hangUp() {
      isOver = true;
      heartbeat.cancel();
      for (const listener of everyListener()) listener.end();
    },
  };
};
