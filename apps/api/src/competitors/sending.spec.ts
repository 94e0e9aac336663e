import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_INVITATION_STATUS_ID,
  FIELD_TEXTS,
  INVITATION_STATES,
  type InvitationDriverAnswer,
  LANGUAGE_HEADER,
  REFUSALS,
  SELECTED_COMPETITORS_MAX,
} from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import type { Mail } from '../mail/mailer.js';
import { driveSecretIn } from '../testing/drive-link.js';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, clubDetails, competitorBody, eventBody, type Race } from '../testing/race-fixture.js';
import { invitationReads } from '../views/invitations.projection.js';

let harness: Harness;
let race: Race;
let mails: Mail[];
beforeEach(async () => {
  mails = [];
  harness = await startHarness({ sendMail: async (mail) => void mails.push(mail) });
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const send = (ids: readonly number[], as = race.as('planner')) =>
  as.patch('/invitations/send', { Invitations: ids });
const stateOf = async (id: number) => (await invitationReads(harness.dependencies.readModels).get(id))!;
const mailed = (count: number) =>
  until(`${count} mails`, () => mails.length >= count, { advance: () => harness.time.advance(200) });
/** All that is to be sent has been sent. */
const settled = async (...ids: number[]) =>
  until(
    'every mail to be settled',
    async () => (await Promise.all(ids.map(stateOf))).every(({ mailState }) => mailState === 'sent'),
    { advance: () => harness.time.advance(200) },
  );

describe("'Send invite'", () => {
  it('mails once for each press and makes the competitor pending', async () => {
    const car = await race.add('7');
    expect((await stateOf(car)).statusId).toBe(DEFAULT_INVITATION_STATUS_ID);
    const answer = await send([car, car]);
    expect([answer.status, answer.body]).toEqual([200, { sent: [car] }]);
    await settled(car);
    expect(await stateOf(car)).toMatchObject({
      statusId: INVITATION_STATES.PENDING_INVITATION,
      newestMail: { sending: 1, requestedBy: race.userId('planner') },
    });
    expect(mails.map(({ to, userId }) => [to, userId])).toEqual([
      ['car7@example.org', (await stateOf(car)).userId],
    ]);
    await send([car]);
    await mailed(2);
    await settled(car);
    expect(mails.map(({ id }) => id)).toEqual([...new Set(mails.map(({ id }) => id))]);
    expect(driveSecretIn([mails[0]!], 'car7@example.org')).toBe(
      driveSecretIn([mails[1]!], 'car7@example.org'),
    );
  });

  it('takes the list of ids alone, from organisers of the institution', async () => {
    const car = await race.add('7');
    const by = (as: Requests) => as.patch('/invitations/send', [car]);
    expect([(await by(race.as('director'))).status, (await by(race.rival('planner'))).status]).toEqual([
      403, 403,
    ]);
    const answer = await by(race.as('planner'));
    expect([answer.status, answer.body]).toEqual([200, { sent: [car] }]);
  });

  it('mails once however often one press arrives', async () => {
    const cars = [await race.add('7'), await race.add('8')];
    const press = async (): Promise<unknown> => (await send(cars).set('Idempotency-Key', 'one-press')).body;
    expect(await Promise.all([press(), press()])).toEqual([{ sent: cars }, { sent: cars }]);
    expect(await press()).toEqual({ sent: cars });
    await settled(...cars);
    await harness.time.advance(10_000);
    expect(mails.map(({ to }) => to).sort()).toEqual(['car7@example.org', 'car8@example.org']);
  });

  it('reaches those who were added after publishing, and publishing mails nobody again', async () => {
    const before = await race.add('7');
    await race.as('planner').put(`/events/publish/${race.eventId}`);
    await mailed(1);
    await settled(before);
    const after = await race.add('8');
    await send([after]);
    await settled(before, after);
    expect(mails.map(({ to }) => to)).toEqual(['car7@example.org', 'car8@example.org']);
  });

  it('leaves who accepted accepted, and mails them', async () => {
    const car = await race.add('7');
    await send([car]);
    await settled(car);
    const link = `/drive/${driveSecretIn(mails, 'car7@example.org')}`;
    await harness.with(null).post(link, { Answer: 'accept' });
    await send([car]);
    await mailed(2);
    expect((await stateOf(car)).statusId).toBe(INVITATION_STATES.ACEPTED_INVITATION);
    await harness.with(null).post(link, { Answer: 'reject' });
    await send([car]);
    await mailed(3);
    expect((await stateOf(car)).statusId).toBe(INVITATION_STATES.PENDING_INVITATION);
  });

  it('is refused without competitors, with too many, and for one who is not there', async () => {
    const car = await race.add('7');
    const none = await send([]);
    expect([none.status, none.body.fields]).toEqual([400, { Invitations: FIELD_TEXTS.noneSelected }]);
    expect((await send(Array.from({ length: SELECTED_COMPETITORS_MAX + 1 }, (_, at) => at + 1))).status).toBe(
      400,
    );
    const gone = await send([car, 777]);
    expect([gone.status, gone.body.message]).toEqual([404, REFUSALS['invitation.someMissing']]);
    expect((await stateOf(car)).mailState).toBeNull();
  });

  it.each([
    ['admin', 200],
    ['planner', 200],
    ['viewer', 403],
    ['director', 403],
    ['driver', 403],
  ] as const)('as %s of the club answers %i, and of another club 403', async (role, status) => {
    const car = await race.add('7');
    expect((await send([car], race.as(role))).status).toBe(status);
    if (role !== 'admin') expect((await send([car], race.rival(role))).status).toBe(403);
  });

  it('needs a sign-in, and an event that is not over', async () => {
    const car = await race.add('7');
    expect((await send([car], harness.with(null))).status).toBe(401);
    await harness.time.advance(5 * 3_600_000);
    for (const as of [race.as('planner'), race.as('admin')]) {
      const { status, body } = await send([car], as);
      expect([status, body.message]).toEqual([418, REFUSALS['event.past']]);
    }
    expect(mails).toEqual([]);
  });
});

const [ITALY, SPAIN, GERMANY] = [380, 724, 276];
const textIn = async (language: string, countryId: number) => {
  const zone = countryId === SPAIN ? { TimeZone: 'Europe/Madrid' } : {};
  const clubId = await harness.api.clubs.ensure({ ...clubDetails(`Club ${countryId}`), countryId });
  const planner = harness.as({ roles: ['planner'], clubId });
  const category = await planner.post('/driverCategories', { Name: 'GT' });
  const { catId } = category.body as { catId: number };
  const event = await planner.post('/events', eventBody(catId, { CouId: countryId, ...zone }));
  const { eveId } = event.body as { eveId: number };
  const made = await planner.post('/invitations/createInvitationDriver', competitorBody(eveId, catId, '24'));
  const { Invitation } = made.body as InvitationDriverAnswer;
  await send([Invitation.Id], planner).set(LANGUAGE_HEADER, language);
  await mailed(1);
  return { mail: mails.at(-1)!, planner, id: Invitation.Id };
};

describe('the mail', () => {
  it('says event, club, times at the track, what is shared and how long', async () => {
    const { mail } = await textIn('en', GERMANY);
    expect(mail.subject).toBe('Invitation: Rally Alba');
    expect(mail.text.split('\n')).toEqual([
      'Hello Carla Bianchi 24,',
      '',
      'Club 276 invites you to Rally Alba.',
      '',
      'Start: Saturday, June 6, 2026 at 13:00 GMT+2',
      'Finish: Saturday, June 6, 2026 at 18:00 GMT+2',
      'Place: Langhe, Alba',
      'Number: 24',
      'Car: Lancia Delta',
      'Category: GT',
      'The times are those at the track (Europe/Berlin).',
      '',
      'Accept or reject the invitation on this page, at the address of Flagpost. You need no account:',
      expect.stringMatching(/^\/drive\/[\w-]{43}$/),
      '',
      'If something is not right, say so there: the organizer is told.',
      'Esta página también está en español. La pagina è disponibile anche in italiano.',
      '',
      'What is shared',
      expect.stringContaining('- While the event runs: position, speed and direction'),
      expect.stringContaining('blood type'),
      '',
      'How long it is kept',
      expect.stringContaining('until Club 276 has them erased'),
      expect.stringContaining('- Where the car was: for good'),
      '',
    ]);
  });

  it.each([
    ['en', SPAIN, 'Invitación: Rally Alba', 'Inicio: sábado, 6 de junio de 2026, 13:00'],
    ['en', ITALY, 'Invito: Rally Alba', 'Inizio: sabato 6 giugno 2026 alle ore 13:00'],
    ['es', GERMANY, 'Invitación: Rally Alba', 'Qué se comparte'],
    ['it', GERMANY, 'Invito: Rally Alba', 'Che cosa viene condiviso'],
  ])(
    'of a sender in %s and a club of country %i speaks the language of the country if it is one of ours',
    async (language, country, subject, line) => {
      const { mail } = await textIn(language, country);
      expect(mail.subject).toBe(subject);
      expect(mail.text).toContain(line);
    },
  );

  it('speaks the language in which the competitor answered, in every event from then on', async () => {
    const { planner, id } = await textIn('en', ITALY);
    const link = `/drive/${driveSecretIn(mails, 'car24@example.org')}`;
    await harness.with(null).post(link, { Answer: 'accept' }).set(LANGUAGE_HEADER, 'es');
    await send([id], planner);
    await mailed(2);
    expect(mails.at(-1)?.subject).toBe('Invitación: Rally Alba');
  });
});
