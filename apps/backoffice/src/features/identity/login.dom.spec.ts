import { afterEach, describe, expect, it, jest } from '@jest/globals';
import Cookies from 'js-cookie';
import { ANSWER_TEXTS, FIELD_TEXTS } from '@flagpost/contracts';
import { createStore } from '../../app/store.js';
import { clearCookies, readRefreshToken } from '../../shared/session/cookies.js';
import { selectActor } from '../../shared/session/slice.js';
import { answerCalls, type Answer } from '../../testing/fetch.js';
import { loginFaults, logIn } from './login.js';
import { signOut } from './sign-out.js';

const credentials = { email: 'director@flagpost.demo', password: 'Flagpost1' };
const club = { cluId: 4, cluName: 'Club', cluLatitude: null, cluLongitude: null };
const person = (role: number) => ({
  accessToken: 'a',
  refreshToken: 'r',
  id: 3,
  name: 'Dora',
  surname: 'Direttore',
  roles: [{ id: role }],
});

afterEach(clearCookies);

describe('the login form', () => {
  it.each([
    ['', '', { email: FIELD_TEXTS.email, password: FIELD_TEXTS.password }],
    ['', 'Flagpost1', { email: FIELD_TEXTS.email }],
    ['director@flagpost.demo', '', { password: FIELD_TEXTS.password }],
    ['a@b.com', 'Flagpost1', { form: FIELD_TEXTS.credentialsTooShort }],
    ['director@flagpost.demo', 'short12', { form: FIELD_TEXTS.credentialsTooShort }],
    [`${'a'.repeat(45)}@b.com`, 'Flagpost1', { form: FIELD_TEXTS.credentialsTooShort }],
    ['director@flagpost.demo', 'x'.repeat(21), { form: FIELD_TEXTS.credentialsTooShort }],
    ['a@bc.com', '12345678', null],
  ])('of %j and %j says %j', (email, password, faults) => {
    expect(loginFaults({ email, password })).toEqual(faults);
  });
});

describe('logging in', () => {
  it('keeps the session in the four cookies', async () => {
    answerCalls(({ path }): Answer => ({
      status: 200,
      body: path === '/api/users/myClub/' ? club : person(4),
    }));
    const store = createStore();
    expect(await store.dispatch(logIn(credentials))).toBeNull();
    expect(selectActor(store.getState())).toEqual({ userId: 3, roles: [4], clubId: 4 });
    expect([Cookies.get('token'), Cookies.get('refreshToken')]).toEqual(['a', 'r']);
    expect(JSON.parse(Cookies.get('club') ?? '')).toEqual(club);
    expect(JSON.parse(Cookies.get('user') ?? '')).toMatchObject({ id: 3, name: 'Dora Direttore' });
  });

  it('gives administrators no club', async () => {
    Cookies.set('club', JSON.stringify(club), { path: '/' });
    const calls = answerCalls(() => ({ status: 200, body: person(1) }));
    const store = createStore();
    await store.dispatch(logIn(credentials));
    expect(calls.map(({ path }) => path)).toEqual(['/api/auth/login']);
    expect(selectActor(store.getState())).toEqual({ userId: 3, roles: [1], clubId: null });
    expect(Cookies.get('club')).toBeUndefined();
  });

  it.each([
    [401, ANSWER_TEXTS.wrongCredentials],
    [418, ANSWER_TEXTS.roleNotAllowed],
  ])('refused with %d says what the server said', async (status, message) => {
    answerCalls(() => ({ status, body: { statusCode: status, message } }));
    const store = createStore();
    expect(await store.dispatch(logIn(credentials))).toEqual({ refusal: message, isLimited: false });
    expect(selectActor(store.getState())).toBeNull();
  });

  it('is sent again by itself while too many others are under way', async () => {
    const busy = { statusCode: 429, message: ANSWER_TEXTS.signInBusy, code: 'signInBusy' };
    let heard = 0;
    const calls = answerCalls(() =>
      heard++ < 2 ? { status: 429, body: busy } : { status: 200, body: person(1) },
    );
    const soon = jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((work: () => void) => queueMicrotask(work)) as unknown as typeof setTimeout);
    const store = createStore();
    expect(await store.dispatch(logIn(credentials))).toBeNull();
    expect(calls).toHaveLength(3);
    heard = -100;
    expect(await store.dispatch(logIn(credentials))).toEqual({
      refusal: ANSWER_TEXTS.signInBusy,
      isLimited: true,
    });
    expect(calls).toHaveLength(9);
    soon.mockRestore();
  });

  it('leaves nobody logged in when the club cannot be read', async () => {
    answerCalls(({ path }): Answer =>
      path === '/api/users/myClub/'
        ? { status: 404, body: { statusCode: 404, message: ANSWER_TEXTS.notFound } }
        : { status: 200, body: person(4) },
    );
    const store = createStore();
    expect(await store.dispatch(logIn(credentials))).toMatchObject({ refusal: ANSWER_TEXTS.notFound });
    expect(selectActor(store.getState())).toBeNull();
    expect(Cookies.get('token')).toBeUndefined();
  });
});

describe('logging out', () => {
  const answers: [string, Answer][] = [
    ['the server ends the session', { status: 200 }],
    ['nobody answers', 'nothing'],
  ];
  it.each(answers)('leaves nothing in the browser, and tells the server: %s', async (_, answer) => {
    const calls = answerCalls(({ path }): Answer => {
      if (path === '/api/auth/logout') return answer;
      return { status: 200, body: path === '/api/users/myClub/' ? club : person(4) };
    });
    const store = createStore();
    await store.dispatch(logIn(credentials));
    store.dispatch(signOut());
    expect(selectActor(store.getState())).toBeNull();
    expect(readRefreshToken()).toBeNull();
    await new Promise((resolve) => setTimeout(resolve));
    expect(calls.at(-1)).toMatchObject({ path: '/api/auth/logout', body: { refreshToken: 'r' } });
  });
});
