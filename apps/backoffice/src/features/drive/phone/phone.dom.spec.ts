import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { answerCalls, type Answer, type Asked } from '../../../testing/fetch.js';
import { memoryDatabase, NOTHING_KEPT } from './database.js';
import { startPhone, type Phone } from './phone.js';

const NOW = Date.UTC(2026, 5, 6, 12);
const TEN_MIN_MS = 600_000;
const TAKEN: Answer = { status: 200, body: { accepted: 1, dropped: {} } };

const real = globalThis.fetch;
let calls: Asked[];
/** What the doors of positions and signals answer. */
let answer: Answer;
let drive: PositionCallback;
let phone: Phone;

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  answer = TAKEN;
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      watchPosition: (take: PositionCallback) => {
        drive = take;
        return 1;
      },
      getCurrentPosition: () => undefined,
      clearWatch: () => undefined,
    },
  });
  calls = answerCalls(({ path }) =>
    path.startsWith('/ingest/orders/') ? new Promise<Answer>(() => undefined) : answer,
  );
  const kept = NOTHING_KEPT;
  phone = startPhone({ database: memoryDatabase(), kept, queue: [], token: 'token', keep: () => undefined });
});
afterEach(() => {
  phone.stop();
  jest.useRealTimers();
  globalThis.fetch = real;
  Reflect.deleteProperty(navigator, 'geolocation');
});

const has = async (): Promise<void> => {
  const coords = { latitude: 44.6, longitude: 8.1, accuracy: 6, speed: null, heading: null };
  drive({ coords, timestamp: Date.now() } as GeolocationPosition);
  await jest.advanceTimersByTimeAsync(1_000);
};
const setBack = (): void => jest.setSystemTime(Date.now() - TEN_MIN_MS);
const sent = (door: string): Asked[] => calls.filter(({ path }) => path === `/ingest/${door}/token`);
/** Times of the positions of an upload, ms since the start by the clock that was right. */
const timesOf = ({ body }: Asked): number[] =>
  String(body)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly t: number }).t - NOW);

it('sends positions at once after the clock of the phone was set back', async () => {
  await has();
  setBack();
  await has();
  await has();
  expect(sent('positions').map(timesOf)).toEqual([[0], [1_000 - TEN_MIN_MS], [2_000 - TEN_MIN_MS]]);
});

it('sends what waits for another try also after the clock of the phone was set back', async () => {
  answer = 'nothing';
  phone.report('hazard');
  await has();
  answer = TAKEN;
  setBack();
  calls.length = 0;
  await jest.advanceTimersByTimeAsync(20_000);
  expect([sent('signals').length, phone.state().waiting]).toEqual([1, 0]);
});

it('does not say that it is heard just now after the clock of the phone was set back', async () => {
  await has();
  setBack();
  await jest.advanceTimersByTimeAsync(20_000);
  const { now, heardAt } = phone.state();
  expect(now - (heardAt ?? now)).toBeGreaterThanOrEqual(15_000);
});

it.each([
  [2_999, 0],
  [3_000, 1],
  [3_140, 1],
])('calls for help by a hold of %i ms that ends between two ticks: %i', async (ms, calls) => {
  await jest.advanceTimersByTimeAsync(1_100);
  phone.pressSos();
  await jest.advanceTimersByTimeAsync(ms);
  phone.releaseSos();
  await jest.advanceTimersByTimeAsync(0);
  expect(sent('signals').map(({ body }) => body)).toEqual(
    Array.from({ length: calls }, () => JSON.stringify({ type: 'sos', t: NOW + 1_100 + ms })),
  );
});
