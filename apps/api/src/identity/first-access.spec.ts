import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  FIELD_TEXTS,
  SESSION,
  type FirstAccessAnswer,
  type LoginAnswer,
} from '@flagpost/contracts';
import { accountsOf, PASSWORD } from '../testing/accounts.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { clubDetails } from '../testing/race-fixture.js';
import { AccessTokens } from '../access/access-tokens.js';

const EMAIL = 'planner@example.org';
const CHOSEN = 'Startline1';

let harness: Harness;
let clubId: number;
let userId: number;
let first: FirstAccessAnswer;
beforeEach(async () => {
  harness = await startHarness();
  clubId = await harness.api.clubs.ensure(clubDetails('Motor Club Alba'));
  userId = await accountsOf(harness).add(EMAIL, 'planner', clubId, true);
  first = (await accountsOf(harness).logIn(EMAIL)).body as FirstAccessAnswer;
});
afterEach(() => harness.stop());

const choose = (body: object, token: string | null = first.accessToken) =>
  harness.with(token).patch('/users/updatePassword/', body);

describe('a first access', () => {
  it('asks for a password of their own, and begins no session', () => {
    expect(first).toMatchObject({ passwordChangeNeeded: true, userId, id: userId, name: 'Ada' });
    expect(first).not.toHaveProperty('refreshToken');
    const claims = JSON.parse(Buffer.from(first.accessToken.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ Id: userId, FirstAccess: true });
    expect(claims.exp - claims.iat).toBe(SESSION.firstAccessMs / 1000);
  });

  it('opens the choice of a password, and then everything', async () => {
    const answer = await choose({ UserId: userId, Password: CHOSEN });
    expect(answer.status).toBe(200);
    const session = answer.body as LoginAnswer;
    expect(session).toMatchObject({ id: userId, refreshToken: expect.any(String) });
    expect((await harness.with(session.accessToken).get('/events')).status).toBe(200);
    const again = await accountsOf(harness).logIn(EMAIL, CHOSEN);
    expect(again.body).not.toHaveProperty('passwordChangeNeeded');
    expect((await accountsOf(harness).logIn(EMAIL, PASSWORD)).status).toBe(401);
    const changed = (await harness.dependencies.store.readAll(null, 100)).at(-1);
    expect(changed).toMatchObject({ type: 'PasswordChanged', data: { userId, reason: 'firstAccess' } });
  });

  it('opens nothing else, on any route', async () => {
    const { paths } = (await harness.with(null).get('/docs-json')).body as {
      paths: Record<string, Record<string, { security?: unknown[] }>>;
    };
    const as = harness.with(first.accessToken);
    let refused = 0;
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { security }] of Object.entries(methods)) {
        if (security?.length === 0 || path === '/api/users/updatePassword') continue;
        const call = path.replace(/^\/api/, '').replace(/\{\w+\}/g, '1');
        const { status } = await as[method as 'get'](call);
        if (call !== '/health' && call !== '/mapSettings' && !call.startsWith('/avatars/')) {
          expect({ method, call, status }).toEqual({ method, call, status: 403 });
          refused += 1;
        }
      }
    expect(refused).toBeGreaterThan(30);
    expect(() => harness.api.app.get(AccessTokens).read(first.accessToken)).toThrow(
      ANSWER_TEXTS.notAuthorized,
    );
    expect((await as.get('/health')).status).toBe(401);
  });

  it('is for their own id alone, for fifteen minutes, once', async () => {
    expect((await choose({ UserId: userId + 1, Password: CHOSEN })).status).toBe(403);
    await harness.time.advance(SESSION.firstAccessMs - 1_000);
    expect((await choose({ UserId: userId, Password: CHOSEN })).status).toBe(200);
    expect((await choose({ UserId: userId, Password: 'Another12' })).status).toBe(401);
    expect((await accountsOf(harness).logIn(EMAIL, CHOSEN)).status).toBe(200);
    await harness.time.advance(1_000);
    const late = await choose({ UserId: userId, Password: CHOSEN });
    expect(late.body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.tokenExpired,
      code: 'tokenExpired',
    });
  });

  it('is not opened by a session, nor by nobody', async () => {
    const { as } = await accountsOf(harness).member('admin@example.org', 'admin', null);
    expect((await as.patch('/users/updatePassword', { UserId: userId, Password: CHOSEN })).status).toBe(403);
    expect((await choose({ UserId: userId, Password: CHOSEN }, null)).status).toBe(401);
  });

  it('holds the new password to its rule, and wants another one than was given', async () => {
    for (const Password of ['Short1', 'nocapital1', 'NoDigits', 'Toolong1'.repeat(3)]) {
      const answer = await choose({ UserId: userId, Password });
      expect(answer.body).toMatchObject({ statusCode: 400, fields: { Password: FIELD_TEXTS.passwordRule } });
    }
    const same = await choose({ UserId: userId, Password: PASSWORD });
    expect(same.body).toEqual({ statusCode: 418, message: ANSWER_TEXTS.sameAsGiven });
  });
});
