import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  INVITATION_STATES,
  LANGUAGE_HEADER,
  REFUSALS,
  type AlertRow,
  type DriveAnswer,
  type DriveSosAnswer,
  type InvitationDriverAnswer,
  type PhoneAnswer,
} from '@flagpost/contracts';
import { invitationDecider, invitationStream } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { jsonLogger, tokenHash } from '@flagpost/platform';
import { until } from '@flagpost/testing';
import { HANDLE } from '../dispatch/command.handler.js';
import type { Mail } from '../mail/mailer.js';
import { accountsOf } from '../testing/accounts.js';
import { sosFact, stateFacts } from '../testing/facts.js';
import { driveSecretIn } from '../testing/drive-link.js';
import { NOW, startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, competitorBody, type Race } from '../testing/race-fixture.js';
import { invitationReads } from '../views/invitations.projection.js';

const { ACEPTED_INVITATION, PENDING_INVITATION, REJECTED_INVITATION } = INVITATION_STATES;
const iso = (time: number): string => new Date(time).toISOString();

let harness: Harness;
let race: Race;
let mails: Mail[];
let lines: string[];
let car: number;
let userId: number;
let sender: number;
let planner: Requests;
let link: string;
let nobody: Requests;
beforeEach(async () => {
  mails = [];
  lines = [];
  const logger = jsonLogger({ now: () => NOW }, (line) => lines.push(line));
  harness = await startHarness({ logger, sendMail: async (mail) => void mails.push(mail) });
  race = await aRace(harness);
  sender = await accountsOf(harness).add('planner@club.example', 'planner', race.clubId);
  planner = harness.as({ userId: sender, roles: ['planner'], clubId: race.clubId });
  const body = competitorBody(race.eventId, race.categoryId, '7');
  const made = await planner.post('/invitations/createInvitationDriver', body);
  const answer = made.body as InvitationDriverAnswer;
  car = answer.Invitation.Id;
  userId = answer.User.Id;
  await planner.patch('/invitations/send', { Invitations: [car] });
  await until('the mail', async () => (await stored())?.mailState === 'sent');
  link = `/drive/${driveSecretIn(mails, 'car7@example.org')}`;
  nobody = harness.with(null);
});
afterEach(() => harness.stop());

const stored = () => invitationReads(harness.dependencies.readModels).get(car);
const log = () => harness.dependencies.store.readAll(null, 1_000);
const refused = { statusCode: 418, message: ANSWER_TEXTS.invalidLink };

