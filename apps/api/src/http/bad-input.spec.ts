import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace } from '../testing/race.js';

/** Every call there is, as the api describes itself. */
interface Described {
  paths: Record<string, Record<string, { requestBody?: object }>>;
}

const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
const BODIES: object[] = [
  {},
  [],
  [null],
  deep(200),
  { eventId: 1, EventId: '1', pois: 'no', Name: { a: 1 }, Invitations: [{}], User: [], StateId: 1e21 },
  { eventId: -1, EventId: 1.5, Categories: [999], Start: '2026-13-45', InvitationsSelected: null },
  { ['__proto__']: { admin: true }, constructor: null, toString: 1 },
];
const IDS = ['0', '-1', '1.5', 'NaN', '1e3', '%00', '%2e%2e', '9'.repeat(30), 'a,b', '1,2,', "'; --"];

let harness: Harness;
let someone: Requests;
let calls: { method: 'get' | 'post' | 'put' | 'patch' | 'delete'; path: string }[];

beforeAll(async () => {
  harness = await startHarness();
  await aRace(harness);
  someone = harness.as({ roles: ['admin', 'director'], clubId: null });
  const { paths } = (await harness.with(null).get('/docs-json')).body as Described;
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method as 'get',
      path: path.replace(/^\/api/, ''),
    })),
  );
});
afterAll(() => harness.stop());

const below500 = (what: string, status: number): void =>
  expect({ what, ok: status < 500 }).toEqual({ what, ok: true });

describe('bad input', () => {
  it('in a body is never answered with 500', async () => {
    for (const { method, path } of calls.filter((call) => call.method !== 'get'))
      for (const body of BODIES) {
        const answer = await someone[method](path.replace(/\{\w+\}/g, '1'), body);
        below500(`${method} ${path} ${JSON.stringify(body).slice(0, 80)}`, answer.status);
      }
  });

  it('in a path is never answered with 500', async () => {
    for (const { method, path } of calls.filter((call) => call.path.includes('{')))
      for (const id of IDS) {
        const answer = await someone[method](path.replace(/\{\w+\}/g, id));
        below500(`${method} ${path} ${id}`, answer.status);
      }
  });

  it('of every other kind is answered by its name', async () => {
    const send = (type: string, body: string) => someone.post('/events').set('Content-Type', type).send(body);
    expect((await send('application/json', '5')).status).toBe(400);
    expect((await send('application/json', '{"a"')).status).toBe(400);
    expect((await send('text/plain', 'hello')).status).toBe(400);
    expect((await send('application/json', `"${'x'.repeat(5_000_000)}"`)).status).toBe(413);
    expect((await someone.get('/events?filter[$gt]=1&a[b][c]=d')).status).toBe(200);
    expect((await someone.get('/%E0%A4%A')).status).toBe(400);
  });
});
