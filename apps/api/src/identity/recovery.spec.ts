import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  FIELD_TEXTS,
  RECOVERY,
  type LoginAnswer,
  type RecoveryAnswer,
} from '@flagpost/contracts';
import { jsonLogger } from '@flagpost/platform';
import { until, virtualTime } from '@flagpost/testing';
import type { Mail } from '../mail/mailer.js';
import { accountsOf, PASSWORD } from '../testing/accounts.js';
import { memoryDependencies, NOW, startHarness, type Harness } from '../testing/harness.js';
import { clubDetails } from '../testing/race-fixture.js';
import { AccessTokens } from '../access/access-tokens.js';
import { EndedSessions } from '../access/ended-sessions.js';
import { RecoveryLimits } from './recovery-limits.js';
import { Recovery } from './recovery.js';

const EMAIL = 'planner@example.org';
const CHOSEN = 'Startline1';

let harness: Harness;
let mails: Mail[];
let logged: string[];
let clubId: number;
let userId: number;
beforeEach(async () => {
  mails = [];
  logged = [];
  const time = virtualTime(NOW);
  const dependencies = {
    ...memoryDependencies(time),
    logger: jsonLogger(time, (line) => logged.push(line)),
    sendMail: async (mail: Mail) => void mails.push(mail),
  };
  harness = await startHarness(dependencies, time);
  clubId = await harness.api.clubs.ensure(clubDetails('Motor Club Alba'));
  userId = await accountsOf(harness).add(EMAIL, 'planner', clubId);
});
afterEach(() => harness.stop());

const ask = (Email: string) => harness.with(null).put('/auth/sendPassCodeToEmail', { Email });
const validate = (PassCode: string, Email = EMAIL) =>
  harness.with(null).put('/auth/validatePassCode', { Email, PassCode });
const choose = (token: string | null, Email = EMAIL, Password = CHOSEN) =>
  harness.with(token).put('/users/updatePasswordWithEmail/', { Email, Password });

const codeIn = ({ text }: Mail): string => /Your code: (\w+)/.exec(text)?.[1] ?? '';
/** Asks for a code and reads the mail that brings it. */
const newCode = async (email = EMAIL): Promise<string> => {
  const before = mails.length;
  expect((await ask(email)).status).toBe(200);
  return codeIn(
    await until('the mail with the code', () =>
      mails.slice(before).find(({ text }) => text.includes('Your code')),
    ),
  );
};
/** What no code is: it has characters that codes have not. */
const WRONG = '0000';
const tokenIn = (mail: Mail | undefined): string => /\/recovery#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
const openLink = (Token: string) => harness.with(null).post('/auth/recoveryLink', { Token });
const newToken = async (email = EMAIL): Promise<string> => {
  const answer = await validate(await newCode(email), email);
  expect(answer.status).toBe(200);
  return (answer.body as RecoveryAnswer).accessToken;
};
const invalid = { statusCode: 418, message: ANSWER_TEXTS.invalidCode };

