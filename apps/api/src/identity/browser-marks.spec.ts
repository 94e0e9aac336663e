import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BROWSER_MARK, browserMarkCookie, SESSION, type LoginAnswer } from '@flagpost/contracts';
import { tokenHash } from '@flagpost/platform';
import { accountsOf, PASSWORD } from '../testing/accounts.js';
import { browserOf } from '../testing/browser.js';
import { startHarness, type Harness } from '../testing/harness.js';

const EMAIL = 'director@example.org';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const credentials = { email: EMAIL, password: PASSWORD };

let harness: Harness;
let http: ReturnType<typeof browserOf>;
let userId: number;
let cookie: string;
beforeEach(async () => {
  harness = await startHarness();
  userId = await accountsOf(harness).add(EMAIL, 'director', 1);
  cookie = browserMarkCookie(userId);
  http = browserOf(harness);
});
afterEach(() => harness.stop());

const knows = (mark: string | undefined): Promise<boolean> =>
  harness.dependencies.records.browserMarks.has(userId, tokenHash(mark ?? ''), harness.time.now());
const refreshed = (refreshToken: string) => ({ refreshToken });

describe('the mark of a browser', () => {
  it('is a cookie that no script reads and no other site sends, secure where the page is', async () => {
    const plain = await http.browser().post('/auth/login', credentials);
    expect(plain.cookies).toHaveLength(1);
    const [name, ...attributes] = (plain.cookies[0] ?? '').split('; ');
    expect(name).toMatch(new RegExp(`^${cookie}=[\\w-]{43}$`));
    expect(attributes).toEqual(
      expect.arrayContaining([
        `Max-Age=${BROWSER_MARK.markMs / 1000}`,
        'Path=/api',
        'HttpOnly',
        'SameSite=Strict',
      ]),
    );
    expect(attributes).not.toContain('Secure');
    const secure = http.browser({ origin: 'https://race.example.org' });
    expect((await secure.post('/auth/login', credentials)).cookies[0]).toMatch(/; Secure/);
  });

  it('is stored as a hash, kept by the next sign-in and by signing out', async () => {
    const browser = http.browser();
    const { body } = await browser.post<LoginAnswer>('/auth/login', credentials);
    const mark = browser.jar.get(cookie);
    expect(await knows(mark)).toBe(true);
    await browser.post('/auth/logout', refreshed(body.refreshToken));
    expect(await knows(mark)).toBe(true);
    await browser.post('/auth/login', credentials);
    expect(browser.jar.get(cookie)).toBe(mark);
    await harness.time.advance(BROWSER_MARK.markMs);
    expect(await knows(mark)).toBe(false);
    await browser.post('/auth/login', credentials);
    expect(browser.jar.get(cookie)).not.toBe(mark);
  });

  it('is of one account, and nothing is marked by a wrong password', async () => {
    await accountsOf(harness).add('viewer@example.org', 'viewer', 1);
    const browser = http.browser();
    expect((await browser.post('/auth/login', { ...credentials, password: 'Wrong1234' })).cookies).toEqual(
      [],
    );
    await browser.post('/auth/login', credentials);
    await browser.post('/auth/login', { ...credentials, email: 'viewer@example.org' });
    expect(browser.jar.size).toBe(2);
    expect(new Set(browser.jar.values()).size).toBe(2);
    // One that somebody laid there is replaced.
    browser.jar.set(cookie, 'x'.repeat(43));
    await browser.post('/auth/login', credentials);
    expect(browser.jar.get(cookie)).not.toBe('x'.repeat(43));
  });

  it('ends with a change of the password, which marks the browser where it was changed', async () => {
    const here = http.browser();
    const there = http.browser();
    const { body } = await here.post<LoginAnswer>('/auth/login', credentials);
    await there.post('/auth/login', credentials);
    const [mine, theirs] = [here.jar.get(cookie), there.jar.get(cookie)];
    const changed = await http.send<LoginAnswer>(
      'PUT',
      '/users/updatePasswordWithValidation',
      { OldPassword: PASSWORD, Password: 'Startline1' },
      { authorization: `Bearer ${body.accessToken}`, origin: http.url, cookie: `${cookie}=${mine}` },
    );
    expect(changed.status).toBe(200);
    expect([await knows(mine), await knows(theirs)]).toEqual([false, false]);
    const given = /=([\w-]+);/.exec(changed.cookies[0] ?? '')?.[1];
    expect(await knows(given)).toBe(true);
  });
});

