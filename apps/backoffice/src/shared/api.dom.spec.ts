import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import Cookies from 'js-cookie';
import { ANSWER_TEXTS, ROLES } from '@flagpost/contracts';
import { spanishForScreens } from '@flagpost/contracts/texts/es';
import { createStore } from '../app/store.js';
import { eventsApi } from '../features/events/api.js';
import { answerCalls, type Answer, type Asked } from '../testing/fetch.js';
import { clearCookies, readTokens, writeSession, writeTokens } from './session/cookies.js';
import { selectActor, selectEndedBy, selectSession } from './session/slice.js';
import { page } from './session/tab.js';
import { STORAGE_KEYS } from './stored-names.js';
import { TEXTS } from './texts.js';

/** The text may be in any language: the client reads the code. */
const expired: Answer = {
  status: 401,
  body: { statusCode: 401, message: spanishForScreens.answers.tokenExpired, code: 'tokenExpired' },
};
const refused: Answer = { status: 401, body: { statusCode: 401, message: ANSWER_TEXTS.notAuthorized } };
const bearer = ({ headers }: Asked): string | null => headers.get('authorization');

const tokenOf = (personId: number, name: string): string =>
  `h.${window.btoa(JSON.stringify({ Id: personId }))}.${name}`;
const OLD = tokenOf(3, 'old');
const NEW = tokenOf(3, 'new');

const writePerson = (id: number): void => {
  writeTokens({ accessToken: id === 3 ? OLD : tokenOf(id, 'old'), refreshToken: `r${id}` });
  writeSession({ user: { id, name: `Person ${id}`, roles: [{ id: 4 }], avatar: null }, club: null });
};
const signedIn = () => {
  writePerson(3);
  return createStore();
};
type Store = ReturnType<typeof createStore>;
const isOpen = (store: Store): boolean => selectSession(store.getState()) !== null;
const ask = (store: Store, clubId: number) => store.dispatch(eventsApi.endpoints.liveNow.initiate(clubId));

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => {
  clearCookies();
  jest.restoreAllMocks();
});

describe('a call', () => {
  it('carries the bearer and the language of the page', async () => {
    const calls = answerCalls(() => ({ status: 200, body: [] }));
    await ask(signedIn(), 1);
    expect(calls.map(bearer)).toEqual([`Bearer ${OLD}`]);
    expect(calls[0]?.headers.get('backofficelanguage')).toBe('en');
  });
});

const renewing = (asked: Asked): Answer => {
  if (asked.path === '/api/auth/refresh') {
    return { status: 200, body: { accessToken: NEW, refreshToken: 'r3b', name: 'Dora' } };
  }
  return bearer(asked) === `Bearer ${NEW}` ? { status: 200, body: [] } : expired;
};