describe('a code by mail', () => {
  it('leads to a token, and this to a new password', async () => {
    const code = await newCode();
    expect(mails).toEqual([expect.objectContaining({ userId, to: EMAIL })]);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}$/);
    const { accessToken } = (await validate(code.toLowerCase())).body as RecoveryAnswer;
    const chosen = await choose(accessToken);
    expect({ status: chosen.status, body: chosen.body }).toEqual({ status: 204, body: {} });
    expect((await accountsOf(harness).logIn(EMAIL, CHOSEN)).status).toBe(200);
    expect((await accountsOf(harness).logIn(EMAIL, PASSWORD)).status).toBe(401);
  });

  it('is good once, and ends the others of its account', async () => {
    const code = await newCode();
    expect((await validate(code)).status).toBe(200);
    expect((await validate(code)).body).toEqual(invalid);
    const [former, newest] = [await newCode(), await newCode()];
    expect((await validate(former)).status).toBe(200);
    expect((await validate(newest)).body).toEqual(invalid);
  });

  it('is not ended by who asks for another: three live at most, then the newest is mailed again', async () => {
    const codes: string[] = [];
    for (let count = 0; count < RECOVERY.liveCodes; count += 1) {
      await harness.time.advance(1);
      codes.push(await newCode());
    }
    expect((await ask(EMAIL)).status).toBe(200);
    await harness.time.advance(RECOVERY.resendMs);
    expect(await newCode()).toBe(codes[2]);
    expect(mails).toHaveLength(4);
    await harness.time.advance(RECOVERY.codeMs - RECOVERY.resendMs);
    expect((await validate(codes[2] ?? '')).status).toBe(200);
  });

  it('is good for fifteen minutes', async () => {
    const code = await newCode();
    await harness.time.advance(RECOVERY.codeMs - 1);
    expect((await validate(code)).status).toBe(200);
    const late = await newCode();
    await harness.time.advance(RECOVERY.codeMs);
    expect((await validate(late)).body).toEqual(invalid);
  });

  it('has five tries of one asker, counted over all codes of the account', async () => {
    const codes = [await newCode(), await newCode()];
    for (let attempt = 1; attempt < RECOVERY.askerTries; attempt += 1)
      expect((await validate(WRONG)).body).toEqual(invalid);
    expect((await validate(codes[0] ?? '')).status).toBe(200);
    const refused = await validate(await newCode());
    expect(refused.body).toEqual({ statusCode: 429, message: ANSWER_TEXTS.tooManyAttempts });
  });

  it('leaves its link to an asker of five wrong codes, who cannot try another code', async () => {
    await newCode();
    for (let attempt = 0; attempt < RECOVERY.askerTries; attempt += 1)
      expect((await validate(WRONG)).body).toEqual(invalid);
    expect((await validate(await newCode())).status).toBe(429);
    expect((await openLink(tokenIn(mails[0]))).status).toBe(200);
  });

  it('has ten tries of all askers together, and a link that they cannot use up', async () => {
    const recovery = harness.api.app.get(Recovery);
    const codes = [await newCode(), await newCode(), await newCode()];
    const tried = (PassCode: string) => recovery.validate({ Email: EMAIL, PassCode });
    for (let attempt = 0; attempt < RECOVERY.codeTries; attempt += 1)
      await expect(tried(WRONG)).rejects.toMatchObject({ code: 'invalidCode' });
    for (const code of codes) await expect(tried(code)).rejects.toMatchObject({ code: 'invalidCode' });
    const link = await openLink(tokenIn(mails[0]));
    expect(link.status).toBe(200);
    expect(link.body).toEqual({ accessToken: expect.any(String), email: EMAIL });
    expect((await choose((link.body as RecoveryAnswer).accessToken)).status).toBe(204);
  });

  it('is there for the owner whatever a thousand others ask and try', async () => {
    const [limits, recovery] = [harness.api.app.get(RecoveryLimits), harness.api.app.get(Recovery)];
    for (let other = 0; other < 1_000; other += 1) {
      const address = `198.51.${other >> 8}.${other & 255}`;
      await limits.askForCode(address, EMAIL);
      await recovery.sendCode(EMAIL, 'en');
      await limits.tryCode(address, EMAIL);
      await recovery.validate({ Email: EMAIL, PassCode: '0000' }).catch(() => undefined);
    }
    await harness.time.advance(RECOVERY.resendMs);
    const before = mails.length;
    expect(before).toBe(RECOVERY.liveCodes);
    expect((await ask(EMAIL)).status).toBe(200);
    const mail = await until('the next mail', () => mails[before]);
    expect((await openLink(tokenIn(mail))).status).toBe(200);
  });

  it('is of one account', async () => {
    await accountsOf(harness).add('other@example.org', 'viewer', clubId);
    const code = await newCode();
    expect((await validate(code, 'other@example.org')).body).toEqual(invalid);
    expect((await validate(code, 'Planner@Example.org')).status).toBe(200);
  });

  it('is limited by who asks, not by what others ask', async () => {
    const limits = harness.api.app.get(RecoveryLimits);
    for (let time = 0; time < 100; time += 1) await limits.askForCode(`192.0.2.${time}`, EMAIL);
    for (let time = 0; time < 10; time += 1) expect((await ask('Planner@example.org')).status).toBe(200);
    const refused = await ask(EMAIL);
    expect(refused.body).toEqual({ statusCode: 429, message: ANSWER_TEXTS.tooManyAttempts });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('nobody@example.org')).status).toBe(200);

    const fresh = new RecoveryLimits();
    const many = async (call: (index: number) => Promise<void>): Promise<void> => {
      for (let index = 0; index < 200; index += 1) await call(index);
    };
    const told = { code: 'tooManyAttempts' };
    await expect(many((n) => fresh.askForCode('192.0.2.1', `${n}@example.org`))).rejects.toMatchObject(told);
    await expect(many((n) => fresh.tryCode('192.0.2.1', `${n}@example.org`))).rejects.toMatchObject(told);
    await expect(many((n) => fresh.tryCode(`2001:db8::${n}`, EMAIL))).rejects.toMatchObject(told);
    await expect(many(() => fresh.openLink('192.0.2.1'))).rejects.toMatchObject(told);
    await many((n) => fresh.tryCode(`2001:db8:1:${n.toString(16)}::1`, EMAIL));
  });

  it('names what is malformed', async () => {
    const field = async (Email: unknown) =>
      (await harness.with(null).put('/auth/sendPassCodeToEmail', { Email })).body as object;
    expect(await field('no address at all')).toMatchObject({
      statusCode: 400,
      fields: { Email: ANSWER_TEXTS.invalidMail },
    });
    expect(await field('a@b.it')).toMatchObject({ fields: { Email: FIELD_TEXTS.emailTooShort } });
    expect(await field('')).toMatchObject({ fields: { Email: FIELD_TEXTS.email } });
    expect(await field(`${'a'.repeat(50)}@example.org`)).toMatchObject({ statusCode: 400 });
    expect((await validate('ABC')).body).toMatchObject({ fields: { PassCode: FIELD_TEXTS.codeLength } });
    expect((await validate('')).body).toMatchObject({ fields: { PassCode: FIELD_TEXTS.code } });
  });
});