describe('a session that was opened in a browser', () => {
  it('goes on with its mark alone: a copied refresh token is worth nothing, and ends nothing', async () => {
    const browser = http.browser();
    const { body } = await browser.post<LoginAnswer>('/auth/login', credentials);
    const copied = refreshed(body.refreshToken);
    const stranger = http.browser();
    await stranger.post('/auth/login', credentials);
    for (const thief of [
      await http.post('/auth/refresh', copied),
      await http.browser().post('/auth/refresh', copied),
      await stranger.post('/auth/refresh', copied),
      await http.post('/auth/refresh', copied, { cookie: `${cookie}=${'x'.repeat(43)}` }),
    ]) {
      expect(thief.status).toBe(401);
      expect(thief.body).toMatchObject({ code: 'refreshTokenExpired' });
    }
    const next = await browser.post<LoginAnswer>('/auth/refresh', copied);
    expect(next.status).toBe(200);
    expect((await http.post('/auth/refresh', refreshed(next.body.refreshToken))).status).toBe(401);
    expect((await browser.post('/auth/refresh', refreshed(next.body.refreshToken))).status).toBe(200);
  });

  it('goes on in two tabs that renew at once', async () => {
    const browser = http.browser();
    const { body } = await browser.post<LoginAnswer>('/auth/login', credentials);
    const [one, other] = await Promise.all(
      [1, 2].map(() => browser.post<LoginAnswer>('/auth/refresh', refreshed(body.refreshToken))),
    );
    expect(one?.body.refreshToken).toBe(other?.body.refreshToken);
  });

  it('of a program goes on without a mark', async () => {
    const first = await http.post<LoginAnswer>('/auth/login', credentials);
    expect(first.cookies).toEqual([]);
    const second = await http.post<LoginAnswer>('/auth/refresh', refreshed(first.body.refreshToken));
    expect([second.status, second.cookies]).toEqual([200, []]);
    expect((await http.post('/auth/refresh', refreshed(second.body.refreshToken))).status).toBe(200);
  });

  it('by a former release is exchanged without a mark once, and gets one, though an answer was lost', async () => {
    await harness.dependencies.records.credentials.addRefreshToken({
      tokenHash: tokenHash('former'),
      userId,
      familyId: 'former session',
      expiresAt: harness.time.now() + 1_000,
      replacedAt: null,
      successor: null,
      markHash: null,
      browser: null,
    });
    const lost = await http.browser().post<LoginAnswer>('/auth/refresh', refreshed('former'));
    const browser = http.browser();
    const found = await browser.post<LoginAnswer>('/auth/refresh', refreshed('former'));
    expect([lost.status, found.status]).toEqual([200, 200]);
    expect(found.body.refreshToken).toBe(lost.body.refreshToken);
    expect(found.cookies).toEqual(lost.cookies);
    expect(await knows(browser.jar.get(cookie))).toBe(true);
    expect((await http.post('/auth/refresh', refreshed(found.body.refreshToken))).status).toBe(401);
    expect((await browser.post('/auth/refresh', refreshed(found.body.refreshToken))).status).toBe(200);
  });
});

describe('where somebody is signed in', () => {
  it('is listed by browser and last use, and ended everywhere at once', async () => {
    const first = await http.browser({ 'user-agent': FIREFOX }).post<LoginAnswer>('/auth/login', credentials);
    const begun = harness.time.now();
    await harness.time.advance(60_000);
    const browser = http.browser({ 'user-agent': FIREFOX });
    const other = await browser.post<LoginAnswer>('/auth/login', credentials);
    await harness.time.advance(SESSION.accessTokenMs - 120_000);
    const renewed = await browser.post<LoginAnswer>('/auth/refresh', refreshed(other.body.refreshToken));
    await http.post('/auth/login', credentials);
    await harness.time.advance(30_000);
    const as = harness.with(first.body.accessToken);
    const later = new Date(harness.time.now() - 30_000).toISOString();
    expect((await as.get('/auth/sessions')).body).toEqual(
      expect.arrayContaining([
        { browser: 'Firefox, Linux', lastUsedAt: later, isCurrent: false },
        { browser: null, lastUsedAt: later, isCurrent: false },
        { browser: 'Firefox, Linux', lastUsedAt: new Date(begun).toISOString(), isCurrent: true },
      ]),
    );
    expect((await as.delete('/auth/sessions')).status).toBe(204);
    expect((await as.get('/auth/sessions')).status).toBe(401);
    expect((await harness.with(renewed.body.accessToken).get('/events')).status).toBe(401);
    expect((await browser.post('/auth/refresh', refreshed(renewed.body.refreshToken))).status).toBe(401);
    expect((await browser.post('/auth/login', credentials)).cookies).toHaveLength(1);
  });
});

describe('signing out', () => {
  it('ends the session of the refresh token, or of the bearer, and no other', async () => {
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(async () => (await http.post<LoginAnswer>('/auth/login', credentials)).body),
    );
    const open = async (session = one) =>
      (await harness.with(session?.accessToken ?? '').get('/events')).status === 200;
    expect((await http.post('/auth/logout', refreshed(one?.refreshToken ?? ''))).status).toBe(204);
    expect([await open(one), await open(two), await open(three)]).toEqual([false, true, true]);
    expect((await http.post('/auth/refresh', refreshed(one?.refreshToken ?? ''))).status).toBe(401);
    const bearer = { authorization: `Bearer ${two?.accessToken}` };
    expect((await http.send('POST', '/auth/logout', undefined, bearer)).status).toBe(204);
    expect([await open(two), await open(three)]).toEqual([false, true]);
    expect((await http.post('/auth/refresh', refreshed(two?.refreshToken ?? ''))).status).toBe(401);
    expect((await http.post('/auth/logout', refreshed('unknown'))).status).toBe(204);
    expect((await http.send('POST', '/auth/logout', undefined, {})).status).toBe(401);
    expect((await http.send('POST', '/auth/logout', undefined, bearer)).status).toBe(204);
  });
});
