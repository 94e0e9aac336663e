import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ANSWER_TEXTS } from '@flagpost/contracts';
import { createStore } from '../app/store.js';
import { raceApi } from '../features/race-control/api.js';
import { answerCalls, type Answer } from '../testing/fetch.js';
import { clearCookies, writeSession, writeTokens } from './session/cookies.js';

const away: Answer = { status: 503, body: { statusCode: 503, message: ANSWER_TEXTS.unavailable } };
const route = { routeId: 7 };
const there: Answer = { status: 200, body: route };
const LONG_MS = 60_000;

beforeEach(() => {
  jest.useFakeTimers();
  window.history.replaceState(null, '', '/map/7');
  const token = `h.${window.btoa(JSON.stringify({ Id: 3 }))}.s`;
  writeTokens({ accessToken: token, refreshToken: 'r3' });
  writeSession({ user: { id: 3, name: 'Dora', roles: [{ id: 4 }], avatar: null }, club: null });
});
afterEach(() => {
  jest.useRealTimers();
  clearCookies();
});

/** A screen that shows the state of its route query. */
const screenOf = (answer: () => Answer) => {
  const calls = answerCalls(answer);
  const store = createStore();
  const read = store.dispatch(raceApi.endpoints.route.initiate(7));
  const shown = () => raceApi.endpoints.route.select(7)(store.getState());
  return { calls, store, read, shown };
};

it.each(['503', 'no answer'])(
  'what a screen reads is asked again after %s until it is answered',
  async (how) => {
    const answers: Answer[] = Array.from({ length: 3 }, () => (how === '503' ? away : 'nothing'));
    const { calls, read, shown } = screenOf(() => answers.shift() ?? there);
    await read;
    expect(shown()).toMatchObject({ isError: true, error: { status: how === '503' ? 503 : 'FETCH_ERROR' } });
    await jest.advanceTimersByTimeAsync(LONG_MS);
    expect(shown()).toMatchObject({ isSuccess: true, data: route });
    expect(calls).toHaveLength(4);
  },
);

it('what was shown stays while it cannot be read anew', async () => {
  const answers: Answer[] = [there, away, away];
  const { calls, store, read, shown } = screenOf(() => answers.shift() ?? there);
  await read;
  await store.dispatch(raceApi.endpoints.route.initiate(7, { forceRefetch: true }));
  expect(shown()).toMatchObject({ isError: true, data: route });
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(shown()).toMatchObject({ isSuccess: true, data: route });
  expect(calls).toHaveLength(4);
});

it('a refusal is final', async () => {
  const { calls, read } = screenOf(() => ({ status: 404, body: { statusCode: 404, message: 'no' } }));
  await read;
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(calls).toHaveLength(1);
});

it('what no screen wants any more is not asked for', async () => {
  const { calls, read } = screenOf(() => away);
  await read;
  read.unsubscribe();
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(calls).toHaveLength(1);
});

it('a command is never repeated by itself', async () => {
  const calls = answerCalls(() => away);
  const store = createStore();
  await store.dispatch(raceApi.endpoints.acknowledge.initiate({ key: 'k', alertId: 1 }));
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(calls).toHaveLength(1);
});
