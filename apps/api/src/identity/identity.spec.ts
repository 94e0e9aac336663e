import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  FIELD_TEXTS,
  ROLES,
  SESSION,
  type AccessClaims,
  type LoginAnswer,
  type RefreshAnswer,
  type RoleName,
} from '@flagpost/contracts';
import { ConfigError } from '@flagpost/platform';
import { createApi } from '../app.js';
import { apiConfig } from '../config.js';
import { accountsOf, PASSWORD } from '../testing/accounts.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { AccessTokens } from '../access/access-tokens.js';
import { EndedSessions } from '../access/ended-sessions.js';
import { LoginLimits } from './login-limits.js';

const CLUB = {
  name: 'Motor Club Alba',
  countryId: 380,
  state: 'Piemonte',
  city: 'Alba',
  address: 'Corso Italia 1',
  position: { lat: 44.7, lng: 8.03 },
};

let harness: Harness;
let clubId: number;
const account = (email: string, role: RoleName) =>
  accountsOf(harness).add(email, role, role === 'admin' ? null : clubId);
const logIn = (email: string, password = PASSWORD) => accountsOf(harness).logIn(email, password);
const refresh = (refreshToken: string) => harness.with(null).post('/auth/refresh', { refreshToken });
const sessionOf = (accessToken: string): string =>
  (JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as AccessClaims)
    .SessionId;
const tokensOf = ({ body }: { body: unknown }) => body as RefreshAnswer;

beforeEach(async () => {
  harness = await startHarness();
  clubId = await harness.api.clubs.ensure(CLUB);
});
afterEach(() => harness.stop());

describe('signing in', () => {
  it('answers tokens that carry who somebody is', async () => {
    const userId = await account('planner@flagpost.demo', 'planner');
    const answer = await logIn('Planner@flagpost.demo');
    expect(answer.status).toBe(200);
    const body = answer.body as LoginAnswer;
    expect(body).toMatchObject({ id: userId, name: 'Ada', surname: 'Rossi', roles: [{ id: ROLES.planner }] });
    const claims = JSON.parse(Buffer.from(body.accessToken.split('.')[1]!, 'base64url').toString());
    expect(claims).toMatchObject({
      Id: userId,
      Roles: [{ Id: ROLES.planner }],
      Avatar: null,
      FirstAccess: false,
      ClubId: clubId,
    });
    expect((await harness.with(body.accessToken).get('/events')).status).toBe(200);
  });

  it('does not tell a wrong password from an unknown account', async () => {
    await account('planner@flagpost.demo', 'planner');
    for (const answer of [
      await logIn('planner@flagpost.demo', 'Wrong1234'),
      await logIn('nobody@flagpost.demo'),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ statusCode: 401, message: ANSWER_TEXTS.wrongCredentials });
    }
  });

  it('refuses drivers, and only whoever proves to be one learns of it', async () => {
    await account('driver@flagpost.demo', 'driver');
    const right = await logIn('driver@flagpost.demo');
    expect(right.body).toEqual({ statusCode: 418, message: ANSWER_TEXTS.roleNotAllowed });
    expect((await logIn('driver@flagpost.demo', 'Wrong1234')).status).toBe(401);
  });

  it('names each malformed field', async () => {
    const short = await logIn('a@b.c', PASSWORD);
    expect(short.status).toBe(400);
    expect(short.body.fields).toEqual({ email: FIELD_TEXTS.credentialsTooShort });
    const missing = await harness.with(null).post('/auth/login', { email: 5 });
    expect(missing.status).toBe(400);
    expect(missing.body.fields).toEqual({ email: expect.any(String), password: expect.any(String) });
  });

  it('is limited for one account from one address', async () => {
    const limits = harness.api.app.get(LoginLimits);
    const email = 'planner@flagpost.demo';
    for (let attempt = 0; attempt < 10; attempt += 1) await limits.attempt('127.0.0.1', email);
    const answer = await logIn('Planner@flagpost.demo');
    expect(answer.body).toEqual({ statusCode: 429, message: ANSWER_TEXTS.tooManyAttempts });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await logIn('another@flagpost.demo')).status).toBe(401);
    await expect(limits.attempt('192.0.2.7', email)).resolves.toBeDefined();
  });

  it('is not limited while it succeeds', async () => {
    const limits = new LoginLimits();
    for (let attempt = 0; attempt < 300; attempt += 1) {
      await (await limits.attempt('192.0.2.7', 'planner@flagpost.demo')).succeeded();
      await (await limits.attemptOfKnown('mark')).succeeded();
    }
  });
});

