/** @jest-environment <rootDir>/tools/specs/jsdom-environment.js */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ANSWER_TEXTS } from '@flagpost/contracts';
import { answerCalls, type Answer } from '../../testing/fetch.js';
import { clearCookies, readTokens, writeSession, writeTokens } from './cookies.js';

const TOKEN_MS = 5_000;
const GRACE_MS = 60_000;

/** Tokens expire after 5 s, refresh tokens rotate with 60 s of grace, and the link loses every third refresh. */
const startServer = () => {
  let now = 0;
  let issued = 0;
  let asked = 0;
  const ends = new Map<string, number>();
  const successors = new Map<string, { access: string; refresh: string; at: number }>();
  const valid = new Set<string>();
  const issue = () => {
    issued++;
    const access = `h.${window.btoa(JSON.stringify({ Id: 3, n: issued }))}.s`;
    const refresh = `r${issued}`;
    ends.set(access, now + TOKEN_MS);
    valid.add(refresh);
    return { access, refresh };
  };
  const exchange = (refresh: string): Answer => {
    const before = successors.get(refresh);
    if (!valid.has(refresh) || (before !== undefined && now - before.at > GRACE_MS))
      return {
        status: 401,
        body: { statusCode: 401, message: ANSWER_TEXTS.refreshTokenExpired, code: 'refreshTokenExpired' },
      };
    const next = before ?? { ...issue(), at: now };
    successors.set(refresh, next);
    return { status: 200, body: { accessToken: next.access, refreshToken: next.refresh, name: 'Dora' } };
  };
  answerCalls(({ path, headers, body }): Answer => {
    if (path === '/api/auth/refresh') {
      const answer = exchange((body as { refreshToken: string }).refreshToken);
      asked++;
      return asked % 3 === 0 ? 'nothing' : answer;
    }
    const bearer = headers.get('authorization')?.replace('Bearer ', '') ?? '';
    return (ends.get(bearer) ?? 0) > now
      ? { status: 200, body: [] }
      : { status: 401, body: { statusCode: 401, message: ANSWER_TEXTS.tokenExpired, code: 'tokenExpired' } };
  });
  return {
    signIn() {
      const { access, refresh } = issue();
      writeTokens({ accessToken: access, refreshToken: refresh });
      writeSession({ user: { id: 3, name: 'Dora D', roles: [{ id: 4 }], avatar: null }, club: null });
    },
    pass(ms: number) {
      now += ms;
    },
    asked: () => asked,
  };
};

/** A tab with its own modules; tabs share only the cookies. */
const openTab = async () => {
  jest.resetModules();
  const { createStore } = await import('../../app/store.js');
  const { eventsApi } = await import('../../features/events/api.js');
  const { selectSession } = await import('./slice.js');
  const store = createStore();
  return {
    ask: async (clubId: number) =>
      store.dispatch(eventsApi.endpoints.liveNow.initiate(clubId, { forceRefetch: true })),
    isOpen: () => selectSession(store.getState()) !== null,
  };
};

/** Web Locks, which jsdom lacks: one holder at a time. */
const lendLocks = (): void => {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_: string, work: () => Promise<unknown>): Promise<unknown> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
};

beforeEach(() => {
  // Delays between two attempts elapse at once.
  const real = globalThis.setTimeout;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, ms = 0) => real(work, Math.min(ms, 1))) as typeof setTimeout);
});
afterEach(() => {
  jest.restoreAllMocks();
  clearCookies();
  Reflect.deleteProperty(navigator, 'locks');
});

describe.each(['with', 'without'])(
  'two tabs %s Web Locks, tokens of 5 s, every third answer lost',
  (locks) => {
    it('stay logged in through sixty renewals', async () => {
      if (locks === 'with') lendLocks();
      const server = startServer();
      server.signIn();
      const tabs = [await openTab(), await openTab()];
      for (let round = 0; round < 60; round++) {
        server.pass(12_000);
        const answers = await Promise.all(tabs.flatMap((tab) => [tab.ask(1), tab.ask(2)]));
        expect(answers.map(({ data }) => data)).toEqual([[], [], [], []]);
        expect(tabs.map((tab) => tab.isOpen())).toEqual([true, true]);
      }
      expect(readTokens()).not.toBeNull();
      // One tab renews per round; a lost answer costs one more request.
      if (locks === 'with') expect(server.asked()).toBeLessThanOrEqual(90);
    });
  },
);
