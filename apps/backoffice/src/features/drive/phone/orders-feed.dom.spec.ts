import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { NO_ORDERS, ORDERS_DOOR } from '@flagpost/contracts';
import type { ReceivedOrders } from '@flagpost/telemetry/phone/shown-orders';
import { followOrders, type OrdersFeed } from './orders-feed.js';

const orders = (id: string): ReceivedOrders => ({ ...NO_ORDERS, id });

interface Asked {
  readonly isStream: boolean;
  readonly after: string | null;
  readonly wait: string | null;
  readonly lastEventId: string | null;
}

type Answer = (asked: Asked, signal: AbortSignal) => Response | Promise<Response>;

const real = globalThis.fetch;
let feed: OrdersFeed | null = null;
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  feed?.stop();
  jest.useRealTimers();
  globalThis.fetch = real;
});

const until = async (isIt: () => boolean): Promise<void> => {
  for (let left = 100; left > 0 && !isIt(); left -= 1) await jest.advanceTimersByTimeAsync(100);
  expect(isIt()).toBe(true);
};

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** A door, or a proxy before it, that answers each request in its turn; a request beyond them is never answered. */
const follow = (...answers: readonly Answer[]) => followAfter('', ...answers);
const followAfter = (had: string, ...answers: readonly Answer[]) => {
  const asked: Asked[] = [];
  const got: string[] = [];
  const links: boolean[] = [];
  let ended = 0;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    const one = {
      isStream: headers.get('accept') === 'text/event-stream',
      after: url.searchParams.get('after'),
      wait: url.searchParams.get('wait'),
      lastEventId: headers.get('last-event-id'),
    };
    asked.push(one);
    const answer = answers[asked.length - 1];
    const signal = init?.signal ?? new AbortController().signal;
    return answer === undefined ? aborted(signal) : answer(one, signal);
  };
  feed = followOrders('token', had, {
    onOrders: ({ id }) => got.push(id),
    onConnected: (isConnected) => links.push(isConnected),
    onEnded: () => (ended += 1),
  });
  return { asked, got, links, ended: () => ended };
};

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status });
const streamed = (text: string) => () =>
  new Response(text, { headers: { 'content-type': 'text/event-stream' } });
const event = (id: string): string => `id: ${id}\nevent: orders\ndata: ${JSON.stringify(orders(id))}\n\n`;
/** What a proxy makes of a stream that it holds back. */
const dumb = streamed('');

it('goes on with a stream after the last orders that it had', async () => {
  const { asked, got } = follow(streamed(event('a') + event('b')));
  await until(() => asked.length === 2);
  expect(got).toEqual(['a', 'b']);
  expect(asked.map(({ isStream, lastEventId }) => [isStream, lastEventId])).toEqual([
    [true, null],
    [true, 'b'],
  ]);
});

it('goes on after the orders that the phone has kept, by a stream and by polling', async () => {
  const { asked, got } = followAfter('a', dumb, dumb, json(orders('b')));
  await until(() => asked.length === 4);
  expect(got).toEqual(['b']);
  expect(asked.map(({ lastEventId, after }) => lastEventId ?? after)).toEqual(['a', 'a', 'a', 'b']);
});

it('polls once two streams brought nothing: at once first, then for each change', async () => {
  const { asked, got, links } = follow(dumb, dumb, json(orders('a')), json(orders('b')));
  await until(() => asked.length === 5);
  expect(got).toEqual(['a', 'b']);
  const wait = String(ORDERS_DOOR.waitS);
  expect(asked.slice(2)).toEqual([
    { isStream: false, after: null, wait: '0', lastEventId: null },
    { isStream: false, after: 'a', wait, lastEventId: null },
    { isStream: false, after: 'b', wait, lastEventId: null },
  ]);
  expect(links.at(-1)).toBe(true);
});

it.each<[string, Answer]>([
  ['the answer', (_, signal) => aborted(signal)],
  [
    'the body of the answer',
    (_, signal) => new Response(new ReadableStream({ pull: () => aborted(signal) })),
  ],
])('polls after twenty seconds where something holds back %s of a stream', async (_, held) => {
  const { asked, got, links } = follow(held, held, json(orders('a')));
  await jest.advanceTimersByTimeAsync(20_000);
  expect(links).not.toContain(true);
  await until(() => got.length === 1);
  expect(asked.map(({ isStream }) => isStream)).toEqual([true, true, false, false]);
  expect(links.at(-1)).toBe(true);
});

