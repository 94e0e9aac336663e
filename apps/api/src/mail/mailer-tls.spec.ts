import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CompetitorRow } from '@flagpost/contracts';
import { silentLogger } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { makeCertificate, until } from '@flagpost/testing';
import type { SMTPServerOptions } from 'smtp-server';
import { apiConfig } from '../config.js';
import { startHarness } from '../testing/harness.js';
import { startMailServer, type MailServer } from '../testing/mail-server.js';
import { aRace } from '../testing/race-fixture.js';
import { openMail, type Mail, type SendMail } from './mailer.js';

const known = makeCertificate();
const unknown = makeCertificate();
const trusted = getCACertificates('default');
// As NODE_EXTRA_CA_CERTS does, which is read when a process starts.
beforeAll(() => setDefaultCACertificates([...trusted, known.cert]));
afterAll(() => setDefaultCACertificates(trusted));

const USER = 'office';
const PASSWORD = 'Snow on stage 3';
const mail: Mail = { userId: 13, to: 'ada@example.org', subject: 'Your code', text: 'AB2C\n' };

let server: MailServer;
/** The user who signed in, and whether over TLS. */
let signedIn: { readonly user: string; readonly password: string; readonly isEncrypted: boolean }[];
beforeEach(() => {
  signedIn = [];
});
afterEach(() => server.stop());

const start = async (options: SMTPServerOptions): Promise<void> => {
  server = await startMailServer(
    {},
    {
      // The client decides whether to send a password over an unencrypted connection.
      allowInsecureAuth: true,
      onAuth({ username, password }, { secure }, done) {
        signedIn.push({ user: username ?? '', password: password ?? '', isEncrypted: secure });
        done(null, { user: username });
      },
      ...options,
    },
  );
};
const signingIn = (): string => {
  const url = new URL(server.url);
  [url.username, url.password] = [USER, PASSWORD];
  return url.href;
};
const open = (environment: Record<string, string>): SendMail =>
  openMail(apiConfig.parse(environment), {
    clock: { now: () => 0 },
    ids: systemIds,
    logger: silentLogger,
  });
const taken = () => server.taken.map(({ to, isEncrypted }) => ({ to, isEncrypted }));

/** TLS from the first byte, and by STARTTLS. */
const KINDS = [
  ['smtps', { secure: true }],
  ['STARTTLS', { disabledCommands: [] }],
] as const satisfies readonly (readonly [string, SMTPServerOptions])[];

describe.each(KINDS)('mail over %s', (_, options) => {
  it('arrives encrypted, and so does the password', async () => {
    await start({ ...options, ...known });
    await open({ SMTP_URL: signingIn() })(mail);
    expect(taken()).toEqual([{ to: 'ada@example.org', isEncrypted: true }]);
    expect(signedIn).toEqual([{ user: USER, password: PASSWORD, isEncrypted: true }]);
  });

  it.each(['required', 'offered'])(
    'is not sent to an unknown certificate where TLS is %s',
    async (SMTP_TLS) => {
      await start({ ...options, ...unknown });
      await expect(open({ SMTP_URL: signingIn(), SMTP_TLS })(mail)).rejects.toThrow(
        'self-signed certificate',
      );
      expect(taken()).toEqual([]);
      expect(signedIn).toEqual([]);
    },
  );

  it('shows an address that is refused at the competitor', async () => {
    await start({ ...options, ...known });
    server.rules.address = (to) => (to === 'car8@example.org' ? 550 : null);
    const harness = await startHarness({ sendMail: open({ SMTP_URL: signingIn() }) });
    try {
      const race = await aRace(harness);
      const cars = [await race.add('7'), await race.add('8')];
      await race.as('planner').patch('/invitations/send', { Invitations: cars });
      const states = async (): Promise<unknown[]> => {
        const { body } = await race.as('viewer').get(`/events/drivers/${race.eventId}`);
        return (body as CompetitorRow[]).map(({ Mail }) => Mail);
      };
      await until('both mails to be settled', async () => !(await states()).includes('queued'), {
        advance: () => harness.time.advance(200),
      });
      expect(await states()).toEqual(['sent', 'refused']);
      expect(taken()).toEqual([{ to: 'car7@example.org', isEncrypted: true }]);
    } finally {
      await harness.stop();
    }
  });
});

describe('a mail server that offers no TLS', () => {
  it('is not told the password, and gets no mail', async () => {
    await start({ disabledCommands: ['STARTTLS'] });
    await expect(open({ SMTP_URL: signingIn() })(mail)).rejects.toMatchObject({ code: 'ETLS' });
    expect(signedIn).toEqual([]);
    expect(taken()).toEqual([]);
  });

  it('gets no mail without a password either where SMTP_TLS demands TLS', async () => {
    await start({ disabledCommands: ['STARTTLS'] });
    const send = open({ SMTP_URL: server.url, SMTP_TLS: 'required' });
    await expect(send(mail)).rejects.toMatchObject({ code: 'ETLS' });
    expect(taken()).toEqual([]);
  });

  it('is told it where SMTP_TLS says that the network is trusted', async () => {
    await start({ disabledCommands: ['STARTTLS'] });
    await open({ SMTP_URL: signingIn(), SMTP_TLS: 'offered' })(mail);
    expect(signedIn).toEqual([{ user: USER, password: PASSWORD, isEncrypted: false }]);
    expect(taken()).toEqual([{ to: 'ada@example.org', isEncrypted: false }]);
  });
});
