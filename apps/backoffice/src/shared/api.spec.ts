import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS } from '@flagpost/contracts';
import { createStore } from '../app/store.js';
import { eventsApi } from '../features/events/api.js';
import { answerCalls, type Answer, type Asked } from '../testing/fetch.js';
import { clearCookies, readTokens, writeSession, writeTokens } from './session/cookies.js';
import { selectSession } from './session/slice.js';

const expired: Answer = { status: 401, body: { statusCode: 401, message: ANSWER_TEXTS.tokenExpired } };
const refused: Answer = { status: 401, body: { statusCode: 401, message: ANSWER_TEXTS.notAuthorized } };
const bearer = ({ headers }: Asked): string | null => headers.get('authorization');

const signedIn = () => {
  writeTokens({ accessToken: 'old', refreshToken: 'r1' });
  writeSession({ user: { id: 3, name: 'Dora D', roles: [{ id: 4 }], avatar: null }, club: null });
  return createStore();
};
type Store = ReturnType<typeof createStore>;
const isOpen = (store: Store): boolean => selectSession(store.getState()) !== null;
const ask = (store: Store, clubId: number) => store.dispatch(eventsApi.endpoints.liveNow.initiate(clubId));

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(clearCookies);

describe('a call', () => {
  it('carries the bearer and the language of the browser', async () => {
    const calls = answerCalls(() => ({ status: 200, body: [] }));
    await ask(signedIn(), 1);
    expect(calls.map(bearer)).toEqual(['Bearer old']);
    expect(calls[0]?.headers.get('backofficelanguage')).toBe(navigator.language);
  });
});

describe('an expired token', () => {
  const renewing = (asked: Asked): Answer => {
    if (asked.path === '/api/auth/refresh') {
      return { status: 200, body: { accessToken: 'new', refreshToken: 'r2', name: 'Dora' } };
    }
    return bearer(asked) === 'Bearer new' ? { status: 200, body: [] } : expired;
  };

  it('is renewed once for calls that find it together, and every call is sent again', async () => {
    const calls = answerCalls(renewing);
    const store = signedIn();
    const answers = await Promise.all([1, 2, 3].map((clubId) => ask(store, clubId)));
    expect(answers.map(({ data }) => data)).toEqual([[], [], []]);
    const renewals = calls.filter(({ path }) => path === '/api/auth/refresh');
    expect(renewals.map(({ body }) => body)).toEqual([{ refreshToken: 'r1' }]);
    expect(readTokens()).toEqual({ accessToken: 'new', refreshToken: 'r2' });
    expect(isOpen(store)).toBe(true);
  });

  it('is not renewed again by a call that was under way when another renewed it', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const calls = answerCalls(async (asked) => {
      if (asked.path === '/api/events/liveNow/2' && bearer(asked) === 'Bearer old') await held;
      return renewing(asked);
    });
    const store = signedIn();
    const slow = ask(store, 2);
    await ask(store, 1);
    release();
    expect((await slow).data).toEqual([]);
    expect(calls.filter(({ path }) => path === '/api/auth/refresh')).toHaveLength(1);
  });

  it('whose refresh token has expired too ends the session', async () => {
    answerCalls(({ path }) =>
      path === '/api/auth/refresh'
        ? { status: 401, body: { statusCode: 401, message: ANSWER_TEXTS.refreshTokenExpired } }
        : expired,
    );
    const store = signedIn();
    await ask(store, 1);
    expect(isOpen(store)).toBe(false);
    expect(readTokens()).toBeNull();
  });
});

describe('the session', () => {
  it('ends with any other 401', async () => {
    const calls = answerCalls(() => refused);
    const store = signedIn();
    await ask(store, 1);
    expect(calls).toHaveLength(1);
    expect(isOpen(store)).toBe(false);
  });

  it('ends when nobody answers', async () => {
    answerCalls(() => 'nothing');
    const store = signedIn();
    await ask(store, 1);
    expect(isOpen(store)).toBe(false);
  });

  it('outlives silence on the live map', async () => {
    window.history.replaceState(null, '', '/map/7');
    answerCalls(() => 'nothing');
    const store = signedIn();
    await ask(store, 1);
    expect(isOpen(store)).toBe(true);
  });

  it('outlives a renewal that nobody answers on the live map', async () => {
    window.history.replaceState(null, '', '/map/7');
    answerCalls(({ path }) => (path === '/api/auth/refresh' ? 'nothing' : expired));
    const store = signedIn();
    await ask(store, 1);
    expect(isOpen(store)).toBe(true);
  });

  it.each([403, 404, 418, 500])('outlives a %d', async (status) => {
    answerCalls(() => ({ status, body: { statusCode: status, message: 'no' } }));
    const store = signedIn();
    await ask(store, 1);
    expect(isOpen(store)).toBe(true);
  });

  it('is found again after a reload, and not without a role', () => {
    expect(isOpen(signedIn())).toBe(true);
    expect(isOpen(createStore())).toBe(true);
    writeSession({ user: { id: 3, name: 'Dora D', roles: [], avatar: null }, club: null });
    expect(isOpen(createStore())).toBe(false);
  });
});
