import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  FIELD_TEXTS,
  FINISH_RADIUS_M,
  LANGUAGE_HEADER,
  LIMITS,
  REFUSALS,
  type ErrorAnswer,
  type StaffRequest,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { until } from '@flagpost/testing';
import type { Mail } from '../mail/mailer.js';
import { accountsOf } from '../testing/accounts.js';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, eventBody, type Race } from '../testing/race-fixture.js';

const { es, it: italian } = TEXTS_IN;
const EMAIL = 'planner@example.org';

let harness: Harness;
let race: Race;
const mails: Mail[] = [];
beforeAll(async () => {
  harness = await startHarness({ sendMail: async (mail) => void mails.push(mail) });
  race = await aRace(harness);
  await accountsOf(harness).add(EMAIL, 'planner', race.clubId);
});
afterAll(() => harness.stop());

const said = async (call: ReturnType<Requests['get']>, language: string): Promise<ErrorAnswer> =>
  (await call.set(LANGUAGE_HEADER, language)).body as ErrorAnswer;
const report = { reportId: '0a1b2c3d', message: '', stack: '', path: '/' };
const staff = (Email: string): Omit<StaffRequest, 'Address'> => ({
  FirstName: 'Eva',
  LastName: 'Bruno',
  Email,
  Phone: '1',
  Roles: { planner: false, viewer: true, director: false },
});