describe('who has no account', () => {
  const strangers = ['nobody@example.org', 'driver@example.org', 'gone@example.org'];
  beforeEach(async () => {
    const { add } = accountsOf(harness);
    await add('driver@example.org', 'driver', clubId);
    const gone = await add('gone@example.org', 'viewer', clubId);
    await harness.dependencies.records.people.delete(gone);
  });

  it('is answered as anybody, and gets no mail', async () => {
    const known = await ask(EMAIL);
    expect(known.body).toEqual({ maskedEmail: 'p•••@e•••.org' });
    for (const email of strangers) {
      const answer = await ask(email);
      expect(answer.status).toBe(known.status);
      expect(answer.body).toEqual({ maskedEmail: `${email.charAt(0)}•••@e•••.org` });
      for (let attempt = 0; attempt < RECOVERY.askerTries; attempt += 1)
        expect((await validate('AAAA', email)).body).toEqual(invalid);
    }
    await newCode();
    expect(mails.map(({ to }) => to)).toEqual([EMAIL, EMAIL]);
  });

  it('is not told by the time: nobody waits for the look-up nor for the mail', async () => {
    const { records } = harness.dependencies;
    let find: (person: null) => void = () => undefined;
    const found = new Promise<null>((resolve) => (find = resolve));
    const people = { ...records.people, findByEmail: () => found };
    const slow = await startHarness({ ...harness.dependencies, records: { ...records, people } });
    for (const Email of [EMAIL, 'nobody@example.org'])
      expect((await slow.with(null).put('/auth/sendPassCodeToEmail', { Email })).status).toBe(200);
    find(null);
    await slow.api.stop();
  });
});

it('logs that a mail could not be sent, without whose it is', async () => {
  const refused = Object.assign(new Error(`550 <${EMAIL}> unknown`), { code: 'EENVELOPE' });
  const later = await startHarness({ ...harness.dependencies, sendMail: () => Promise.reject(refused) });
  await later.with(null).put('/auth/sendPassCodeToEmail', { Email: EMAIL });
  const line = await until('the line of the log', () =>
    logged.find((each) => each.includes('could not be mailed')),
  );
  expect(JSON.parse(line)).toMatchObject({ level: 'error', error: 'EENVELOPE' });
  expect(logged.join()).not.toContain(EMAIL);
  await later.api.stop();
});

describe('the link beside a code', () => {
  it('opens the same, once, as long as the code', async () => {
    await newCode();
    const token = tokenIn(mails[0]);
    await harness.time.advance(RECOVERY.codeMs - 1);
    const opened = (await openLink(token)).body as RecoveryAnswer;
    expect((await openLink(token)).body).toEqual({ statusCode: 418, message: ANSWER_TEXTS.invalidLink });
    expect((await choose(opened.accessToken)).status).toBe(204);
    await newCode();
    const late = tokenIn(mails.findLast((mail) => tokenIn(mail) !== ''));
    await harness.time.advance(RECOVERY.codeMs);
    expect((await openLink(late)).status).toBe(418);
  });

  it('ends with the code, and the code with it', async () => {
    expect((await validate(await newCode())).status).toBe(200);
    expect((await openLink(tokenIn(mails[0]))).status).toBe(418);
    const code = await newCode();
    expect((await openLink(tokenIn(mails[1]))).status).toBe(200);
    expect((await validate(code)).body).toEqual(invalid);
  });

  it('leads to the address that the configuration names, whatever the request names', async () => {
    const config = { ...harness.dependencies.config, PUBLIC_URL: 'https://race.example.org/' };
    const named = await startHarness({ ...harness.dependencies, config });
    await named.with(null).put('/auth/sendPassCodeToEmail', { Email: EMAIL }).set('Host', 'thief.example');
    const { text } = await until('the mail with the link', () => mails[0]);
    expect(text).toContain(`\nhttps://race.example.org/recovery#${userId}.`);
    await named.api.stop();
  });

  it('is not to be guessed nor made up', async () => {
    await newCode();
    for (const Token of [`${userId}.`, `${userId}.x`, 'x', 'NaN.x', '-1.x', `1e9.${tokenIn(mails[0])}`])
      expect((await openLink(Token)).body).toEqual({ statusCode: 418, message: ANSWER_TEXTS.invalidLink });
    expect((await openLink('')).status).toBe(400);
    expect((await openLink(tokenIn(mails[0]))).status).toBe(200);
  });
});

