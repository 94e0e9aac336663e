import { afterEach, describe, expect, it } from '@jest/globals';
import { virtualTime } from '@flagpost/testing';
import { createApiClient } from './api-client.js';
import { ApiRefusal, Unreachable } from './refusals.js';
import { SignInRefused } from './sign-in.js';
import { fakeFlagpost, type Answer, type Asked, type FakeFlagpost } from './testing/fake-flagpost.js';

const EMAIL = 'planner@flagpost.demo';
const account = () => ({ apiUrl: server.url, email: EMAIL, password: 'Flagpost1' });
const MINUTE = 60_000;
let server: FakeFlagpost;
afterEach(() => server.stop());

/** Signs in with tokens that count up; the rest is answered by `rest`. */
const clientOf = async (rest: (asked: Asked) => Answer) => {
  let tokens = 0;
  server = await fakeFlagpost((asked) =>
    asked.path === '/api/auth/login'
      ? { json: { accessToken: `token-${++tokens}`, refreshToken: `refresh-${tokens}` } }
      : rest(asked),
  );
  return createApiClient(account(), virtualTime());
};
const paths = () => server.asked.map(({ method, path }) => `${method} ${path}`);

describe('the api client', () => {
  it('signs in once for calls at the same time', async () => {
    const api = await clientOf(() => ({ json: [1, 2] }));
    expect(await Promise.all([api.get('events'), api.get('countries')])).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(paths().filter((path) => path === 'POST /api/auth/login')).toHaveLength(1);
    expect(JSON.parse(server.asked[0]!.body)).toEqual({ email: EMAIL, password: 'Flagpost1' });
    expect(server.asked.at(-1)!.headers.authorization).toBe('Bearer token-1');
  });

  const EXPIRED = { status: 401, json: { statusCode: 401, message: 'Token expired' } };
  const logins = () => paths().filter((path) => path === 'POST /api/auth/login');

  it('renews an expired token without its password, and repeats the call', async () => {
    let renewals = 0;
    const api = await clientOf(({ path, headers, body }) => {
      if (path === '/api/auth/refresh') {
        renewals += 1;
        expect(JSON.parse(body)).toEqual({ refreshToken: renewals === 1 ? 'refresh-1' : 'renewal-1' });
        return {
          json: { accessToken: `renewed-${renewals}`, refreshToken: `renewal-${renewals}`, name: '' },
        };
      }
      const sends = (JSON.parse(body) as { Name: string }).Name;
      return headers.authorization === `Bearer ${sends}` ? { json: { took: sends } } : EXPIRED;
    });
    expect(await api.post('events', { Name: 'token-1' })).toEqual({ took: 'token-1' });
    expect(await api.post('events', { Name: 'renewed-1' })).toEqual({ took: 'renewed-1' });
    expect(await api.post('events', { Name: 'renewed-2' })).toEqual({ took: 'renewed-2' });
    expect(logins()).toHaveLength(1);
  });

  it('signs in again when its session was ended', async () => {
    const api = await clientOf(({ path, headers }) =>
      path === '/api/auth/refresh' || headers.authorization === 'Bearer token-1' ? EXPIRED : { json: [] },
    );
    expect(await api.get('events')).toEqual([]);
    expect(server.asked.at(-1)!.headers.authorization).toBe('Bearer token-2');
    expect(logins()).toHaveLength(2);
  });

  it("passes the server's words on", async () => {
    const refused = { statusCode: 400, message: 'Malformed.', fields: { Name: 'is required' } };
    const api = await clientOf(() => ({ status: 400, json: refused }));
    const error = await api.post('events', {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiRefusal);
    expect(error).toMatchObject({ statusCode: 400 });
    expect((error as Error).message).toContain('Malformed. Name: is required');
  });

  it('asks once with credentials that are refused, and again after minutes that grow', async () => {
    const time = virtualTime();
    server = await fakeFlagpost(() => ({
      status: 401,
      json: { statusCode: 401, message: 'Wrong password.' },
    }));
    const api = createApiClient(account(), time);
    const refusal = () => api.get('events').catch((reason: unknown) => reason);

    const error = await refusal();
    expect(error).toBeInstanceOf(SignInRefused);
    expect((error as Error).message).toContain('(401): Wrong password.');
    expect((error as Error).message).toContain('set FLAGPOST_PASSWORD');
    for (const [minutes, asked] of [
      [4, 1],
      [1, 2],
      [9, 2],
      [1, 3],
    ] as const) {
      await time.advance(minutes * MINUTE);
      await Promise.all([refusal(), refusal()]);
      expect(paths()).toHaveLength(asked);
    }
  });

  it('does not sign in with every call after its session was ended and its password changed', async () => {
    let changed = false;
    server = await fakeFlagpost(({ path }) => {
      if (path === '/api/auth/login' && !changed) return { json: { accessToken: 'token' } };
      return changed ? { status: 401, json: { message: 'No.' } } : { json: [] };
    });
    const api = createApiClient(account(), virtualTime());
    await api.get('events');
    changed = true;
    for (let call = 0; call < 20; call += 1) await expect(api.get('events')).rejects.toThrow('No.');
    expect(paths().filter((path) => path === 'POST /api/auth/login')).toHaveLength(2);
  });

  it('says so where nobody answers', async () => {
    const api = await clientOf(() => ({ json: [] }));
    await server.stop();
    const error = await api.get('events').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unreachable);
    expect((error as Error).message).toBe(`The server at ${server.url} does not answer.`);
  });
});