describe('an expired token', () => {
  it('is renewed once for calls that find it together, and every call is sent again', async () => {
    const calls = answerCalls(renewing);
    const store = signedIn();
    const answers = await Promise.all([1, 2, 3].map((clubId) => ask(store, clubId)));
    expect(answers.map(({ data }) => data)).toEqual([[], [], []]);
    const renewals = calls.filter(({ path }) => path === '/api/auth/refresh');
    expect(renewals.map(({ body }) => body)).toEqual([{ refreshToken: 'r3' }]);
    expect(readTokens()).toEqual({ accessToken: NEW, refreshToken: 'r3b' });
    expect(isOpen(store)).toBe(true);
  });

  it('is not renewed again by a call that was under way when another renewed it', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const calls = answerCalls(async (asked) => {
      if (asked.path === '/api/events/liveNow/2' && bearer(asked) === `Bearer ${OLD}`) await held;
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

  it.each(['beforeunload', 'pagehide'])(
    'outlives a call that %s breaks off, and no later one',
    async (event) => {
      const store = signedIn();
      answerCalls(() => {
        window.dispatchEvent(new Event(event));
        throw new TypeError('NetworkError');
      });
      await ask(store, 1);
      expect(isOpen(store)).toBe(true);

      answerCalls(() => {
        throw new TypeError('NetworkError');
      });
      await ask(store, 2);
      expect(isOpen(store)).toBe(false);
    },
  );

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

describe('what an administrator changed of the person', () => {
  const club = { cluId: 4, cluName: 'Club', cluLatitude: null, cluLongitude: null };
  const toldOf = (roleIds: number[], ClubId: number | null): string =>
    `h.${window.btoa(JSON.stringify({ Id: 3, Roles: roleIds.map((Id) => ({ Id })), ClubId }))}.s`;
  /** The server refuses the token with the former roles; the next token has these. */
  const renewedAs = async (accessToken: string): Promise<Store> => {
    writeTokens({ accessToken: toldOf([ROLES.viewer], 4), refreshToken: 'r3' });
    writeSession({ user: { id: 3, name: 'Vera V', roles: [{ id: ROLES.viewer }], avatar: null }, club });
    answerCalls((asked) => {
      if (asked.path === '/api/auth/refresh')
        return { status: 200, body: { accessToken, refreshToken: 'r3b', name: 'Vera' } };
      return bearer(asked) === `Bearer ${accessToken}` ? { status: 200, body: [] } : expired;
    });
    const store = createStore();
    await ask(store, 1);
    return store;
  };

  it('reaches menu and guards with the next token, and outlives a reload', async () => {
    const store = await renewedAs(toldOf([ROLES.planner, ROLES.director], 4));
    for (const { getState } of [store, createStore()])
      expect(selectActor(getState())).toEqual({
        userId: 3,
        roles: [ROLES.planner, ROLES.director],
        clubId: 4,
      });
  });

  it.each([
    ['another institution', toldOf([ROLES.viewer], 5)],
    ['no role any more', toldOf([], 4)],
  ])('asks to sign in again for %s, and says why', async (_, accessToken) => {
    const store = await renewedAs(accessToken);
    expect([isOpen(store), selectEndedBy(store.getState())]).toEqual([false, TEXTS.login.changed]);
  });
});

describe('a token cookie', () => {
  const unauthorized = (asked: Asked): Answer => {
    const answer = renewing(asked);
    return answer === expired ? refused : answer;
  };

  it.each(['missing', 'broken'])('that is %s is renewed, also after a reload', async (how) => {
    answerCalls(unauthorized);
    signedIn();
    if (how === 'missing') Cookies.remove('token', { path: '/' });
    else Cookies.set('token', 'x.y.z', { path: '/' });
    const store = createStore();
    expect((await ask(store, 1)).data).toEqual([]);
    expect(isOpen(store)).toBe(true);
    expect(readTokens()?.accessToken).toBe(NEW);
  });

  it('that is missing and cannot be renewed ends the session, of which no cookie is left', async () => {
    answerCalls(() => refused);
    const store = signedIn();
    Cookies.remove('token', { path: '/' });
    await ask(store, 1);
    expect(isOpen(store)).toBe(false);
    expect(Cookies.get()).toEqual({});
  });
});

describe('the tab of one person where another tab', () => {
  const watchPage = () => jest.spyOn(page, 'startAnew').mockImplementation(() => undefined);
  const tellTabs = (): boolean =>
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.session }));
  const signals: [string, () => unknown][] = [
    ['by the news of it', tellTabs],
    ['on focus', () => window.dispatchEvent(new Event('focus'))],
    ['when it is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ];

  it('logged in as somebody else sends nothing in their name and starts anew', async () => {
    const startAnew = watchPage();
    const calls = answerCalls(() => ({ status: 200, body: [] }));
    const store = signedIn();
    writePerson(9);
    expect((await ask(store, 1)).isError).toBe(true);
    expect(calls).toEqual([]);
    expect(startAnew).toHaveBeenCalledTimes(1);
    expect(selectSession(createStore().getState())?.user.id).toBe(9);
  });

  it('logged out is logged out with the next call, which is not sent', async () => {
    const calls = answerCalls(() => ({ status: 200, body: [] }));
    const store = signedIn();
    clearCookies();
    await ask(store, 1);
    expect(calls).toEqual([]);
    expect(isOpen(store)).toBe(false);
  });

  it.each(signals)('changed the session notices %s', async (_, signal) => {
    const startAnew = watchPage();
    answerCalls(() => ({ status: 200, body: [] }));
    const store = signedIn();
    await ask(store, 1);
    signal();
    expect([isOpen(store), startAnew.mock.calls.length]).toEqual([true, 0]);
    writePerson(9);
    signal();
    expect(startAnew).toHaveBeenCalledTimes(1);
    clearCookies();
    signal();
    expect(isOpen(store)).toBe(false);
  });

  it('logged in while a call was under way leaves them their session when the call is refused', async () => {
    const startAnew = watchPage();
    answerCalls(() => {
      writePerson(9);
      return refused;
    });
    await ask(signedIn(), 1);
    expect(startAnew).toHaveBeenCalledTimes(1);
    expect(readTokens()?.refreshToken).toBe('r9');
  });

  it('logged in during a renewal keeps its tokens', async () => {
    watchPage();
    const calls = answerCalls((asked) => {
      if (asked.path !== '/api/auth/refresh') return expired;
      writePerson(9);
      return renewing(asked);
    });
    await ask(signedIn(), 1);
    expect(readTokens()?.refreshToken).toBe('r9');
    expect(calls).toHaveLength(2);
  });
});