describe('what is answered', () => {
  const admin = (): Requests => race.as('admin');
  const noFlag = { EventId: 1, StateId: 1 };
  const calls: [string, (language: string) => Promise<ErrorAnswer>, (texts: typeof es) => object][] = [
    [
      'a rule refuses',
      (language) => said(admin().delete(`/clubs/${race.clubId}`), language),
      ({ refusals }) => ({ statusCode: 418, message: refusals['club.hasEventsAndUsers'] }),
    ],
    [
      'fields are malformed',
      (language) => said(admin().post('/driverCategories', { Name: '' }), language),
      ({ answers, fields }) => ({
        statusCode: 400,
        message: answers.malformed,
        fields: { Name: fields.name },
      }),
    ],
    [
      'a path is malformed',
      (language) => said(admin().get('/events/no'), language),
      ({ answers, fields }) => ({
        statusCode: 400,
        message: answers.malformed,
        fields: { id: fields.number },
      }),
    ],
    [
      'nobody is signed in',
      (language) => said(harness.with(null).get('/events'), language),
      ({ answers }) => ({ statusCode: 401, message: answers.notAuthorized }),
    ],
    [
      'the password is wrong',
      (language) =>
        said(harness.with(null).post('/auth/login', { email: EMAIL, password: 'Wrong2026' }), language),
      ({ answers }) => ({ statusCode: 401, message: answers.wrongCredentials }),
    ],
    [
      'a role may not',
      (language) => said(race.as('viewer').post('/flagRecords', noFlag), language),
      ({ answers }) => ({ statusCode: 403, message: answers.forbidden }),
    ],
    [
      'there is no such thing',
      (language) => said(admin().get('/events/777'), language),
      ({ answers }) => ({ statusCode: 404, message: answers.notFound }),
    ],
    [
      'there is no such call',
      (language) => said(admin().get('/nowhere'), language),
      ({ answers }) => ({ statusCode: 404, message: answers.notFound }),
    ],
  ];

  it.each(calls)('where %s speaks the language that was asked for', async (_, call, expected) => {
    expect(await call('es-AR')).toEqual(expected(es));
    expect(await call('it')).toEqual(expected(italian));
    for (const language of ['en-GB', 'de', '', '__proto__'])
      expect(await call(language)).toEqual(expected(TEXTS_IN.en));
  });

  it('has the letters of the specification where no language is named', async () => {
    expect((await admin().delete(`/clubs/${race.clubId}`)).body.message).toBe(
      REFUSALS['club.hasEventsAndUsers'],
    );
    expect((await harness.with(null).get('/events')).body.message).toBe(ANSWER_TEXTS.notAuthorized);
    expect((await admin().post('/driverCategories', { Name: '' })).body.fields.Name).toBe(FIELD_TEXTS.name);
  });

  it('where a limit is not kept names it, in a sentence that differs from that of an empty field', async () => {
    const long = (language: string) =>
      said(admin().post('/driverCategories', { Name: 'x'.repeat(LIMITS.name + 1) }), language);
    expect((await long('en')).fields).toEqual({ Name: 'It cannot have more than 100 characters.' });
    expect((await long('es')).fields).toEqual({ Name: 'No puede tener más de 100 caracteres.' });
    expect((await long('it')).fields).toEqual({ Name: 'Non può avere più di 100 caratteri.' });
    const Radius = FINISH_RADIUS_M.max + 1;
    const wide = await said(race.as('planner').post('/events', eventBody(race.categoryId, { Radius })), 'en');
    expect(wide.fields).toEqual({ Radius: 'Finish Radius must be a value between 1 and 1000.' });
  });

  it('where zod finds the words says what it expected, and what came', async () => {
    const odd = () => admin().post('/interestpoints', { eventId: 'x', pois: [] });
    expect((await said(odd(), 'es')).fields).toEqual({
      eventId: 'Entrada inválida: se esperaba número, recibido texto',
    });
    expect((await said(odd(), 'en')).fields).toEqual({
      eventId: 'Invalid input: expected number, received string',
    });
  });

  it('where of thousands of points one is wrong says so in the language too', async () => {
    const Positions = [
      { lat: 44.6, lng: 8.2 },
      { lat: 'x', lng: 8.2 },
    ];
    const odd = () => admin().post('/circuitRoutes', { eventId: 1, pointsTrack: [{ Positions }] });
    const at = 'pointsTrack.0.Positions.1.lat';
    expect((await said(odd(), 'es')).fields).toEqual({
      [at]: 'Entrada inválida: se esperaba número, recibido texto',
    });
    expect((await said(odd(), 'en')).fields).toEqual({
      [at]: 'Invalid input: expected number, received string',
    });
  });

  it('where there were too many attempts speaks it too', async () => {
    const send = () => harness.with(null).post('/clientReports', report);
    await until('the limit of mails', async () => (await send()).status === 429);
    expect(await said(send(), 'es')).toEqual({ statusCode: 429, message: es.answers.tooManyAttempts });
  });

  it('says by code, the same in each language, that a token has expired', async () => {
    const refresh = () => harness.with(null).post('/auth/refresh', { refreshToken: 'none' });
    const code = 'refreshTokenExpired';
    expect(await said(refresh(), 'es')).toEqual({ statusCode: 401, message: es.answers[code], code });
    expect(await said(refresh(), 'en')).toEqual({ statusCode: 401, message: ANSWER_TEXTS[code], code });
  });

  it('is kept by caches for this language alone', async () => {
    const { headers } = await harness.with(null).get('/events');
    expect(headers['vary']).toContain(LANGUAGE_HEADER);
  });
});

describe('what is mailed', () => {
  const mailTo = (address: string) =>
    until(`a mail to ${address}`, () => mails.find(({ to }) => to === address));

  it('to who forgot their password speaks their language', async () => {
    await harness.with(null).put('/auth/sendPassCodeToEmail', { Email: EMAIL }).set(LANGUAGE_HEADER, 'es');
    const { subject, text } = await mailTo(EMAIL);
    const code = /Su código: (\w+)/.exec(text)?.[1] ?? '';
    expect(code).toHaveLength(4);
    const link = /^\/recovery#\S+$/m.exec(text)?.[0] ?? '';
    expect({ subject, text }).toEqual(es.mails.passCode(code, link));
  });

  it.each([
    ['it', italian],
    ['de', TEXTS_IN.en],
  ])(
    'to who was invited by somebody who speaks %s is in the language of who invited',
    async (language, texts) => {
      const email = `eva.${language}@example.org`;
      const added = await race
        .as('planner')
        .post('/users/roles/', staff(email))
        .set(LANGUAGE_HEADER, language);
      expect(added.status).toBe(201);
      const { subject, text } = await mailTo(email);
      const password = /: (\S+-\S+)$/m.exec(text)?.[1] ?? '';
      expect({ subject, text }).toEqual(texts.mails.firstAccess(password, null));
    },
  );
});
