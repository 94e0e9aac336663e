import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, type HealthAnswer } from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import { freePort } from '@flagpost/testing/servers';
import { logIn, signIn } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { PROGRAMS, runTask } from '@flagpost/race-testing/process';

const MINUTE = 60_000;
const ADMIN = { ADMIN_EMAIL: 'clerk@club.example', ADMIN_PASSWORD: 'Startline1' };
const started: Flagpost[] = [];
const start = async (environment: Record<string, string>): Promise<Flagpost> => {
  const flagpost = await startFlagpost(environment);
  started.push(flagpost);
  return flagpost;
};

afterEach(async () => {
  await Promise.all(started.splice(0).map((flagpost) => flagpost.remove()));
});

describe('the standalone', () => {
  it(
    'says in one sentence that its data folder is in use',
    async () => {
      const first = await start({ DEMO: '0' });
      const { code, output } = await runTask(PROGRAMS.standalone, {
        DEMO: '0',
        PORT: '0',
        DATA_DIR: first.dataDir,
      }).ended;
      expect(code).toBe(1);
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(output).toContain(`${first.dataDir} is in use`);
    },
    MINUTE,
  );

  it(
    'says in one sentence that its port is in use',
    async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const folder = mkdtempSync(join(tmpdir(), 'flagpost-port-'));
      const { code, output } = await runTask(PROGRAMS.standalone, {
        DEMO: '0',
        PORT: String(port),
        DATA_DIR: folder,
      }).ended;
      other.close();
      rmSync(folder, { recursive: true });
      expect(code).toBe(1);
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(output).toContain(`Port ${port} of 127.0.0.1 is in use`);
    },
    MINUTE,
  );

  it.each(['standalone', 'rebuild', 'move'] as const)(
    'says in one sentence that its folder cannot be used: %s',
    async (program) => {
      const folder = mkdtempSync(join(tmpdir(), 'flagpost-file-'));
      writeFileSync(join(folder, 'file'), '');
      const servers = { EVENT_STORE: 'eventstoredb', RECORDS: 'mongo', TOPICS: 'kafka' };
      const { code, output } = await runTask(PROGRAMS[program], {
        DEMO: '0',
        PORT: '0',
        DATA_DIR: join(folder, 'file', 'data'),
        ...(program === 'move' ? servers : {}),
      }).ended;
      rmSync(folder, { recursive: true });
      expect(code).toBe(1);
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(output).toMatch(
        /^The data folder .+ cannot be (made|read): a part of the path is a file \(ENOTDIR\)\./,
      );
    },
    MINUTE,
  );

  it(
    'names a wrong setting and does not start',
    async () => {
      const { code, output } = await runTask(PROGRAMS.standalone, { PORT: 'thirty' }).ended;
      expect(code).toBe(1);
      expect(output).toMatch(/^The configuration is invalid\. PORT: /);
    },
    MINUTE,
  );

  it(
    'is healthy only when the demo accounts can sign in, and says what of them is open to the network at which address',
    async () => {
      const port = String(await freePort());
      const starting = start({ DEMO: '1', HOST: '0.0.0.0', PORT: port });
      const url = `http://127.0.0.1:${port}`;
      await until('health', async () => (await fetch(`${url}/api/health`)).ok, { everyMs: 20 });
      for (const email of ['director@rival.demo', 'viewer@flagpost.demo', 'admin@flagpost.demo'])
        expect([email, (await logIn(url, email, 'Flagpost1')).status]).toEqual([email, 200]);

      const flagpost = await starting;
      const lines = await until('the whole banner', async () => {
        const printed = flagpost.output().split('\n');
        return printed.some((line) => line.startsWith('The log is in')) ? printed : undefined;
      });
      const open = lines.filter((line) => line.includes('0.0.0.0'));
      expect(open).toEqual([
        expect.stringContaining(` at 0.0.0.0:${port}, while demo accounts sign in on this machine`),
      ]);

      const addresses = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
      for (const { address } of addresses.filter(({ internal, family }) => !internal && family === 'IPv4')) {
        const answer = await logIn(`http://${address}:${port}`, 'admin@flagpost.demo', 'Flagpost1');
        expect(answer).toMatchObject({ status: 418, body: { message: ANSWER_TEXTS.demoElsewhere } });
      }
    },
    MINUTE,
  );

  it(
    'makes the first administrator where there is no demo, locks demo accounts out of the same data, and rebuilds its views',
    async () => {
      const flagpost = await start({ DEMO: '1' });
      expect((await logIn(flagpost.url, 'planner@flagpost.demo', 'Flagpost1')).status).toBe(200);
      expect((await logIn(flagpost.url, 'driver@flagpost.demo', 'Flagpost1')).body).toMatchObject({
        message: 'Rol not allowed, you cannot be a driver',
      });

      await flagpost.restart({ DEMO: '0', ...ADMIN });
      expect((await logIn(flagpost.url, 'planner@flagpost.demo', 'Flagpost1')).status).toBe(401);
      expect((await logIn(flagpost.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)).body).toMatchObject({
        roles: [{ id: 1 }],
      });

      const admin = await signIn(flagpost.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
      const { body } = await admin.call<HealthAnswer>('GET', '/health');
      const running = Object.assign(
        {},
        ...Object.values(body.projections ?? {}).map(({ views }) => views),
      ) as object;

      const environment = { DATA_DIR: flagpost.dataDir };
      const refused = await runTask(PROGRAMS.rebuild, environment).ended;
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('is in use')]);
      const { code, output } = await runTask(PROGRAMS.rebuild, { ...environment, READ_MODELS: 'memory' })
        .ended;
      expect(code).toBe(0);
      const rebuilt = Object.fromEntries(
        output
          .trim()
          .split('\n')
          .map((line) => line.split(/\s+/))
          .map(([view, count, sha256]) => [view, { count: Number(count), sha256 }]),
      );
      expect(rebuilt.users?.count).toBeGreaterThanOrEqual(8);
      expect(rebuilt).toEqual(running);
    },
    MINUTE,
  );
});
