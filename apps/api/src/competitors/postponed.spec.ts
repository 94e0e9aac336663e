import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { INVITATION_STATES, LANGUAGE_HEADER, type InvitationDriverAnswer } from '@flagpost/contracts';
import type { MeetingEvent } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { until } from '@flagpost/testing';
import type { Mail } from '../mail/mailer.js';
import { REACTION_NAMES } from '../stored-names.js';
import { driveSecretIn } from '../testing/drive-link.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace, competitorBody, eventBody, postponeBody, type Race } from '../testing/race-fixture.js';
import { invitationReads } from '../views/invitations.projection.js';

const HOUR_MS = 3_600_000;
const iso = (time: number): string => new Date(time).toISOString();

const times = { Start: iso(NOW + HOUR_MS), Finish: iso(NOW + 5 * HOUR_MS) };

let harness: Harness;
let race: Race;
let mails: Mail[];
let eventId: number;
beforeEach(async () => {
  mails = [];
  harness = await startHarness({ sendMail: async (mail) => void mails.push(mail) });
  race = await aRace(harness);
  const made = await race.as('planner').post('/events', eventBody(race.categoryId, times));
  ({ eveId: eventId } = made.body as { eveId: number });
});
afterEach(() => harness.stop());

type Entered = InvitationDriverAnswer & { readonly email: string };
const add = async (number: string, categoryId = race.categoryId): Promise<Entered> => {
  const body = competitorBody(eventId, categoryId, number);
  const answer = await race.as('planner').post('/invitations/createInvitationDriver', body);
  return { ...(answer.body as InvitationDriverAnswer), email: body.User.Email };
};
/** Mailed, and answered by the mailed link, which counts for none of the mails that are looked at. */
const answered = async ({ Invitation, email }: Entered, state: keyof typeof INVITATION_STATES) => {
  const answers: Partial<Record<typeof state, string>> = {
    ACEPTED_INVITATION: 'accept',
    REJECTED_INVITATION: 'reject',
  };
  await race.as('planner').patch('/invitations/send', { Invitations: [Invitation.Id] });
  const reads = invitationReads(harness.dependencies.readModels);
  const isSent = async () => (await reads.get(Invitation.Id))?.mailState === 'sent';
  await until('the invitation to be mailed', isSent, { advance: () => harness.time.advance(200) });
  const Answer = answers[state];
  if (Answer !== undefined)
    await harness.with(null).post(`/drive/${driveSecretIn(mails, email)}`, { Answer });
  expect((await reads.get(Invitation.Id))?.statusId).toBe(INVITATION_STATES[state]);
  mails = [];
};
const postpone = (language = 'en') =>
  race.as('planner').put(`/events/postpone/${eventId}`, postponeBody()).set(LANGUAGE_HEADER, language);
type Postponed = Recorded<Extract<MeetingEvent, { type: 'EventPostponed' }>>;
const recorded = async (): Promise<Postponed> =>
  (await harness.dependencies.store.readAll(null, 1_000)).findLast(
    ({ type }) => type === 'EventPostponed',
  ) as Postponed;
const handled = async (): Promise<void> => {
  const { position } = await recorded();
  const { checkpoints } = harness.dependencies.records;
  await until(
    'the checkpoint of the reaction',
    async () => (await checkpoints.load(REACTION_NAMES.eventPostponed)) === position,
    { advance: () => harness.time.advance(200) },
  );
};
it('mails those who accepted, and nobody else, the dates where the event is and the reason', async () => {
  const [accepted, pending, rejected] = [await add('1'), await add('2'), await add('3')];
  await add('4');
  await answered(accepted, 'ACEPTED_INVITATION');
  await answered(pending, 'PENDING_INVITATION');
  await answered(rejected, 'REJECTED_INVITATION');
  expect((await postpone()).status).toBe(200);
  await handled();
  expect(mails).toEqual([
    {
      id: `${(await recorded()).meta.id}.${accepted.User.Id}`,
      userId: accepted.User.Id,
      to: accepted.email,
      subject: 'Postponed: Rally Alba',
      text: [
        'The event Rally Alba was postponed.',
        '',
        'New start: Monday, June 8, 2026 at 14:00 GMT+2',
        'New finish: Monday, June 8, 2026 at 18:00 GMT+2',
        '',
        'Former start: Saturday, June 6, 2026 at 15:00 GMT+2',
        'Former finish: Saturday, June 6, 2026 at 19:00 GMT+2',
        '',
        'Reason: Snow on the third stage',
        '',
      ].join('\n'),
    },
  ]);
});

it.each([
  ['es', 'Aplazado: Rally Alba', 'Nuevo inicio: lunes, 8 de junio de 2026, 14:00'],
  ['it', 'Rinviato: Rally Alba', 'Nuovo inizio: lunedì 8 giugno 2026 alle ore 14:00'],
])('speaks the language of whoever postponed it: %s', async (language, subject, start) => {
  await answered(await add('1'), 'ACEPTED_INVITATION');
  await postpone(language);
  await handled();
  expect(mails).toEqual([
    expect.objectContaining({ subject, text: expect.stringContaining(start) as unknown }),
  ]);
});

it('mails a person once who runs in two categories, and not again after a restart', async () => {
  const other = await race.as('planner').post('/driverCategories', { Name: 'R5' });
  const { catId } = other.body as { catId: number };
  const Categories = [race.categoryId, catId];
  await race.as('planner').put(`/events/${eventId}`, eventBody(race.categoryId, { ...times, Categories }));
  const twice = [await add('1'), await add('1', catId)];
  expect(new Set(twice.map(({ User }) => User.Id)).size).toBe(1);
  for (const each of twice) await answered(each, 'ACEPTED_INVITATION');
  await postpone();
  await handled();
  await harness.api.stop();
  const next = await startHarness({ ...harness.dependencies, readModels: memoryReadModels() });
  const again = postponeBody({ Start: iso(NOW + 50 * HOUR_MS) });
  const planner = next.as({ roles: ['planner'], clubId: race.clubId });
  expect((await planner.put(`/events/postpone/${eventId}`, again)).status).toBe(200);
  await handled();
  await next.api.stop();
  expect(mails.map(({ text }) => /New start: .* at (.*) GMT/.exec(text)?.[1])).toEqual(['14:00', '16:00']);
});

it('mails an address that belongs to another account too, and nobody who is gone', async () => {
  const { people } = harness.dependencies.records;
  const [unowned, gone, told] = [await add('1'), await add('2'), await add('3')];
  for (const each of [unowned, gone, told]) await answered(each, 'ACEPTED_INVITATION');
  const person = await people.get(unowned.User.Id);
  if (person === null) throw new Error('The competitor has no person.');
  await people.put({ ...person, emailUnowned: true });
  await people.delete(gone.User.Id);
  await postpone();
  await handled();
  expect(mails.map(({ to }) => to)).toEqual([unowned.email, told.email]);
});
