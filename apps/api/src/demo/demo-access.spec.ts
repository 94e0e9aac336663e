import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, type LoginAnswer } from '@flagpost/contracts';
import { ConfigError } from '@flagpost/platform';
import { createApi } from '../app.js';
import { apiConfig } from '../config.js';
import type { NewAccount } from '../identity/accounts.bootstrap.js';
import { accountsOf } from '../testing/accounts.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.js';
import { ensureDemo } from './ensure-demo.js';
import { DEMO_ACCOUNTS_MARKED } from '../stored-names.js';
import { markFormerDemoAccounts } from './former-demo-accounts.js';

const ADMIN = 'admin@flagpost.demo';
const PASSWORD = DEMO_PASSWORD;
const ELSEWHERE = { 'X-Forwarded-For': '127.0.0.1' };

let harness: Harness;
const started: Harness[] = [];
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ api }) => api.stop()));
  await harness.stop();
});

/** Another start on the same data. */
const startWith = async (environment: Record<string, string>): Promise<Harness> => {
  const later = await startHarness({ ...harness.dependencies, config: apiConfig.parse(environment) });
  started.push(later);
  return later;
};
const logIn = (at: Harness, email: string) =>
  at.with(null).post('/auth/login', { email, password: PASSWORD });
const refresh = (at: Harness, refreshToken: string) => at.with(null).post('/auth/refresh', { refreshToken });
const moveTo = async (email: string, to: string): Promise<void> => {
  const { people } = harness.dependencies.records;
  const person = await people.findByEmail(email);
  if (person === null) throw new Error(`${email} has no account.`);
  await people.put({ ...person, email: to });
};

describe('an account of the demo', () => {
  beforeEach(() => ensureDemo(harness.api));

  it('signs in on this machine alone, and says so to who knows its password', async () => {
    expect((await logIn(harness, ADMIN)).status).toBe(200);
    for (const headers of [ELSEWHERE, { Host: '192.168.1.7:3000' }, { Forwarded: 'for=127.0.0.1' }]) {
      const answer = await logIn(harness, ADMIN).set(headers);
      expect(answer.body).toEqual({ statusCode: 418, message: ANSWER_TEXTS.demoElsewhere });
      const wrong = harness
        .with(null)
        .post('/auth/login', { email: ADMIN, password: 'Startline1' })
        .set(headers);
      expect((await wrong).body).toEqual({ statusCode: 401, message: ANSWER_TEXTS.wrongCredentials });
    }
  });

  it('goes on with a session on this machine alone', async () => {
    const { accessToken, refreshToken } = (await logIn(harness, ADMIN)).body as LoginAnswer;
    expect((await harness.with(accessToken).get('/events').set(ELSEWHERE)).status).toBe(401);
    expect((await refresh(harness, refreshToken).set(ELSEWHERE)).status).toBe(401);
    expect((await harness.with(accessToken).get('/events')).status).toBe(200);
    expect((await refresh(harness, refreshToken)).status).toBe(200);
  });

  it('does both from everywhere with DEMO=network', async () => {
    const network = await startWith({ DEMO: 'network' });
    const answer = await logIn(network, ADMIN).set(ELSEWHERE);
    expect(answer.status).toBe(200);
    const { accessToken, refreshToken } = answer.body as LoginAnswer;
    expect((await network.with(accessToken).get('/events').set(ELSEWHERE)).status).toBe(200);
    expect((await refresh(network, refreshToken).set(ELSEWHERE)).status).toBe(200);
  });

  it('is locked by DEMO=0 whatever its address is, with the sessions that it has', async () => {
    const { accessToken, refreshToken } = (await logIn(harness, ADMIN)).body as LoginAnswer;
    await moveTo(ADMIN, 'ada@club.example');
    const over = await startWith({ DEMO: '0' });
    expect((await logIn(over, 'ada@club.example')).body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.wrongCredentials,
    });
    expect((await refresh(over, refreshToken)).status).toBe(401);
    expect((await over.with(accessToken).get('/events')).status).toBe(401);
  });

  it('is not what ADMIN_EMAIL names', async () => {
    await moveTo(ADMIN, 'ada@club.example');
    for (const ADMIN_EMAIL of [...DEMO_ACCOUNTS.map(({ email }) => email), 'Ada@club.example']) {
      const config = apiConfig.parse({ DEMO: '0', ADMIN_EMAIL, ADMIN_PASSWORD: PASSWORD });
      const api = await createApi({ ...harness.dependencies, config });
      await expect(api.start()).rejects.toThrow(ConfigError);
      await api.stop();
    }
  });
});

