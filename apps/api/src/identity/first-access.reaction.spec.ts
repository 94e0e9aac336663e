import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newPassword, type LoginAnswer } from '@flagpost/contracts';
import type { UserEvent } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import type { Mail } from '../mail/mailer.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { newClubBody } from '../testing/institutions.js';
import { until } from '../testing/until.js';
import { firstAccessReaction } from './first-access.reaction.js';

const EMAIL = 'gino@langhe.example.org';

let harness: Harness;
let mails: Mail[];

beforeEach(async () => {
  mails = [];
  harness = await startHarness({
    sendMail: async (mail) => {
      mails.push(mail);
    },
  });
});
afterEach(() => harness.stop());

const passwordIn = ({ text }: Mail): string => /: (\S+-\S+)$/m.exec(text)?.[1] ?? '';
const invite = async (): Promise<Mail> => {
  const admin = harness.as({ roles: ['admin'], clubId: null });
  await admin.post('/clubs/', newClubBody({}, EMAIL));
  return until(async () => mails[0]);
};
const logIn = (password: string) => harness.with(null).post('/auth/login', { email: EMAIL, password });
const again = async (sendMail = async (mail: Mail) => void mails.push(mail)): Promise<void> => {
  const events = await harness.parts.store.readAll(null, 100);
  const invited = events.find(({ type }) => type === 'UserInvited') as Recorded<
    Extract<UserEvent, { type: 'UserInvited' }>
  >;
  await firstAccessReaction(harness.parts, sendMail).on['UserInvited']?.(invited);
};

describe('the first access of who was invited', () => {
  it('is by a mailed password, which opens the choice of another', async () => {
    const mail = await invite();
    expect(mail.to).toBe(EMAIL);
    const given = passwordIn(mail);
    expect(newPassword.parse(given)).toBe(given);
    const first = await logIn(given);
    const { passwordChangeNeeded, accessToken, id } = first.body as LoginAnswer;
    expect(passwordChangeNeeded).toBe(true);
    const theirs = harness.with(accessToken);
    expect((await theirs.get('/events/')).status).toBe(403);
    const chosen = { UserId: id, Password: 'Langhe2026' };
    expect((await theirs.patch('/users/updatePassword/', chosen)).status).toBe(200);
    expect((await logIn(given)).status).toBe(401);
    const session = (await logIn('Langhe2026')).body as LoginAnswer;
    expect(session.roles).toEqual([{ id: 2 }]);
    const clubs = await harness.with(session.accessToken).get('/clubs/');
    expect(clubs.body).toEqual([expect.objectContaining({ Planners: 'Gino Ferrero' })]);
  });

  it('is by the same password where it is told twice, and by none once another was chosen', async () => {
    const given = passwordIn(await invite());
    await again();
    expect(mails.map(passwordIn)).toEqual([given, given]);
    const { accessToken, id } = (await logIn(given)).body as LoginAnswer;
    const chosen = { UserId: id, Password: 'Langhe2026' };
    await harness.with(accessToken).patch('/users/updatePassword/', chosen);
    await again();
    expect(mails).toHaveLength(2);
    expect((await logIn('Langhe2026')).status).toBe(200);
  });

  it('waits for a mail server that is away, and not for one that refuses the address', async () => {
    await invite();
    const failing = (error: Error) => again(() => Promise.reject(error));
    await expect(failing(new Error('connect ECONNREFUSED'))).rejects.toThrow('ECONNREFUSED');
    await expect(failing(Object.assign(new Error('busy'), { responseCode: 451 }))).rejects.toThrow('busy');
    await failing(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
  });

  it('is over for who was removed meanwhile', async () => {
    const given = passwordIn(await invite());
    const admin = harness.as({ roles: ['admin'], clubId: null });
    const user = await harness.parts.records.people.findByEmail(EMAIL);
    await admin.delete(`/users/roluser/${user?.id}`);
    await again();
    expect(mails).toHaveLength(1);
    expect((await logIn(given)).status).toBe(401);
  });
});
