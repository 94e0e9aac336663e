import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  DRAFT_STATE_ID,
  eventKey,
  FIELD_TEXTS,
  FLAGS,
  LIMITS,
  ORDERS_DOOR,
  PUBLISHED_STATE_ID,
  REFUSALS,
  ROLES,
  TOPICS,
  type CategoryAnswer,
  type EventAnswer,
  type EventDetail,
  type FlagAnswer,
  type InvitationDriverAnswer,
  type LicenceRow,
  type LiveNowItem,
  type RefusalCode,
} from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import { confirmedFact, shownFact, stateFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import {
  aRace,
  competitorBody,
  eventBody,
  LICENCE,
  postponeBody,
  type Race,
} from '../testing/race-fixture.js';

const HOUR_MS = 3_600_000;
let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

describe('events', () => {
  it('are made for the own club, as drafts with the defaults', async () => {
    const made = await race
      .as('planner')
      .post('/events/', eventBody(race.categoryId, { Name: 'Ronde', CluId: race.rivalId }));
    expect(made.status).toBe(201);
    expect(made.body).toEqual({ eveId: expect.any(Number), eveName: 'Ronde', stsId: DRAFT_STATE_ID });
    const { eveId } = made.body as EventAnswer;
    const one = await race.as('viewer').get(`/events/${eveId}`);
    expect(one.body).toMatchObject({
      eveId,
      eveName: 'Ronde',
      stsId: DRAFT_STATE_ID,
      eveStart: new Date(NOW - HOUR_MS).toISOString(),
      cluId: race.clubId,
      cluName: 'Motor Club Alba',
      cluLatitude: '44,7',
      couName: 'Italy',
      categories: [race.categoryId],
      eveGeoRadius: 30,
      eveSafetyCarDelay: 7,
      traId: null,
      past: false,
    });
  });

  it('are made by administrators for a club that they name', async () => {
    const unnamed = await race.as('admin').post('/events', eventBody(race.categoryId));
    expect(unnamed.status).toBe(400);
    expect(unnamed.body.fields).toEqual({ CluId: FIELD_TEXTS.institution });
    const foreign = await race
      .as('admin')
      .post('/events', eventBody(race.categoryId, { CluId: race.rivalId }));
    expect(foreign.body).toEqual({ statusCode: 418, message: REFUSALS['category.missing'] });
    const made = await race.as('admin').post('/events', eventBody(race.categoryId, { CluId: race.clubId }));
    expect(made.status).toBe(201);
  });

  it('have a planner and a viewer of their own club, or none', async () => {
    const account = (email: string, clubId: number) =>
      harness.api.accounts.ensure({
        email,
        password: 'Flagpost1',
        name: 'Ada',
        surname: 'Rossi',
        roles: [ROLES.planner],
        clubId,
      });
    const own = await account('ada@example.org', race.clubId);
    const foreign = await account('eva@example.org', race.rivalId);
    const save = (changes: object) => race.as('planner').post('/events', eventBody(race.categoryId, changes));
    for (const changes of [{ EplId: foreign }, { VieId: foreign }, { EplId: 999 }])
      expect((await save(changes)).body).toEqual({ statusCode: 418, message: REFUSALS['user.missing'] });
    const made = await save({ EplId: own, VieId: null });
    const { eveId } = made.body as EventAnswer;
    const one = await race.as('planner').get(`/events/${eveId}`);
    expect(one.body).toMatchObject({ eplId: own, vieId: null });
  });

  it('say which fields are malformed', async () => {
    const answer = await race.as('planner').post('/events', {
      ...eventBody(race.categoryId),
      Name: ' ',
      Start: 'tomorrow',
      Radius: 0,
      SafetyCarDelay: 8,
      Categories: [],
      TimeZone: 'Europe/Roma',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({
      Name: FIELD_TEXTS.name,
      Start: FIELD_TEXTS.time,
      Radius: FIELD_TEXTS.finishRadius,
      SafetyCarDelay: FIELD_TEXTS.safetyCarDelay,
      TimeZone: FIELD_TEXTS.timeZoneUnknown,
      Categories: FIELD_TEXTS.categories,
    });
    const nowhere = await race.as('planner').post('/events', eventBody(race.categoryId, { CouId: 5 }));
    expect(nowhere.body.fields).toEqual({ CouId: FIELD_TEXTS.country });
    expect((await race.as('planner').get('/events/abc')).body.fields).toEqual({ id: expect.any(String) });
  });

  describe('in a time zone', () => {
    const zoneOf = async (made: { body: unknown }): Promise<string> => {
      const { eveId } = made.body as EventAnswer;
      const one = await race.as('viewer').get(`/events/${eveId}`);
      return (one.body as EventDetail).eveTimeZone;
    };
    const make = (changes: object) => race.as('planner').post('/events', eventBody(race.categoryId, changes));
    const [ITALY, SPAIN, GERMANY] = [380, 724, 276];

    it('have that of their country, if its clocks show the same everywhere', async () => {
      expect(await zoneOf(await make({ CouId: ITALY }))).toBe('Europe/Rome');
      expect(await zoneOf(await make({ CouId: GERMANY }))).toBe('Europe/Berlin');
    });

    it('have the one that was chosen', async () => {
      expect(await zoneOf(await make({ CouId: SPAIN, TimeZone: 'Atlantic/Canary' }))).toBe('Atlantic/Canary');
    });

    it('must choose one where clocks differ', async () => {
      for (const TimeZone of [undefined, null]) {
        const answer = await make({ CouId: SPAIN, TimeZone });
        expect([answer.status, answer.body.fields]).toEqual([400, { TimeZone: FIELD_TEXTS.timeZone }]);
      }
    });

    it('start at the same instant for an organiser in another one', async () => {
      // Eight in the evening in Tokyo, and midnight after it.
      const made = await make({ Start: '2026-06-20T20:00:00+09:00', Finish: '2026-06-21T00:00:00+09:00' });
      const one = await race.as('viewer').get(`/events/${(made.body as EventAnswer).eveId}`);
      expect(one.body).toMatchObject({
        eveTimeZone: 'Europe/Rome',
        eveStart: '2026-06-20T11:00:00.000Z',
        eveFinish: '2026-06-20T15:00:00.000Z',
      });
    });

    it('keep it while they stay in their country', async () => {
      const made = await make({ CouId: SPAIN, TimeZone: 'Atlantic/Canary' });
      const edit = (changes: object) =>
        race
          .as('planner')
          .put(`/events/${(made.body as EventAnswer).eveId}`, eventBody(race.categoryId, changes));
      expect((await edit({ CouId: SPAIN })).status).toBe(200);
      expect(await zoneOf(made)).toBe('Atlantic/Canary');
      expect((await edit({ CouId: ITALY })).status).toBe(200);
      expect(await zoneOf(made)).toBe('Europe/Rome');
      expect((await edit({ CouId: SPAIN })).body.fields).toEqual({ TimeZone: FIELD_TEXTS.timeZone });
    });
  });

  it.each([
    ['Start', { Start: '1999-12-31T23:59:59Z' }],
    ['Finish', { Finish: '2101-01-01T00:00:00Z' }],
  ])('are of the years 2000 to 2100: %s', async (field, times) => {
    const answer = await race.as('planner').post('/events', eventBody(race.categoryId, times));
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: FIELD_TEXTS.eventYear }]);
  });

  it('may be from the first second of these years to the last', async () => {
    const times = { Start: '2000-01-01T00:00:00Z', Finish: '2100-12-31T23:59:59Z' };
    const made = await race.as('planner').post('/events', eventBody(race.categoryId, times));
    expect(made.status).toBe(201);
  });

  it('finish now or later, made or edited: one that is over could not be mended', async () => {
    const planner = race.as('planner');
    const times = (finish: number) => ({ Finish: new Date(finish).toISOString() });
    const path = `/events/${race.eventId}`;
    for (const answer of [
      await planner.post('/events', eventBody(race.categoryId, times(NOW - 1_000))),
      await planner.put(path, eventBody(race.categoryId, times(NOW - 1_000))),
    ])
      expect([answer.status, answer.body.fields]).toEqual([400, { Finish: FIELD_TEXTS.finishPast }]);
    expect((await planner.get(path)).body).toMatchObject({ eveFinish: times(NOW + 4 * HOUR_MS).Finish });
    expect((await planner.put(path, eventBody(race.categoryId, times(NOW)))).status).toBe(200);
    expect((await planner.get(path)).body).toMatchObject({ eveFinish: times(NOW).Finish, past: false });
  });

  it('are listed by club, with their counts and schedule', async () => {
    await race.as('planner').post(
      '/events',
      eventBody(race.categoryId, {
        Name: 'Next year',
        Start: new Date(NOW + HOUR_MS).toISOString(),
        Finish: new Date(NOW + 2 * HOUR_MS).toISOString(),
      }),
    );
    const car = await race.add('7');
    await race.add('8', { Brand: null });
    await race.as('planner').patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
    const list = await race.as('viewer').get('/events/');
    expect(list.body).toEqual([
      {
        EventId: race.eventId,
        Name: 'Rally Alba',
        Start: new Date(NOW - HOUR_MS).toISOString(),
        Finish: new Date(NOW + 4 * HOUR_MS).toISOString(),
        TimeZone: 'Europe/Rome',
        ClubId: race.clubId,
        ClubName: 'Motor Club Alba',
        Localization: 'Alba, Piemonte',
        Country: 'Italy',
        Invited: 2,
        Authorized: 1,
        Schedules: 'curr',
        State: DRAFT_STATE_ID,
        CircuitName: 'Langhe',
        Ready: 'missing',
      },
      expect.objectContaining({ Name: 'Next year', Schedules: 'up', Invited: 0 }),
    ]);
    expect((await race.rival('planner').get('/events')).body).toEqual([]);
    expect((await race.as('admin').get('/events')).body).toHaveLength(2);
  });

  it('can be edited until they are past', async () => {
    const edit = (name: string) =>
      race
        .as('planner')
        .put(`/events/${race.eventId}`, eventBody(race.categoryId, { Name: name, Radius: 50 }));
    expect((await edit('Rally Alba 2')).status).toBe(200);
    const one = await race.as('planner').get(`/events/${race.eventId}`);
    expect(one.body).toMatchObject({
      eveName: 'Rally Alba 2',
      eveGeoRadius: 50,
      eveUpdUserId: race.userId('planner'),
    });
    await harness.time.advance(5 * HOUR_MS);
    const planner = harness.as({ roles: ['planner'], clubId: race.clubId });
    const late = await planner.put(`/events/${race.eventId}`, eventBody(race.categoryId));
    expect(late.body).toEqual({ statusCode: 418, message: REFUSALS['event.past'] });
    const foreign = harness.as({ roles: ['planner'], clubId: race.rivalId });
    expect((await foreign.put(`/events/${race.eventId}`, eventBody(race.categoryId))).status).toBe(403);
    expect((await planner.get(`/events/${race.eventId}`)).body.past).toBe(true);
  });

  it('stay with their institution while competitors are entered', async () => {
    const rival = race.rival('planner');
    const { catId } = (await rival.post('/driverCategories', { Name: 'R5' })).body as CategoryAnswer;
    const path = `/events/${race.eventId}`;
    const start = { Start: new Date(NOW + HOUR_MS).toISOString() };
    const move = () =>
      race.as('admin').put(path, eventBody(catId, { CluId: race.rivalId, Categories: [catId], ...start }));
    const hasCompetitors = async () =>
      ((await race.as('viewer').get(path)).body as EventDetail).hasCompetitors;
    expect(await hasCompetitors()).toBe(false);
    const car = await race.add('7');
    await race.as('planner').patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
    expect(await hasCompetitors()).toBe(true);
    expect((await move()).body).toEqual({ statusCode: 418, message: REFUSALS['event.hasCompetitors'] });
    const used = await race.as('admin').get(`/licenses/Current/${race.rivalId}`);
    expect((used.body as LicenceRow).Given).toBe(0);
    await race.as('planner').patch('/invitations/deleteSelected', { Invitations: [car] });
    expect((await move()).status).toBe(200);
    expect((await rival.get(path)).body).toMatchObject({ cluId: race.rivalId });
  });

  it('are not edited over what somebody else changed, if the revision is sent that was read', async () => {
    const iso = (inHours: number): string => new Date(NOW + inHours * HOUR_MS).toISOString();
    const times = { Start: iso(24), Finish: iso(30) };
    const made = await race.as('planner').post('/events', eventBody(race.categoryId, times));
    const path = `/events/${(made.body as EventAnswer).eveId}`;
    const read = async () => (await race.as('planner').get(path)).body as EventDetail;
    const edit = (changes: object) =>
      race.as('planner').put(path, eventBody(race.categoryId, { Name: 'Ronde', ...times, ...changes }));
    const { revision } = await read();
    const adaId = await harness.api.accounts.ensure({
      email: 'ada@example.org',
      password: 'Flagpost1',
      name: 'Ada',
      surname: 'Rossi',
      roles: [ROLES.planner],
      clubId: race.clubId,
    });
    const ada = harness.as({ userId: adaId, roles: ['planner'], clubId: race.clubId });
    await ada.put(path.replace('events', 'events/postpone'), postponeBody()).expect(200);
    const refused = { statusCode: 418, message: REFUSALS['event.changed'], code: 'event.changed' };
    expect((await edit({ revision })).body).toEqual(refused);
    const after = await read();
    expect(after).toMatchObject({ eveName: 'Rally Alba', eveUpdUserName: 'Ada Rossi', eveStart: iso(48) });
    expect((await edit({ revision: after.revision })).status).toBe(200);
    // As clients of the specification send it.
    expect((await edit({})).status).toBe(200);
  });

  it('take no licence for times that are refused because somebody else changed them', async () => {
    const iso = (inHours: number): string => new Date(NOW + inHours * HOUR_MS).toISOString();
    const next = {
      From: new Date(LICENCE.to + 1).toISOString(),
      To: new Date(LICENCE.to + 1e10).toISOString(),
    };
    const body = { ClubId: race.clubId, Total: 5, ...next };
    const { licId } = (await race.as('admin').post('/licenses', body)).body as { licId: number };
    const times = { Start: iso(24), Finish: iso(30) };
    const made = await race.as('planner').post('/events', eventBody(race.categoryId, times));
    const { eveId } = made.body as EventAnswer;
    const entry = competitorBody(eveId, race.categoryId, '7');
    const added = await race.as('planner').post('/invitations/createInvitationDriver', entry);
    const Invitations = [(added.body as InvitationDriverAnswer).Invitation.Id];
    await race.as('planner').patch('/invitations/authorized', { Invitations, Authorized: 1 });
    const nextYear = { Start: '2027-03-01T08:00:00Z', Finish: '2027-03-01T18:00:00Z', revision: 77 };
    const answer = await race.as('planner').put(`/events/${eveId}`, eventBody(race.categoryId, nextYear));
    expect(answer.body).toMatchObject({ code: 'event.changed' });
    expect((await race.as('admin').get(`/licenses/${licId}`)).body).toMatchObject({ Given: 0 });
  });

  it('keep the categories in which competitors are entered', async () => {
    const planner = race.as('planner');
    const { catId } = (await planner.post('/driverCategories', { Name: 'R5' })).body as CategoryAnswer;
    const run = (...Categories: number[]) =>
      planner.put(`/events/${race.eventId}`, eventBody(race.categoryId, { Categories }));
    await race.add('7');
    expect((await run(race.categoryId, catId)).status).toBe(200);
    expect((await run(catId)).body).toEqual({
      statusCode: 418,
      message: REFUSALS['event.categoryHasCompetitors'],
    });
    expect((await run(race.categoryId)).status).toBe(200);
  });

  describe('to be postponed', () => {
    const iso = (time: number): string => new Date(time).toISOString();
    const times = { Start: iso(NOW + HOUR_MS), Finish: iso(NOW + 2 * HOUR_MS) };
    let eventId: number;
    beforeEach(async () => {
      const made = await race.as('planner').post('/events', eventBody(race.categoryId, times));
      eventId = (made.body as EventAnswer).eveId;
    });
    const postpone = (changes: object = {}, as = race.as('planner'), id = eventId) =>
      as.put(`/events/postpone/${id}`, postponeBody(changes));

    it('get the new times, and keep everything else', async () => {
      await race.as('planner').put(`/events/publish/${eventId}`);
      const before = (await race.as('viewer').get(`/events/${eventId}`)).body as EventDetail;
      const answer = await postpone();
      const told = { eveId: eventId, eveName: 'Rally Alba', stsId: PUBLISHED_STATE_ID };
      expect([answer.status, answer.body]).toEqual([200, told]);
      const after = (await race.as('viewer').get(`/events/${eventId}`)).body as EventDetail;
      const moved = { eveStart: iso(NOW + 48 * HOUR_MS), eveFinish: iso(NOW + 52 * HOUR_MS) };
      expect(before.revision).toBeLessThan(after.revision);
      const { revision } = after;
      expect(after).toEqual({ ...before, ...moved, revision, eveUpddate: expect.any(String) });
    });

    it('take their special stages along, at the same times of day', async () => {
      const stages = [{ Stages: 1, Name: 'Langhe 1', Km: 12.4, StartDate: iso(NOW + HOUR_MS + 1_800_000) }];
      await race.as('planner').post('/events/specialstages', { eventId, stages }).expect(200);
      await postpone({ Start: iso(NOW + 25 * HOUR_MS), Finish: iso(NOW + 26 * HOUR_MS) }).expect(200);
      const moved = await race.as('viewer').get(`/events/specialstages/${eventId}`);
      expect(moved.body).toMatchObject([{ StartDate: iso(NOW + 25 * HOUR_MS + 1_800_000) }]);
    });

    it('may be so by whoever may edit them', async () => {
      for (const as of [race.as('director'), race.as('viewer'), race.rival('planner')])
        expect((await postpone({}, as)).status).toBe(403);
      expect((await postpone({}, race.as('admin'))).status).toBe(200);
      expect((await postpone({}, race.as('planner'), 77)).status).toBe(404);
    });

    it('need times in order and a reason of one line', async () => {
      const fields = async (changes: object): Promise<unknown> => {
        const { status, body } = await postpone(changes);
        return [status, (body as { fields?: unknown }).fields];
      };
      expect(await fields({ Start: 'soon', Finish: '' })).toEqual([
        400,
        { Start: FIELD_TEXTS.time, Finish: FIELD_TEXTS.finish },
      ]);
      expect(await fields({ Finish: '2101-01-01T00:00:00Z' })).toEqual([
        400,
        { Finish: FIELD_TEXTS.eventYear },
      ]);
      expect(await fields({ Finish: iso(NOW + 48 * HOUR_MS) })).toEqual([
        400,
        { Finish: FIELD_TEXTS.finishAfterStart },
      ]);
      for (const Reason of [undefined, ' '])
        expect(await fields({ Reason })).toEqual([400, { Reason: FIELD_TEXTS.reason }]);
      expect(await fields({ Reason: 'Snow\nBcc: all' })).toEqual([400, { Reason: FIELD_TEXTS.unshowable }]);
      expect(await fields({ Reason: 'x'.repeat(LIMITS.reason + 1) })).toEqual([
        400,
        { Reason: expect.any(String) },
      ]);
      expect((await postpone({ Reason: 'x'.repeat(LIMITS.reason) })).status).toBe(200);
    });

    it('have not begun, and begin later than they would have', async () => {
      const refused = async (code: RefusalCode, changes = {}, id = eventId) =>
        expect((await postpone(changes, race.as('planner'), id)).body).toEqual({
          statusCode: 418,
          message: REFUSALS[code],
        });
      await refused('event.notLater', { Start: iso(NOW + HOUR_MS - 1) });
      await refused('event.notLater', { Start: times.Start });
      await refused('event.begun', {}, race.eventId);
      await harness.time.advance(5 * HOUR_MS);
      const planner = harness.as({ roles: ['planner'], clubId: race.clubId });
      const late = await postpone({}, planner);
      expect(late.body).toEqual({ statusCode: 418, message: REFUSALS['event.past'] });
    });

    it('are so once for one key', async () => {
      const ask = () => postpone().set('Idempotency-Key', 'k1');
      const [first, again] = [await ask(), await ask()];
      expect([again.status, again.body]).toEqual([200, first.body]);
      const log = await harness.dependencies.store.readAll(null, 1_000);
      expect(log.filter(({ type }) => type === 'EventPostponed')).toHaveLength(1);
    });
  });

  it('are published once', async () => {
    const published = await race.as('planner').put(`/events/publish/${race.eventId}`);
    expect(published.body.stsId).toBe(PUBLISHED_STATE_ID);
    const again = await race.as('planner').put(`/events/publish/${race.eventId}`);
    expect(again.body).toEqual({ statusCode: 418, message: REFUSALS['event.alreadyPublished'] });
  });

  it('count who confirmed the flag in force, has not yet, and cannot be reached', async () => {
    const { eventId } = race;
    const [connected, away, gone] = [await race.add('7'), await race.add('8'), await race.add('9')];
    const Invitations = [connected, away, gone];
    await race.as('planner').patch('/invitations/authorized', { Invitations, Authorized: 1 });
    await race.as('planner').put(`/events/publish/${eventId}`);
    const red = { EventId: eventId, StateId: FLAGS.red, InvitationsSelected: [] };
    const { FlagId } = (await race.as('director').post('/flagRecords', red)).body as FlagAnswer;
    const tally = async () => {
      const [item] = (await race.as('viewer').get(`/events/liveNow/${race.clubId}`)).body as LiveNowItem[];
      return [item?.FlagConfirmed, item?.FlagNotYet, item?.FlagNotReachable];
    };
    expect(await tally()).toEqual([0, 3, 0]);
    await harness.time.advance(2 * ORDERS_DOOR.presenceEveryMs + 1_000);
    const presence = { eventId, source: 'one', at: harness.time.now(), cars: [[connected, 0]] };
    await harness.dependencies.topics.publish(TOPICS.presence, [
      { key: eventKey(eventId), value: JSON.stringify(presence) },
    ]);
    await until('the presence', async () => {
      await harness.time.advance(100);
      return (await tally())[2] === 2;
    });
    expect(await tally()).toEqual([0, 1, 2]);
    const stated = (invitationId: number) => ({ eventId, invitationId, receivedAt: harness.time.now() });
    // A car that has shown the flag was reached.
    await stateFacts(harness, shownFact(stated(gone), FlagId));
    await until('what was shown', async () => (await tally())[2] === 1);
    expect(await tally()).toEqual([0, 2, 1]);
    await stateFacts(harness, confirmedFact(stated(away), FlagId));
    await until('the confirmation', async () => (await tally())[0] === 1);
    expect(await tally()).toEqual([1, 2, 0]);
  });

  it('run live once published, for their club and for administrators', async () => {
    const live = (as = race.as('viewer'), club = race.clubId) => as.get(`/events/liveNow/${club}`);
    expect((await live()).body).toEqual([]);
    await race.as('planner').put(`/events/publish/${race.eventId}`);
    const invitationId = await race.add('7');
    const item = {
      EventId: race.eventId,
      EventName: 'Rally Alba',
      InstitutionName: 'Motor Club Alba',
      Competitors: 0,
      Inviteds: 1,
      CurrentlyRunning: '',
      TrackFlag: null,
      Sos: 0,
      Offline: 0,
      FlagConfirmed: 0,
      FlagNotYet: 0,
      FlagNotReachable: 0,
      Stopped: 0,
    };
    expect((await live()).body).toEqual([item]);
    const authorize = { Invitations: [invitationId], Authorized: 1 };
    await race.as('planner').patch('/invitations/authorized', authorize);
    expect((await live()).body).toEqual([{ ...item, Competitors: 1, CurrentlyRunning: 'WRC', Offline: 1 }]);
    await race.as('planner').patch('/invitations/authorized', { ...authorize, Authorized: 0 });
    expect((await live(race.as('admin'), 0)).body).toEqual([item]);
    expect((await live(race.as('viewer'), 0)).status).toBe(403);
    expect((await live(race.rival('viewer'))).status).toBe(403);
    await harness.time.advance(5 * HOUR_MS);
    const viewer = harness.as({ roles: ['viewer'], clubId: race.clubId });
    expect((await live(viewer)).body).toEqual([]);
  });

  it('name their categories', async () => {
    const options = [{ Id: race.categoryId, Description: 'WRC', selected: true }];
    for (const path of ['/events/categories', '/driverCategories/IdDescriptionByEvent'])
      expect((await race.as('director').get(`${path}/${race.eventId}`)).body).toEqual(options);
  });
});