it('asks for its first poll at once, also after orders that the phone has kept', async () => {
  const { asked } = followAfter('a', dumb, dumb, json(orders('a')));
  await until(() => asked.length === 4);
  expect(asked.slice(2).map(({ wait }) => wait)).toEqual(['0', String(ORDERS_DOOR.waitS)]);
});

it('polls again after a poll that failed, and says that it was not connected', async () => {
  const { asked, got, links } = follow(dumb, dumb, json({}, 502), json(orders('a')));
  await until(() => asked.length === 5);
  expect(got).toEqual(['a']);
  expect(links.slice(-2)).toEqual([false, true]);
});

it.each([
  ['a stream', []],
  ['a poll', [dumb, dumb]],
])('waits as long as the door says before it repeats %s that was one too many', async (_, before) => {
  const tooMany: Answer = () => new Response('{}', { status: 429, headers: { 'retry-after': '7' } });
  const { asked } = follow(...before, tooMany);
  await until(() => asked.length === before.length + 1);
  await jest.advanceTimersByTimeAsync(6_800);
  expect(asked).toHaveLength(before.length + 1);
  await until(() => asked.length === before.length + 2);
  expect(asked.at(-1)?.isStream).toBe(before.length === 0);
});

it('tries a stream again when the network is back', async () => {
  const { asked } = follow(dumb, dumb, json({}, 502), streamed(event('a')));
  await until(() => asked.length === 3);
  feed?.retry();
  await until(() => asked.length === 4);
  expect(asked[3]?.isStream).toBe(true);
});

/** A stream that brings this, and then hangs as on a dead connection, or until the door ends it. */
const hanging =
  (text: string, endsAfterMs?: number): Answer =>
  (_, signal) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(body) {
          body.enqueue(new TextEncoder().encode(text));
          signal.addEventListener('abort', () => body.error(signal.reason));
          if (endsAfterMs !== undefined) setTimeout(() => body.close(), endsAfterMs);
        },
      }),
    );
const unanswered: Answer = (_, signal) => aborted(signal);

it('opens a stream again at once that the door has ended, and is connected all the time', async () => {
  const { asked, got, links } = follow(
    hanging(event('a'), ORDERS_DOOR.streamMs),
    hanging('retry: 2000\n\n', ORDERS_DOOR.streamMs),
    hanging(event('b')),
  );
  await jest.advanceTimersByTimeAsync(2 * ORDERS_DOOR.streamMs + 10);
  expect(asked.map(({ lastEventId }) => lastEventId)).toEqual([null, 'a', 'a']);
  expect([got, new Set(links)]).toEqual([['a', 'b'], new Set([true])]);
});

it('opens streams that end at once no faster than each second', async () => {
  const { asked } = follow(...Array.from({ length: 50 }, () => streamed('retry: 2000\n\n')));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(asked.length).toBeLessThanOrEqual(11);
});

it.each<[string, readonly Answer[], Answer]>([
  ['a stream', [], hanging(event('a'))],
  ['a stream that is not answered', [streamed(event('a'))], unanswered],
  ['a poll', [dumb, dumb, json(orders('a'))], unanswered],
])('gives up %s that hangs when the network is back, and connects at once', async (_, before, hangs) => {
  const { asked, got, links } = follow(...before, hangs, hanging(event('b')));
  await until(() => asked.length === before.length + 1);
  await jest.advanceTimersByTimeAsync(3_000);
  links.length = 0;
  feed?.retry();
  await jest.advanceTimersByTimeAsync(0);
  const next = { isStream: true, after: null, wait: null, lastEventId: 'a' };
  expect([got, asked.at(-1), links]).toEqual([['a', 'b'], next, [true]]);
});

it('keeps a stream that has just brought something when the network is back', async () => {
  const { asked, got } = follow(hanging(event('a')));
  await until(() => got.length === 1);
  feed?.retry();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
});

it('goes on with streams however many were given up', async () => {
  const { asked } = follow(unanswered, unanswered, unanswered);
  for (let times = 0; times < 3; times += 1) {
    await jest.advanceTimersByTimeAsync(3_000);
    feed?.retry();
  }
  await until(() => asked.length === 4);
  expect(asked.every(({ isStream }) => isStream)).toBe(true);
});

it('ends with the token, but not by a 404 of something before the door', async () => {
  const { asked, ended } = follow(
    () => new Response('<h1>Not Found</h1>', { status: 404 }),
    json({ statusCode: 404, message: 'Not found' }, 404),
  );
  await until(() => ended() === 1);
  expect(asked).toHaveLength(2);
});
