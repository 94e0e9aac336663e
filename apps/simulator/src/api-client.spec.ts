import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiRefusal, createApiClient, Unreachable } from './api-client.js';
import { fakeFlagpost, type Answer, type Asked, type FakeFlagpost } from './testing/fake-flagpost.js';

const EMAIL = 'planner@flagpost.demo';
let server: FakeFlagpost;
afterEach(() => server.stop());

/** Signs in with tokens that count up; the rest is answered by `rest`. */
const clientOf = async (rest: (asked: Asked) => Answer) => {
  let tokens = 0;
  server = await fakeFlagpost((asked) =>
    asked.path === '/api/auth/login' ? { json: { accessToken: `token-${++tokens}` } } : rest(asked),
  );
  return createApiClient({ apiUrl: server.url, email: EMAIL, password: 'Flagpost1' });
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

  it('signs in again when its token has expired, and repeats the call', async () => {
    const api = await clientOf(({ headers, body }) =>
      headers.authorization === 'Bearer token-1'
        ? { status: 401, json: { statusCode: 401, message: 'Token expired' } }
        : { json: JSON.parse(body) as unknown },
    );
    expect(await api.post('events', { Name: 'A' })).toEqual({ Name: 'A' });
    expect(server.asked.at(-1)!.headers.authorization).toBe('Bearer token-2');
  });

  it("passes the server's words on", async () => {
    const refused = { statusCode: 400, message: 'Malformed.', fields: { Name: 'is required' } };
    const api = await clientOf(() => ({ status: 400, json: refused }));
    const error = await api.post('events', {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiRefusal);
    expect(error).toMatchObject({ statusCode: 400 });
    expect((error as Error).message).toContain('Malformed. Name: is required');
  });

  it('says so where nobody answers', async () => {
    const api = await clientOf(() => ({ json: [] }));
    await server.stop();
    const error = await api.get('events').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unreachable);
    expect((error as Error).message).toBe(`The server at ${server.url} does not answer.`);
  });
});
