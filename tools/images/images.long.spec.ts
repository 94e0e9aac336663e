import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { APPS, assemble, type Image } from './image.js';

const MINUTES = 60_000;
const ADMIN = { ADMIN_EMAIL: 'clerk@club.example', ADMIN_PASSWORD: 'Startline1' };
const READY = /ready at (http:\S+)/;

const images = new Map<string, Image>();
const imageOf = (app: string): Image => {
  const image = images.get(app);
  if (image === undefined) throw new Error(`There is no image of ${app}.`);
  return image;
};
beforeAll(() => {
  for (const app of APPS) images.set(app, assemble(app));
}, 20 * MINUTES);
afterAll(() => images.forEach((image) => image.remove()));

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' });

describe('the image of the standalone', () => {
  it(
    'answers health and page, lets the first administrator in, and keeps everything in its volume',
    async () => {
      const image = imageOf('standalone');
      const before = filesUnder(image.folder).length;
      for (let start = 0; start < 2; start += 1) {
        const running = image.run('run/main.js', ADMIN);
        const [, url = ''] = await running.printed(READY);
        expect(await (await fetch(`${url}/api/health`)).json()).toEqual({ status: 'ok' });
        const page = await fetch(url, { headers: { accept: 'text/html' } });
        expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
        const [script = ''] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? [];
        expect((await fetch(`${url}${script}`)).status).toBe(200);
        const body = JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
        const headers = { 'content-type': 'application/json' };
        expect((await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).status).toBe(200);
        running.signal('SIGTERM');
        expect((await running.ended).code).toBe(0);
      }
      expect(readdirSync(image.data)).toEqual(
        expect.arrayContaining(['events.db', 'records.db', 'topics.db', 'secrets.json', 'outbox']),
      );
      for (const name of filesUnder(image.data))
        expect(statSync(join(image.data, name)).mode & 0o077).toBe(0);
      expect(filesUnder(image.folder)).toHaveLength(before);
    },
    5 * MINUTES,
  );

  it(
    'has the programs of upgrades and repairs',
    async () => {
      const { code, output } = await imageOf('standalone').run('run/main-rebuild.js').ended;
      expect([code, output]).toEqual([0, expect.stringMatching(/^users +1 /m)]);
    },
    MINUTES,
  );
});

describe('a folder that cannot be made', () => {
  const servers = { EVENT_STORE: 'eventstoredb', TOPICS: 'kafka', RECORDS: 'mongo', READ_MODELS: 'mongo' };
  const addresses = {
    EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
    KAFKA_BROKERS: '127.0.0.1:1',
    MONGO_URL: 'mongodb://127.0.0.1:1',
  };
  it.each([
    ['run/main.js', /^The data folder .+ cannot be made: this user has no permission \(EACCES\)\. .+\.$/],
    // It makes none: there is nothing to rebuild in a new one.
    ['run/main-rebuild.js', /^There is no installation in .+: set DATA_DIR to its folder\.$/],
  ])(
    'is one sentence of the standalone, %s',
    async (file, sentence) => {
      const image = imageOf('standalone');
      const { code, output } = await image.run(file, { DATA_DIR: join(image.folder, 'data') }).ended;
      expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringMatching(sentence)]]);
    },
    MINUTES,
  );

  it.each([
    ['api', { JWT_SECRET: 'Rz7p-Qw2xLk9vBn4mTf6yHd8sJc1gAe3u' }],
    ['telemetry-ingest', {}],
  ])(
    'is none of %s, which has all that it needs and asks for its servers',
    async (app, settings) => {
      const { code, output } = await imageOf(app).run('run/main.js', {
        ...servers,
        ...addresses,
        ...settings,
      }).ended;
      expect(code).toBe(1);
      expect(output.trim().split('\n').at(-1)).toMatch(/cannot be reached|does not answer/);
      expect(output).not.toMatch(/ERR_MODULE_NOT_FOUND|EACCES|\n {4}at /);
    },
    3 * MINUTES,
  );
});

it(
  'the image of the simulator drives until it is stopped',
  async () => {
    const running = imageOf('simulator').run('run/main.js', { API_URL: 'http://127.0.0.1:1' });
    await running.printed(/^The demo race runs at http:\/\/127\.0\.0\.1:1 with \d+ cars\./m);
    running.signal('SIGTERM');
    expect((await running.ended).code).toBe(0);
  },
  MINUTES,
);