describe('the link of an invitation', () => {
  it('shows the invitation to who has it, and changes nothing', async () => {
    const before = (await log()).length;
    for (let read = 0; read < 3; read += 1) {
      const answer = await nobody.get(link);
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          StatusId: PENDING_INVITATION,
          Ended: false,
          Disputed: null,
          EventName: 'Rally Alba',
          ClubName: 'Motor Club Alba',
          CircuitName: 'Langhe',
          City: 'Alba',
          Start: iso(NOW - 3_600_000),
          Finish: iso(NOW + 4 * 3_600_000),
          TimeZone: 'Europe/Rome',
          Name: 'Carla',
          Surname: 'Bianchi 7',
          CarNumber: '7',
          Category: 'WRC',
          Brand: 'Lancia',
          Model: 'Delta',
          Contact: null,
        } satisfies DriveAnswer,
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect(await log()).toHaveLength(before);
  });

  it('accepts and rejects, as often as the competitor changes their mind', async () => {
    const answers = [];
    for (const Answer of ['accept', 'accept', 'reject', 'accept'])
      answers.push(((await nobody.post(link, { Answer })).body as DriveAnswer).StatusId);
    expect(answers).toEqual([
      ACEPTED_INVITATION,
      ACEPTED_INVITATION,
      REJECTED_INVITATION,
      ACEPTED_INVITATION,
    ]);
    const recorded = (await log()).filter(({ type }) => /^Invitation(Accepted|Rejected)$/.test(type));
    expect(recorded.map(({ type, meta }) => [type, meta.actorId])).toEqual([
      ['InvitationAccepted', null],
      ['InvitationRejected', null],
      ['InvitationAccepted', null],
    ]);
  });

  it('answers nothing once the event is over, and says so', async () => {
    await harness.time.advance(5 * 3_600_000);
    expect((await nobody.get(link)).body).toMatchObject({ Ended: true, StatusId: PENDING_INVITATION });
    expect((await nobody.post(link, { Answer: 'accept' })).status).toBe(418);
    expect((await nobody.post(`${link}/dispute`, { Reason: 'person' })).status).toBe(418);
    expect((await stored())?.statusId).toBe(PENDING_INVITATION);
  });

  it('opens nothing a day after the finish, as one that is unknown, unless the car is in SOS', async () => {
    const DAY_MS = 24 * 3_600_000;
    await harness.time.advance(4 * 3_600_000 + DAY_MS);
    expect((await nobody.get(link)).status).toBe(200);
    await harness.time.advance(1);
    const answers = [await nobody.get(link), await nobody.get(`${link}/sos`), await nobody.get(`${link}x`)];
    expect(answers.map(({ status, body }) => [status, body as unknown])).toEqual(
      answers.map(() => [418, refused]),
    );
    const receivedAt = harness.time.now();
    await stateFacts(harness, sosFact({ eventId: race.eventId, invitationId: car, receivedAt }));
    await until('the SOS', async () => (await nobody.get(`${link}/sos`)).status === 200);
    expect((await nobody.get(link)).body).toMatchObject({ Ended: true });
  });

  it.each(['InvitationDeleted', 'EventDeleted', 'UserRemoved'])('ends with %s', async (type) => {
    const { store, ids } = harness.dependencies;
    const streams: Record<string, string> = {
      InvitationDeleted: invitationStream(car),
      EventDeleted: `event-${race.eventId}`,
      UserRemoved: `user-${userId}`,
    };
    const by = { actorId: null, actorRoles: [], clubId: race.clubId };
    const meta = { id: ids.uuid(), ...by, correlationId: 'spec', causationId: null, schemaVersion: 1 };
    const data = { invitationId: car, eventId: race.eventId, userId };
    await store.append(streams[type]!, [{ type, data, meta }], 'any');
    await until('the link to be unknown', async () => (await nobody.get(link)).status === 418);
    const hash = tokenHash(link.slice('/drive/'.length));
    await until(
      'the hash to be gone',
      async () => (await harness.dependencies.records.invitationLinks.find(hash)) === null,
    );
  });

  it('of an address that was corrected since opens nothing; the next mail brings another', async () => {
    const { people } = harness.dependencies.records;
    const person = await people.get(userId);
    await people.put({ ...person!, email: 'carla@example.org' });
    expect((await nobody.get(link)).body).toEqual(refused);
    await planner.patch('/invitations/send', { Invitations: [car] });
    const mended = await until('the second mail', () => driveSecretIn(mails, 'carla@example.org'), {
      advance: () => harness.time.advance(200),
    });
    expect((await nobody.get(`/drive/${mended}`)).status).toBe(200);
    expect((await nobody.get(link)).body).toEqual(refused);
  });

  it('stands in no event, in no log and in no record', async () => {
    await nobody.get(link);
    await nobody.post(link, { Answer: 'accept' });
    await nobody.get(`${link}x`);
    const secret = link.slice('/drive/'.length);
    expect(JSON.stringify(await log())).not.toContain(secret);
    expect(lines.join('\n')).not.toContain(secret);
    expect(lines.join('\n')).toContain('/api/drive/:secret');
    expect(await harness.dependencies.records.invitationLinks.find(secret)).toBeNull();
    expect(await harness.dependencies.records.invitationLinks.find(tokenHash(secret))).not.toBeNull();
  });
});