describe('the token of a code', () => {
  it('is the only bearer that opens the choice of a password', async () => {
    const { as } = await accountsOf(harness).member('admin@example.org', 'admin', null);
    const body = { Email: EMAIL, Password: CHOSEN };
    expect((await choose(null)).status).toBe(401);
    expect((await as.put('/users/updatePasswordWithEmail', body)).status).toBe(403);
    expect((await choose('nonsense')).status).toBe(401);
    const forged = new AccessTokens('another secret that is quite long', harness.dependencies.clock);
    const payload = { id: userId, roles: [], clubId: null, avatar: null, sessionId: 'x' };
    expect((await choose(forged.sign({ ...payload, opens: 'recovery' }))).status).toBe(401);
    expect((await accountsOf(harness).logIn(EMAIL, PASSWORD)).status).toBe(200);
  });

  it('is of one account, and is not spent on another', async () => {
    await accountsOf(harness).add('other@example.org', 'viewer', clubId);
    const token = await newToken('other@example.org');
    expect((await choose(token)).body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.invalidUpdatePassword,
    });
    expect((await choose(token, 'other@example.org', 'tooweak')).status).toBe(400);
    expect((await choose(token, 'other@example.org')).status).toBe(204);
    expect((await accountsOf(harness).logIn(EMAIL, PASSWORD)).status).toBe(200);
  });

  it('is good once, also when it comes twice at once', async () => {
    const token = await newToken();
    const answers = await Promise.all([choose(token), choose(token, EMAIL, 'Another12')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    expect((await choose(token)).body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.invalidUpdatePassword,
    });
  });

  it('is good for ten minutes', async () => {
    const [early, late] = [await newToken(), await newToken()];
    await harness.time.advance(RECOVERY.tokenMs - 1_000);
    expect((await choose(early)).status).toBe(204);
    await harness.time.advance(1_000);
    expect((await choose(late)).body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.tokenExpired,
      code: 'tokenExpired',
    });
  });

  it('opens nothing else', async () => {
    const as = harness.with(await newToken());
    expect((await as.get('/events')).status).toBe(403);
    expect((await as.patch('/users/updatePassword', { UserId: userId, Password: CHOSEN })).status).toBe(403);
    expect((await as.get('/health')).status).toBe(401);
  });

  it('ends every session of the account, and makes a given password their own', async () => {
    const { add, logIn } = accountsOf(harness);
    const session = (await logIn(EMAIL)).body as LoginAnswer;
    const ended: string[] = [];
    harness.api.app.get(EndedSessions).subscribe((sessionId) => ended.push(sessionId));
    await choose(await newToken());
    expect(ended).toHaveLength(1);
    expect((await harness.with(session.accessToken).get('/events')).body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.tokenExpired,
      code: 'tokenExpired',
    });
    const { refreshToken } = session;
    expect((await harness.with(null).post('/auth/refresh', { refreshToken })).body.message).toBe(
      ANSWER_TEXTS.refreshTokenExpired,
    );
    await add('new@example.org', 'viewer', clubId, true);
    await choose(await newToken('new@example.org'), 'new@example.org');
    expect((await logIn('new@example.org', CHOSEN)).body).not.toHaveProperty('passwordChangeNeeded');
  });
});

it('keeps neither code nor address: not in events, not in the log', async () => {
  const code = await newCode();
  await choose((await validate(code)).body.accessToken as string);
  const events = JSON.stringify(await harness.dependencies.store.readAll(null, 100));
  expect(logged.length).toBeGreaterThan(0);
  for (const text of [events, logged.join()]) {
    // Four letters may be part of a longer word, such as an id.
    for (const secret of [`"${code}"`, EMAIL, CHOSEN]) expect(text).not.toContain(secret);
  }
});