describe('staying signed in', () => {
  it('rotates the refresh token and tells an expired access token', async () => {
    await account('planner@flagpost.demo', 'planner');
    const first = (await logIn('planner@flagpost.demo')).body as LoginAnswer;
    await harness.time.advance(SESSION.accessTokenMs);
    const late = await harness.with(first.accessToken).get('/events');
    expect(late.body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.tokenExpired,
      code: 'tokenExpired',
    });
    const second = await refresh(first.refreshToken);
    expect(second.status).toBe(200);
    expect(second.body.name).toBe('Ada');
    expect(second.body.refreshToken).not.toBe(first.refreshToken);
    expect((await harness.with(tokensOf(second).accessToken).get('/events')).status).toBe(200);
  });

  it('gives the same successor again for a minute, then ends the family', async () => {
    await account('planner@flagpost.demo', 'planner');
    const ended: string[] = [];
    harness.api.app.get(EndedSessions).subscribe((sessionId) => ended.push(sessionId));
    const first = (await logIn('planner@flagpost.demo')).body as LoginAnswer;
    const elsewhere = (await logIn('planner@flagpost.demo')).body as LoginAnswer;
    const [one, other] = await Promise.all([refresh(first.refreshToken), refresh(first.refreshToken)]);
    expect(other.body.refreshToken).toBe(one.body.refreshToken);
    await harness.time.advance(SESSION.refreshGraceMs);
    expect((await refresh(first.refreshToken)).body.refreshToken).toBe(one.body.refreshToken);
    expect(ended).toEqual([]);

    await harness.time.advance(1);
    const stolen = await refresh(first.refreshToken);
    expect(stolen.body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.refreshTokenExpired,
      code: 'refreshTokenExpired',
    });
    expect(ended).toEqual([sessionOf(first.accessToken)]);
    expect(sessionOf(tokensOf(one).accessToken)).toBe(sessionOf(first.accessToken));
    expect(ended).not.toContain(sessionOf(elsewhere.accessToken));
    expect((await refresh(elsewhere.refreshToken)).status).toBe(200);
    expect((await refresh(tokensOf(one).refreshToken)).status).toBe(401);
  });

  it('slides for seven days from each exchange', async () => {
    await account('planner@flagpost.demo', 'planner');
    let { refreshToken } = (await logIn('planner@flagpost.demo')).body as LoginAnswer;
    for (let day = 0; day < 12; day += 6) {
      await harness.time.advance(SESSION.refreshTokenMs - 1);
      ({ refreshToken } = tokensOf(await refresh(refreshToken)));
    }
    await harness.time.advance(SESSION.refreshTokenMs);
    const late = await refresh(refreshToken);
    expect(late.body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.refreshTokenExpired,
      code: 'refreshTokenExpired',
    });
  });

  it('takes bearers from the Authorization header alone, and only its own', async () => {
    const token = harness.token({ roles: ['planner'], clubId });
    const asCookie = await harness.with(null).get('/events').set('Cookie', `token=${token}`);
    expect(asCookie.body).toEqual({ statusCode: 401, message: ANSWER_TEXTS.notAuthorized });
    const forged = new AccessTokens('x'.repeat(32), harness.time).sign({
      id: 1,
      roles: [ROLES.admin],
      clubId: null,
      avatar: null,
      sessionId: 'forged',
    });
    expect((await harness.with(forged).get('/events')).status).toBe(401);
    expect((await harness.with('nonsense').get('/events')).status).toBe(401);
  });
});

describe('demo mode', () => {
  it('over, makes the first administrator once', async () => {
    const config = apiConfig.parse({ ADMIN_EMAIL: 'chief@example.org', ADMIN_PASSWORD: PASSWORD });
    for (let start = 0; start < 2; start += 1) {
      const later = await startHarness({ ...harness.dependencies, config });
      const answer = await later
        .with(null)
        .post('/auth/login', { email: 'chief@example.org', password: PASSWORD });
      expect(answer.body.roles).toEqual([{ id: ROLES.admin }]);
      await later.api.stop();
    }
    const added = (await harness.dependencies.store.readAll(null, 100)).filter(
      ({ type }) => type === 'UserAdded',
    );
    expect(added).toHaveLength(1);
  });

  it('over, does not start where the first administrator is to be somebody else', async () => {
    await account('planner@example.org', 'planner');
    const config = apiConfig.parse({ ADMIN_EMAIL: 'planner@example.org', ADMIN_PASSWORD: PASSWORD });
    const api = await createApi({ ...harness.dependencies, config });
    await expect(api.start()).rejects.toThrow(ConfigError);
    await api.stop();
  });
});

it('keeps names, addresses and secrets out of the events', async () => {
  await account('planner@flagpost.demo', 'planner');
  const log = JSON.stringify(await harness.dependencies.store.readAll(null, 100));
  for (const secret of ['Ada', 'Rossi', 'planner@', PASSWORD]) expect(log).not.toContain(secret);
});
