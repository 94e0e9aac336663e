import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CLIENT_REPORT, type ClientReport } from '@flagpost/contracts';
import { jsonLogger } from '@flagpost/platform';
import { startHarness, type Harness } from '../testing/harness.js';

const report: ClientReport = {
  reportId: '0a1b2c3d',
  message: "Cannot read properties of null (reading 'lap')",
  stack: 'TypeError: Cannot read\n    at Board (http://localhost:3000/assets/race-1a2b.js:7:11)',
  path: '/map/7',
};

let harness: Harness;
let lines: string[];
beforeAll(async () => {
  const logger = jsonLogger({ now: () => 0 }, (line) => lines.push(line));
  lines = [];
  harness = await startHarness({ logger });
});
beforeEach(() => {
  lines = [];
});
afterAll(() => harness.stop());

const send = (body: object) => harness.with(null).post('/clientReports/', body);
const told = (): object[] =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ message }) => message === 'browser reported an error');

describe('a report of a screen', () => {
  it('is found in the log by its id, from whoever it comes', async () => {
    const { status, text } = await send(report);
    expect([status, text]).toEqual([204, '']);
    const { message: fault, ...rest } = report;
    expect(told()).toEqual([expect.objectContaining({ level: 'warn', fault, ...rest })]);
  });

  it('forges no line, and leaves out what looks like a secret or an address', async () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJJZCI6M30.c2lnbmF0dXJl';
    await send({
      ...report,
      message: `no\n{"level":"error"}\u001b[2J\u202e of ada@example.org with Bearer ${token}`,
      path: `/map/7?token=${token}`,
      time: 'never',
      level: 'info',
    });
    expect(lines.filter((line) => line.includes('0a1b2c3d'))).toHaveLength(1);
    expect(told()).toEqual([
      expect.objectContaining({
        level: 'warn',
        fault: 'no\n{"level":"error"}[2J of [address] with Bearer [token]',
        path: '/map/7',
      }),
    ]);
  });

  it.each([
    ['an id that is none', { reportId: '<b>' }],
    ['too long a message', { message: 'x'.repeat(CLIENT_REPORT.message + 1) }],
    ['too long a stack', { stack: 'x'.repeat(CLIENT_REPORT.stack + 1) }],
    ['too long a path', { path: `/${'x'.repeat(CLIENT_REPORT.path)}` }],
  ])('with %s is refused', async (_, odd) => {
    expect((await send({ ...report, ...odd })).status).toBe(400);
    expect(told()).toEqual([]);
  });

  it('is taken so often from one address, and then refused', async () => {
    const from = (address: string) => send(report).set('X-Forwarded-For', address);
    const statuses = new Set<number>();
    for (let sent = 0; sent < 80; sent++) statuses.add((await from('192.0.2.1')).status);
    const last = await from('192.0.2.1');
    expect([[...statuses], last.status]).toEqual([[204, 429], 429]);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    // A host may take any address of its network.
    for (let sent = 0; sent < 60; sent++) await from(`2001:db8:0:7::${sent.toString(16)}`);
    expect((await from('2001:db8:0:7:aaaa::1')).status).toBe(429);
  });

  it('stands in the description of the api as a call that needs no sign-in', async () => {
    const { body } = await harness.with(null).get('/docs-json');
    expect(body.paths['/api/clientReports'].post.security).toEqual([]);
  });
});
