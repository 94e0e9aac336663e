import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS } from '@flagpost/contracts';
import { jsonLogger } from '@flagpost/platform';
import { virtualTime } from '@flagpost/testing';
import { apiConfig } from './config.js';
import { NOW, startHarness, type Harness } from './testing/harness.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

describe('the api', () => {
  it('answers unknown paths with 404 and a correlation id', async () => {
    const answer = await harness.with(null).get('/nowhere');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ statusCode: 404, message: ANSWER_TEXTS.notFound });
    expect(answer.headers['x-correlation-id']).toMatch(/^[\w-]{36}$/);
  });

  it.each([
    ['patch', '/events', 'GET, HEAD, POST'],
    ['post', '/events/7', 'GET, HEAD, PUT, DELETE'],
    ['get', '/auth/login', 'POST'],
    ['put', '/health/', 'GET, HEAD'],
    ['put', '/clubs/IdDescription', 'GET, HEAD'],
  ] as const)(
    'answers %s %s, which it does not have, with 405 and the methods that it has',
    async (method, path, allow) => {
      const answer = await harness.with(null)[method](path);
      expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
      expect(answer.body).toEqual({ statusCode: 405, message: ANSWER_TEXTS.methodNotAllowed });
    },
  );

  it('answers a body that is no JSON with 400', async () => {
    const answer = await harness
      .with(null)
      .post('/auth/login')
      .set('Content-Type', 'application/json')
      .send('{"email":');
    expect(answer.status).toBe(400);
  });

  it('describes itself', async () => {
    const answer = await harness.with(null).get('/docs-json');
    expect(answer.status).toBe(200);
    expect(answer.body.openapi).toMatch(/^3/);
    const { requestBody } = answer.body.paths['/api/events'].post;
    expect(requestBody.content['application/json'].schema.$ref).toMatch(/EventBody/);
    expect(answer.body.components.schemas.EventBody.properties).toHaveProperty('SafetyCarDelay');
  });
});

it.each([
  ['in production', { NODE_ENV: 'production', JWT_SECRET: 'abcdefghijklmnopqrstuvwxyz-0123456789' }, 404],
  [
    'in production where it is asked for',
    { NODE_ENV: 'production', JWT_SECRET: 'abcdefghijklmnopqrstuvwxyz-0123456789', API_DOCS: '1' },
    200,
  ],
  ['where it is turned off', { API_DOCS: '0' }, 404],
])('the description of the calls, %s', async (_, environment, expected) => {
  const server = await startHarness({ config: apiConfig.parse(environment) });
  for (const path of ['/docs', '/docs-json', '/docs/swagger-ui.css'])
    expect([path, (await server.with(null).get(path)).status]).toEqual([path, expected]);
  await server.stop();
});

describe('the log', () => {
  it('has one line a request, and no secret in it', async () => {
    const lines: string[] = [];
    const time = virtualTime(NOW);
    const logging = await startHarness({ logger: jsonLogger(time, (line) => lines.push(line)) }, time);
    const token = logging.token({ userId: 7, roles: ['admin'], clubId: null });
    await logging.with(token).get('/events/77?secret=hidden').set('X-Correlation-Id', 'abcdefgh');
    await logging.with(null).post('/auth/login', { email: 'ada@example.org', password: 'Wrong1234' });
    await logging.stop();
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      {
        time: new Date(NOW).toISOString(),
        level: 'info',
        message: 'request',
        method: 'GET',
        route: '/api/events/:id',
        status: 404,
        ms: 0,
        userId: 7,
        correlationId: 'abcdefgh',
      },
      expect.objectContaining({ route: '/api/auth/login', status: 401, userId: null }),
    ]);
    for (const secret of [token, 'hidden', 'ada@', 'Wrong1234']) expect(lines.join()).not.toContain(secret);
  });

  it('has no line for a tile of the map, except where it fails', async () => {
    const lines: string[] = [];
    const time = virtualTime(NOW);
    const logger = jsonLogger(time, (line) => lines.push(line));
    const logging = await startHarness({ logger, config: apiConfig.parse({ TILE_URL: '' }) }, time);
    expect((await logging.with(null).get('/mapTiles/3/4/5')).status).toBe(204);
    expect((await logging.with(null).get('/mapTiles/3/8/5')).status).toBe(404);
    await logging.stop();
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ route: '/api/mapTiles/:z/:x/:y', status: 404 }),
    ]);
  });
});