it('an account that is none of the demo signs in from everywhere, with any address', async () => {
  const { add } = accountsOf(harness);
  await add('boss@x.demo', 'admin', null);
  expect((await logIn(harness, 'boss@x.demo').set(ELSEWHERE)).status).toBe(200);
  const over = await startWith({ DEMO: '0' });
  expect((await logIn(over, 'boss@x.demo')).status).toBe(200);
});

it('the first administrator may have an address that ends as those of the demo', async () => {
  const named = { DEMO: '0', ADMIN_EMAIL: 'boss@x.demo', ADMIN_PASSWORD: PASSWORD };
  for (let start = 0; start < 2; start += 1) {
    const over = await startWith(named);
    expect((await logIn(over, 'boss@x.demo')).status).toBe(200);
  }
});

describe('an installation of a release that knew demo accounts by their address', () => {
  const add = (email: string) => accountsOf(harness).add(email, 'admin', null);
  /** As that release began it: nobody has the mark. */
  const begin = async (): Promise<void> => {
    const { accounts, clubs, licences } = harness.api;
    const ensure = (account: NewAccount) => accounts.ensure({ ...account, demo: false });
    await ensureDemo({ accounts: { ensure }, clubs, licences });
    await harness.dependencies.records.checkpoints.save(DEMO_ACCOUNTS_MARKED, 'no');
  };
  /** Whom the first start of this release marks, by address. */
  const marked = async (environment: Record<string, string> = {}): Promise<readonly string[]> => {
    const { records, store } = harness.dependencies;
    const checkpoints = { ...records.checkpoints, load: async () => null };
    await markFormerDemoAccounts(
      { ...harness.dependencies, records: { ...records, checkpoints }, config: apiConfig.parse(environment) },
      harness.api.accounts,
    );
    const marks = (await store.readAll(null, 1_000)).filter(({ type }) => type === 'DemoAccountMarked');
    const people = await records.people.getMany(marks.map(({ data }) => (data as { userId: number }).userId));
    return [...people.values()].map(({ email }) => email ?? '').sort();
  };
  const all = DEMO_ACCOUNTS.map(({ email }) => email);

  it('has them marked, whatever their address is now, and nobody else', async () => {
    await add('first@club.example');
    await begin();
    await add('later@club.example');
    await moveTo(ADMIN, 'ada@elsewhere.example');
    await moveTo('planner@rival.demo', 'petra@elsewhere.example');
    const expected = all.filter((email) => email !== ADMIN && email !== 'planner@rival.demo');
    expect(await marked()).toEqual([...expected, 'ada@elsewhere.example', 'petra@elsewhere.example'].sort());
  });

  it('has whom it locked by the address marked, but for the first administrator', async () => {
    await add('boss@x.demo');
    await add('other@x.demo');
    expect(await marked({ ADMIN_EMAIL: 'Boss@x.demo', ADMIN_PASSWORD: PASSWORD })).toEqual(['other@x.demo']);
  });

  it('is looked through once', async () => {
    await begin();
    const before = await harness.dependencies.store.head();
    await markFormerDemoAccounts(harness.dependencies, harness.api.accounts);
    expect(await harness.dependencies.store.head()).toBe(before);
  });

  it('has them locked by DEMO=0 from its first start on', async () => {
    await begin();
    await moveTo(ADMIN, 'ada@elsewhere.example');
    const { records } = harness.dependencies;
    let isFirst = true;
    const checkpoints: typeof records.checkpoints = {
      ...records.checkpoints,
      load: async (reader) => {
        if (reader !== DEMO_ACCOUNTS_MARKED || !isFirst) return records.checkpoints.load(reader);
        isFirst = false;
        return null;
      },
    };
    const over = await startHarness({
      ...harness.dependencies,
      records: { ...records, checkpoints },
      config: apiConfig.parse({ DEMO: '0' }),
    });
    started.push(over);
    expect((await logIn(over, 'ada@elsewhere.example')).status).toBe(401);
    expect((await logIn(over, 'viewer@flagpost.demo')).status).toBe(401);
  });
});