describe('the phone of a driver', () => {
  const connect = (Replace: unknown) => nobody.post(`${link}/phone`, { Replace });
  const tokenOf = (answer: { body: unknown }): string => (answer.body as PhoneAnswer).Token ?? '';
  const tokens = () => harness.dependencies.records.deviceTokens;

  it('is the device of the car once the invitation is accepted; a GET changes nothing', async () => {
    const before = await connect(false);
    expect([before.status, before.body.message]).toEqual([418, REFUSALS['invitation.notAccepted']]);
    await nobody.post(link, { Answer: 'accept' });
    await nobody.get(`${link}/phone`);
    expect(await tokens().status(car)).toBeNull();
    const answer = await connect(false);
    expect([answer.status, answer.body]).toEqual([
      200,
      { Token: expect.stringMatching(/^[\w-]{22}$/), HeardAt: null, Doors: expect.stringMatching(/^http/) },
    ]);
    expect(await tokens().find(tokenHash(tokenOf(answer)))).toMatchObject({ invitationId: car });
  });

  it('keeps the car until another one is to replace it', async () => {
    await nobody.post(link, { Answer: 'accept' });
    const first = tokenHash(tokenOf(await connect(false)));
    const heardAt = harness.time.now();
    await tokens().note([{ invitationId: car, heardAt, dropped: null }]);
    const refusedPhone = await connect(false);
    expect(refusedPhone.body).toMatchObject({ Token: null, HeardAt: iso(heardAt) });
    expect(await tokens().find(first)).toMatchObject({ invitationId: car });
    const second = tokenHash(tokenOf(await connect(true)));
    expect([await tokens().find(first), await tokens().find(second)]).toMatchObject([
      null,
      { invitationId: car },
    ]);
  });

  it('is one of two that ask at the same time', async () => {
    await nobody.post(link, { Answer: 'accept' });
    const answers = await Promise.all([connect(false), connect(false)]);
    expect(answers.filter((answer) => tokenOf(answer) !== '')).toHaveLength(1);
  });

  it('gives way to the device of an organizer, and the other way round', async () => {
    await nobody.post(link, { Answer: 'accept' });
    const phone = tokenHash(tokenOf(await connect(false)));
    await planner.post(`/invitations/${car}/deviceToken`);
    expect(await tokens().find(phone)).toBeNull();
    expect((await connect(false)).body).toMatchObject({ Token: null });
  });

  it('is not connected once the event is over', async () => {
    await nobody.post(link, { Answer: 'accept' });
    await harness.time.advance(5 * 3_600_000);
    expect((await connect(false)).status).toBe(418);
    expect(await tokens().status(car)).toBeNull();
  });

  it('has a token that no event and no log contains', async () => {
    await nobody.post(link, { Answer: 'accept' });
    const token = tokenOf(await connect(false));
    const written = [JSON.stringify(await log()), lines.join('\n')];
    for (const text of written) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(tokenHash(token));
    }
  });

  it.each([undefined, null, 1, 'true', [true]])('is not connected by Replace %p', async (Replace) => {
    await nobody.post(link, { Answer: 'accept' });
    const answer = await connect(Replace);
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([400, ['Replace']]);
    expect(await tokens().status(car)).toBeNull();
  });

  it('is limited as answers are', async () => {
    await nobody.post(link, { Answer: 'accept' });
    let last = 200;
    for (let ask = 0; ask < 40 && last === 200; ask += 1) last = (await connect(true)).status;
    expect(last).toBe(429);
  });
});

describe('the SOS of a car', () => {
  it('names to its driver who has acknowledged it, while it is open', async () => {
    const read = async () => (await nobody.get(`${link}/sos`)).body as DriveSosAnswer;
    const none = { RaisedAt: null, AcknowledgedAt: null, AcknowledgedBy: null };
    expect(await read()).toEqual(none);
    const receivedAt = harness.time.now();
    const id = `sos:${race.eventId}:${car}:${receivedAt}`;
    const about = {
      eventId: race.eventId,
      invitationId: car,
      receivedAt,
      raisedAt: receivedAt,
      speedBeforeKph: null,
    };
    await stateFacts(harness, { type: 'sosRaised', id, ...about });
    const director = race.as('director');
    const alert = await until('the alert', async () => {
      const { body } = await director.get(`/events/alerts/${race.eventId}`);
      return (body as AlertRow[])[0];
    });
    expect(await read()).toEqual({ ...none, RaisedAt: iso(receivedAt) });
    const dora = await accountsOf(harness).add('dora@club.example', 'director', race.clubId);
    const seen = harness.as({ userId: dora, roles: ['director'], clubId: race.clubId });
    await seen.post(`/alerts/${alert.AlertId}/acknowledge`);
    const person = await harness.dependencies.records.people.get(dora);
    expect(await read()).toEqual({
      RaisedAt: iso(receivedAt),
      AcknowledgedAt: iso(harness.time.now()),
      AcknowledgedBy: `${person?.name} ${person?.surname}`,
    });
    await seen.post(`/alerts/${alert.AlertId}/clear`);
    expect(await read()).toEqual(none);
  });
});

