import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, BROWSER_MARK } from '@flagpost/contracts';
import { DomainError } from '@flagpost/domain';
import { virtualTime } from '@flagpost/testing/virtual-time';
import { until } from '@flagpost/testing';
import type { Mail } from '../mail/mailer.js';
import { accountsOf, PASSWORD } from '../testing/accounts.js';
import { browserOf } from '../testing/browser.js';
import { memoryDependencies, NOW, startHarness, type Harness } from '../testing/harness.js';
import { LoginLimits } from './login-limits.js';
import type { Requester } from './requester.js';
import { Sessions } from './sessions.js';

const EMAIL = 'director@example.org';
const credentials = { email: EMAIL, password: PASSWORD };
const PROGRAM: Omit<Requester, 'network'> = {
  isFromThisMachine: false,
  isBrowser: false,
  browser: null,
  markFor: () => null,
  keepMark: () => undefined,
};
const from = (address: string) => ({ 'x-forwarded-for': address });

let harness: Harness;
let http: ReturnType<typeof browserOf>;
let mails: Mail[];
beforeEach(async () => {
  mails = [];
  const time = virtualTime(NOW);
  const dependencies = memoryDependencies(time, {
    TRUSTED_PROXIES: '1',
    PUBLIC_URL: 'https://race.example.org/',
  });
  harness = await startHarness({ ...dependencies, sendMail: async (mail) => void mails.push(mail) }, time);
  await accountsOf(harness).add(EMAIL, 'director', 1);
  http = browserOf(harness);
});
afterEach(() => harness.stop());

/** How many of so many attempts with wrong passwords were compared and refused unheard, from so many addresses. */
const guess = async (attempts: number, addresses: number, meanwhile: () => Promise<void>) => {
  const sessions = harness.api.app.get(Sessions);
  const told = { compared: 0, refused: 0 };
  const attack = async (first: number, step: number): Promise<void> => {
    for (let attempt = first; attempt < attempts; attempt += step) {
      const sender = attempt % addresses;
      const network = `10.1.${Math.floor(sender / 250)}.${sender % 250}`;
      const refusal = await sessions
        .logIn(EMAIL, `Guess${10_000 + attempt}`, { ...PROGRAM, network })
        .catch((error: unknown) => error as DomainError);
      const code = refusal instanceof DomainError ? refusal.code : null;
      if (code === 'wrongCredentials') told.compared += 1;
      if (code === 'tooManyAttempts' || code === 'signInBusy') told.refused += 1;
      if (attempt % 1_000 === 0) await meanwhile();
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, first) => attack(first, 8)));
  return told;
};
const linkTo = async (email: string): Promise<string> => {
  const before = mails.length;
  const asked = await http.post('/auth/sendBrowserLink', { Email: email }, from('192.0.2.9'));
  expect(asked.status).toBe(204);
  const { text } = await until('the mail with the link', () => mails.slice(before).at(0));
  return /https:\/\/race\.example\.org\/#browser=(\S+)/.exec(text)?.[1] ?? '';
};

describe('while 10,000 passwords are guessed from 1,000 addresses', () => {
  it('the owner signs in from a known browser, and from a new one by a mailed link', async () => {
    const known = http.browser(from('192.0.2.7'));
    expect((await known.post('/auth/login', credentials)).status).toBe(200);
    const signIns: number[] = [];
    const told = await guess(10_000, 1_000, async () => {
      signIns.push((await known.post('/auth/login', credentials)).status);
    });
    expect(signIns).toEqual(Array.from({ length: 10 }, () => 200));
    // The account's budget of unknown devices, and one more each 20 s.
    expect(told.compared).toBeGreaterThanOrEqual(50);
    expect(told.compared).toBeLessThan(100);
    expect(told.compared + told.refused).toBe(10_000);

    const device = http.browser(from('192.0.2.8'));
    const limited = await device.post('/auth/login', credentials);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(20);
    const code = await linkTo(EMAIL);
    expect((await device.post('/auth/acceptBrowserLink', { Code: code })).status).toBe(204);
    expect((await device.post('/auth/login', credentials)).status).toBe(200);
    expect((await http.browser(from('192.0.2.9')).post('/auth/login', credentials)).status).toBe(429);
  });
});

describe('a known browser', () => {
  it('has a budget of its own, which a right password gives back', async () => {
    const known = http.browser(from('192.0.2.7'));
    await known.post('/auth/login', credentials);
    const wrong = { ...credentials, password: 'Wrong1234' };
    for (let attempt = 0; attempt < 9; attempt += 1)
      expect((await known.post('/auth/login', wrong)).status).toBe(401);
    expect((await known.post('/auth/login', credentials)).status).toBe(200);
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await known.post('/auth/login', wrong)).status).toBe(401);
    const over = await known.post('/auth/login', credentials);
    expect(over.body).toEqual({ statusCode: 429, message: ANSWER_TEXTS.tooManyAttempts });
    // Other devices have theirs.
    expect((await http.post('/auth/login', credentials, from('192.0.2.8'))).status).toBe(200);
  });

  it('is one that this account knows: a mark of another opens no budget', async () => {
    await accountsOf(harness).add('other@example.org', 'viewer', 1);
    const other = http.browser(from('192.0.2.7'));
    await other.post('/auth/login', { ...credentials, email: 'other@example.org' });
    const limits = harness.api.app.get(LoginLimits);
    for (let attempt = 0; attempt < 10; attempt += 1) await limits.attempt('192.0.2.7', EMAIL);
    expect((await other.post('/auth/login', credentials)).status).toBe(429);
  });
});

describe('unknown devices', () => {
  it('of one IPv6 network are counted together', async () => {
    const limits = harness.api.app.get(LoginLimits);
    for (let attempt = 0; attempt < 10; attempt += 1) await limits.attempt('2001:db8:0:7::/64', EMAIL);
    const attempt = (address: string) => http.post('/auth/login', credentials, from(address));
    expect((await attempt('2001:db8:0:7:aaaa::1')).status).toBe(429);
    expect((await attempt('2001:db8:0:8::1')).status).toBe(200);
  });
});

describe('a mailed link', () => {
  it('is told of to nobody, good once, for an hour, and ends no other', async () => {
    const nobody = await http.post('/auth/sendBrowserLink', { Email: 'nobody@example.org' });
    expect([nobody.status, nobody.body]).toEqual([204, null]);
    const [first, second, third] = [await linkTo(EMAIL), await linkTo(EMAIL), await linkTo(EMAIL)];
    expect(mails.map(({ to }) => to)).toEqual([EMAIL, EMAIL, EMAIL]);
    expect((await http.post('/auth/sendBrowserLink', { Email: EMAIL })).status).toBe(204);
    const accept = (Code: string) => http.browser().post('/auth/acceptBrowserLink', { Code });
    expect((await accept(first)).cookies).toHaveLength(1);
    for (const Code of [first, `9${second}`, 'nonsense'])
      expect((await accept(Code)).body).toEqual({ statusCode: 418, message: ANSWER_TEXTS.invalidLink });
    expect((await accept(second)).status).toBe(204);
    await harness.time.advance(BROWSER_MARK.linkMs);
    expect((await accept(third)).status).toBe(418);
    // No more is mailed while those that were may be good.
    expect(mails).toHaveLength(3);
  });
});
