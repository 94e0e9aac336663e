import { ORDERS_DOOR } from '@flagpost/contracts';
import { createStreamReader } from '../model/event-stream.js';
import type { ReceivedOrders } from '@flagpost/telemetry/phone/shown-orders';
import { doorOf, isOfDoor, retryAfterMs } from './doors.js';

/** The orders of the car: by streams, which the door ends now and then, and by long polling where a proxy holds them back. */

/** A stream begins with something at once. Without it the connection is dead, or something before the door holds streams back. */
const FIRST_BYTE_MS = 10_000;
/** Longer than two heartbeats: nothing is heard, so the connection is dead. */
const SILENT_MS = 35_000;
/** A connection that brought something so recently is not dead. */
const ALIVE_MS = 2_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10_000;
/** Streams that brought nothing at all before the long polling begins. */
const DUMB_STREAMS = 2;

export interface OrdersFeed {
  /** Connects at once, for example because the network is back. What hangs on the former one is given up. */
  retry(): void;
  stop(): void;
}

export interface FeedListener {
  readonly onOrders: (orders: ReceivedOrders) => void;
  readonly onConnected: (isConnected: boolean) => void;
  /** The token has ended. */
  readonly onEnded: () => void;
}

class EndedError extends Error {}

/** Goes on after `had`, the id of the newest orders that the phone has; empty for none. */
export const followOrders = (token: string, had: string, listener: FeedListener): OrdersFeed => {
  const stopping = new AbortController();
  let attempt = new AbortController();
  /** Epoch ms. */
  let heardAt = -Infinity;
  let lastId = had === '' ? null : had;
  let dumb = 0;
  let failures = 0;
  /** What the door last said of a device that asks too often. */
  let waitMs = 0;
  /** The first poll asks for an answer at once: whether this way is open is to be known. */
  let hasPolled = false;
  let wake: () => void = () => undefined;

  const take = (data: string): void => {
    const orders = JSON.parse(data) as ReceivedOrders;
    lastId = orders.id;
    const { sos = null, question = null } = orders as Partial<ReceivedOrders>;
    listener.onOrders({ ...orders, sos, question });
  };
  const check = async (response: Response): Promise<void> => {
    if (response.status === 404 && (await isOfDoor(response))) throw new EndedError();
    if (response.status === 429) waitMs = retryAfterMs(response);
    if (!response.ok) throw new Error(`The door of orders answered ${response.status}.`);
  };
  const connected = (): void => {
    failures = 0;
    heardAt = Date.now();
    listener.onConnected(true);
  };
  const stream = async (given: AbortSignal): Promise<void> => {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), FIRST_BYTE_MS);
    const signal = AbortSignal.any([given, silence.signal]);
    let hasBegun = false;
    let isHeard = false;
    try {
      const headers = {
        accept: 'text/event-stream',
        ...(lastId === null ? {} : { 'last-event-id': lastId }),
      };
      const response = await fetch(doorOf('orders', token), { headers, cache: 'no-store', signal });
      await check(response);
      hasBegun = true;
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const read = createStreamReader();
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        isHeard = true;
        connected();
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENT_MS);
        for (const { event, data } of read(part.value)) if (event === 'orders') take(data);
      }
      if (!isHeard) throw new Error('The stream brought nothing.');
    } finally {
      clearTimeout(timer);
      if (isHeard) dumb = 0;
      else if (!given.aborted && (hasBegun || silence.signal.aborted)) dumb += 1;
    }
  };
  const poll = async (given: AbortSignal): Promise<void> => {
    const door = doorOf('orders', token);
    if (lastId !== null) door.searchParams.set('after', lastId);
    door.searchParams.set('wait', String(hasPolled ? ORDERS_DOOR.waitS : 0));
    const signal = AbortSignal.any([given, AbortSignal.timeout(SILENT_MS + 5_000)]);
    const response = await fetch(door, { cache: 'no-store', signal });
    await check(response);
    take(await response.text());
    hasPolled = true;
    connected();
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    const isStopped = (): boolean => stopping.signal.aborted;
    while (!isStopped()) {
      waitMs = 0;
      attempt = new AbortController();
      const givenUp = attempt.signal;
      const signal = AbortSignal.any([stopping.signal, givenUp]);
      const isPoll = dumb >= DUMB_STREAMS;
      const begunAt = performance.now();
      try {
        await (isPoll ? poll(signal) : stream(signal));
        // One that ends at once is not opened again as fast as the network allows: other devices of the car may end it each time.
        if (!isPoll) await pause(FIRST_RETRY_MS - (performance.now() - begunAt));
        continue;
      } catch (error) {
        if (isStopped()) return;
        if (error instanceof EndedError) {
          listener.onEnded();
          return;
        }
      }
      if (givenUp.aborted) continue;
      listener.onConnected(false);
      await pause(Math.max(waitMs, Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS)));
      failures += 1;
    }
  };
  void run();
  return {
    retry() {
      dumb = 0;
      hasPolled = false;
      // Also if the clock was set back since then.
      if (Math.abs(Date.now() - heardAt) >= ALIVE_MS) attempt.abort();
      wake();
    },
    stop: () => {
      stopping.abort();
      wake();
    },
  };
};