describe('who guesses', () => {
  const OTHER = 'A'.repeat(43);
  it.each([
    ['another secret', OTHER],
    ['a number', '1'],
    ['a long text', 'x'.repeat(4_000)],
    ['a path', '..%2f..%2fetc'],
    ['a query of a database', "'%20OR%201=1--"],
    ['an object of a database', '%7B%22$gt%22:%22%22%7D'],
    ['bytes that are no text', '%00%ff'],
  ])('by %s is told the same, and changes nothing', async (_, secret) => {
    const before = (await log()).length;
    const from = (request: ReturnType<Requests['get']>) => request.set('X-Forwarded-For', '192.0.2.9');
    const answers = [
      await from(nobody.get(`/drive/${secret}`)),
      await from(nobody.post(`/drive/${secret}`, { Answer: 'accept' })),
      await from(nobody.post(`/drive/${secret}/dispute`, { Reason: 'entry' })),
      await from(nobody.get(`/drive/${secret}/sos`)),
      await from(nobody.post(`/drive/${secret}/phone`, { Replace: true })),
    ];
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual(
        status === 400 ? [400, ANSWER_TEXTS.malformed] : [418, ANSWER_TEXTS.invalidLink],
      );
    expect(await log()).toHaveLength(before);
  });

  it.each([
    ['no answer', {}],
    ['another answer', { Answer: 'maybe' }],
    ['a list', { Answer: ['accept'] }],
    ['a number', { Answer: 1 }],
  ])('with a good link and %s is refused, and changes nothing', async (_, body) => {
    const answer = await nobody.post(link, body);
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([400, ['Answer']]);
    expect((await stored())?.statusId).toBe(PENDING_INVITATION);
  });

  it('is told to wait after many, while good links still open', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 70; guess += 1)
      statuses.push((await nobody.get(`/drive/${OTHER.slice(2)}${10 + (guess % 90)}`)).status);
    expect(new Set(statuses)).toEqual(new Set([418, 429]));
    expect((await nobody.get(`/drive/${OTHER}`)).status).toBe(429);
    expect((await nobody.get(link)).status).toBe(200);
  });

  it('may not answer without end either', async () => {
    let last = 200;
    for (let answer = 0; answer < 40 && last === 200; answer += 1)
      last = (await nobody.post(link, { Answer: answer % 2 === 0 ? 'accept' : 'reject' })).status;
    expect(last).toBe(429);
    expect((await nobody.get(link)).status).toBe(200);
  });
});

describe("'Not right?'", () => {
  const dispute = (Reason: string) => nobody.post(`${link}/dispute`, { Reason });

  it('tells who sent the invitation, once for each reason, and shows it at the competitor', async () => {
    mails = [];
    expect((await dispute('entry')).body).toMatchObject({ Disputed: 'entry', StatusId: PENDING_INVITATION });
    await dispute('entry');
    const [mail] = await until('the mail to the organizer', () => mails.length > 0 && mails);
    expect(mail).toEqual({
      id: expect.any(String),
      userId: sender,
      names: [userId],
      to: 'planner@club.example',
      subject: 'Invito non corretto: Rally Alba',
      text: [
        'Carla Bianchi 7 (vettura 7) dice dell’invito a Rally Alba:',
        'Il numero, la vettura o la categoria non sono corretti.',
        '',
        'Corregga il concorrente e invii di nuovo l’invito.',
        '',
      ].join('\n'),
    });
    await dispute('person');
    await until('another mail', () => mails.length === 2);
    expect((await stored())?.disputed).toBe('person');
  });

  it('tells the club where the account of the sender is gone', async () => {
    const { records } = harness.dependencies;
    await records.clubMail.put(race.clubId, 'office@club.example');
    await race.as('admin').delete(`/users/roluser/${sender}`);
    mails = [];
    await dispute('event');
    await until('the mail to the club', () => mails.some(({ to }) => to === 'office@club.example'));
    expect((await nobody.get(link)).body).toMatchObject({ Contact: 'office@club.example' });
  });

  it('is settled by another mail, and by a change of the entry', async () => {
    await dispute('entry');
    await planner.patch('/invitations/send', { Invitations: [car] });
    expect((await nobody.get(link)).body).toMatchObject({ Disputed: null });
    await dispute('entry');
    const handle = harness.api.app.get<Handle>(HANDLE);
    const entry = {
      categoryId: race.categoryId,
      carNumber: '8',
      brand: 'Lancia',
      model: 'Delta',
      codriverId: null,
    };
    const times = { now: NOW, finishesAt: NOW + 1 };
    const edit = { type: 'editInvitation', invitationId: car, entry, userIdsInCategory: [], times } as const;
    const by = { actorId: 1, actorRoles: [], clubId: race.clubId, correlationId: 'x', commandId: 'x' };
    await handle(invitationStream(car), invitationDecider, edit, by);
    await until('the dispute to be over', async () => (await stored())?.disputed === null);
  });

  it('keeps the language of who reads', async () => {
    await nobody.post(link, { Answer: 'accept' }).set(LANGUAGE_HEADER, 'es');
    expect((await stored())?.language).toBe('es');
  });
});
