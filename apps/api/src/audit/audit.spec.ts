import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AUDIT_KINDS,
  ERASED_PERSON,
  FLAGS,
  type AuditAnswer,
  type AuditEventAnswer,
  type AuditRow,
} from '@flagpost/contracts';
import { EVENT_VERSIONS } from '@flagpost/domain';
import type { EventIndex } from '@flagpost/read-models';
import { until, virtualTime } from '@flagpost/testing';
import { memoryDependencies, NOW, startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aPublishedRace, clubDetails, eventBody, type Race } from '../testing/race-fixture.js';
import { accountsOf } from '../testing/accounts.js';

let harness: Harness;
let race: Race;
let car: number;
let other: number;
let categoryOfRival: number;

beforeAll(async () => {
  harness = await startHarness();
  race = await aPublishedRace(harness);
  [car, other] = [await race.add('23'), await race.add('31')];
  await race.as('planner').patch('/invitations/authorized', { Invitations: [car, other], Authorized: 1 });
  const flag = { StateId: FLAGS.yellow, EventId: race.eventId, InvitationsSelected: [car] };
  await race.as('director').post('/flagRecords', flag).expect(201);
  const made = await race.rival('planner').post('/driverCategories', { Name: 'Rally2' });
  categoryOfRival = (made.body as { catId: number }).catId;
});
afterAll(() => harness.stop());

const page = async (as: Requests, query = ''): Promise<AuditAnswer> => {
  const answer = await as.get(`/audit${query}`);
  expect([query, answer.status, answer.body]).toEqual([query, 200, answer.body]);
  return answer.body as AuditAnswer;
};
const kinds = ({ Events }: AuditAnswer): string[] => Events.map(({ Kind }) => Kind);
const newestOf = async (kind: string, as = race.as('admin')): Promise<AuditRow> => {
  const [row] = (await page(as, `?kind=${kind}`)).Events;
  if (row === undefined) throw new Error(`There is no ${kind}.`);
  return row;
};
const inFull = async (kind: string, as = race.as('admin')): Promise<AuditEventAnswer> =>
  (await as.get(`/audit/${(await newestOf(kind)).Number}`).expect(200)).body as AuditEventAnswer;

it('names every kind of event', () => {
  expect([...AUDIT_KINDS].sort()).toEqual(Object.keys(EVENT_VERSIONS).sort());
});

describe('the log', () => {
  it('says who did what, as what, when, by which command and about what', async () => {
    const [row] = (await page(race.as('planner'), `?race=${race.eventId}`)).Events;
    const sender = race.userId('director');
    expect(row).toEqual({
      Number: expect.any(Number),
      Kind: 'FlagSent',
      Stream: `control-${race.eventId}`,
      Revision: 0,
      RecordedAt: new Date(NOW).toISOString(),
      OccurredAt: null,
      By: { Id: sender, Name: ERASED_PERSON },
      As: [4],
      Club: { Id: race.clubId, Name: 'Motor Club Alba' },
      Command: 'sendFlag',
      After: null,
      Race: { Id: race.eventId, Name: 'Rally Alba' },
      Car: { Id: car, Number: '23', Others: 0 },
    });
  });

  it('is newest first, and has every event once, in pages', async () => {
    const stored = await harness.dependencies.store.readAll(null, 1_000);
    const shown: number[] = [];
    let before = '';
    do {
      const answer = await page(race.as('admin'), before);
      shown.push(...answer.Events.map(({ Number: number }) => number));
      before = answer.Before === null ? '' : `?before=${answer.Before}`;
    } while (before !== '');
    expect(shown).toEqual(stored.map((_, index) => stored.length - index));
  });

  it('is filtered by person, kind, stream, car, race and time, all at once', async () => {
    const admin = race.as('admin');
    expect(kinds(await page(admin, `?stream=invitation-${car}&kind=InvitationAdded`))).toEqual([
      'InvitationAdded',
    ]);
    expect(kinds(await page(admin, `?car=${car}`))).toEqual(
      expect.arrayContaining(['FlagSent', 'InvitationAuthorized', 'InvitationAdded']),
    );
    expect(kinds(await page(admin, `?car=${other}`))).not.toContain('FlagSent');
    expect(kinds(await page(admin, `?person=${race.userId('director')}`))).toEqual(['FlagSent']);
    const all = (await page(admin)).Events.length;
    const [now, later] = [NOW, NOW + 1].map((time) => encodeURIComponent(new Date(time).toISOString()));
    expect((await page(admin, `?from=${now}&until=${later}`)).Events).toHaveLength(all);
    expect((await page(admin, `?until=${now}`)).Events).toEqual([]);
    expect((await page(admin, `?from=${later}`)).Events).toEqual([]);
    expect((await page(admin, `?race=${race.eventId}&kind=NoteWritten`)).Events).toEqual([]);
  });

  it('shows organisers the events that carry the id of their club, and refuses those of another', async () => {
    const rival = race.rival('planner');
    expect(kinds(await page(rival))).toEqual(expect.arrayContaining(['CategoryCreated']));
    for (const { Stream } of (await page(rival)).Events)
      expect([`category-${categoryOfRival}`, `club-${race.rivalId}`, 'licence']).toContain(
        Stream.startsWith('licence') ? 'licence' : Stream,
      );
    expect((await rival.get(`/audit?race=${race.eventId}`)).status).toBe(403);
    expect((await rival.get(`/audit?car=${car}`)).status).toBe(403);
    expect((await page(rival, `?stream=control-${race.eventId}`)).Events).toEqual([]);
    const { Number: number } = await newestOf('FlagSent');
    expect((await rival.get(`/audit/${number}`)).status).toBe(404);
    expect((await race.as('planner').get(`/audit/${number}`)).status).toBe(200);
    expect((await race.as('director').get('/audit')).status).toBe(403);
    expect((await race.as('viewer').get(`/audit/${number}`)).status).toBe(403);
    expect((await harness.with(null).get('/audit')).status).toBe(401);
  });

  it('trusts no index: an event that another club owns is not shown because a key collides', async () => {
    const dependencies = memoryDependencies();
    const { eventIndex } = dependencies;
    const colliding: EventIndex = {
      ...eventIndex,
      find: (query) =>
        eventIndex.find({ ...query, keys: query.keys.filter((key) => !key.startsWith('club:')) }),
    };
    const own = await startHarness({ ...dependencies, eventIndex: colliding });
    const raced = await aPublishedRace(own);
    expect((await page(raced.as('planner'))).Events.length).toBeGreaterThan(0);
    for (const { Stream } of (await page(raced.rival('planner'))).Events)
      expect(Stream).not.toMatch(/event|route/);
    await own.stop();
  });

  it('names the fields of a query that cannot be', async () => {
    const faults: [string, string][] = [
      ['person=0', 'person'],
      ['kind=no%20kind', 'kind'],
      ['from=yesterday', 'from'],
      ['before=-1', 'before'],
      [`stream=${'x'.repeat(81)}`, 'stream'],
    ];
    for (const [query, field] of faults) {
      const answer = await race.as('admin').get(`/audit?${query}`);
      expect([query, answer.status, Object.keys(answer.body.fields as object)]).toEqual([
        query,
        400,
        [field],
      ]);
    }
    expect((await race.as('admin').get('/audit/999999')).status).toBe(404);
    expect((await race.as('admin').get('/audit/none')).status).toBe(400);
  });

  it('finds and names whom a field of an event names, by any of their fields', async () => {
    const accounts = accountsOf(harness);
    const [plannerId, viewerId] = [
      await accounts.add('plans@example.org', 'planner', race.clubId),
      await accounts.add('views@example.org', 'viewer', race.clubId),
    ];
    const body = eventBody(race.categoryId, { Name: 'Ronde', EplId: plannerId, VieId: viewerId });
    await race.as('planner').post('/events', body).expect(201);
    const { Fields, Changes } = await inFull('EventCreated');
    for (const [path, userId] of [
      ['plannerId', plannerId],
      ['viewerId', viewerId],
    ] as const) {
      const name = expect.not.stringMatching(`^(${ERASED_PERSON})?$`);
      expect(kinds(await page(race.as('admin'), `?person=${userId}&kind=EventCreated`))).toHaveLength(1);
      expect(Fields).toContainEqual({ Path: path, Value: userId, Name: name });
      expect(Changes).toContainEqual(
        expect.objectContaining({ Path: path, After: userId, AfterName: name, BeforeName: null }),
      );
    }
    const added = await inFull('InvitationAdded');
    const codriver = added.Fields.find(({ Path }) => Path === 'codriverId');
    expect(codriver?.Name).toBe('Dino Verdi');
    expect(kinds(await page(race.as('admin'), `?person=${codriver?.Value}`))).toEqual(['InvitationAdded']);
  });

  it('names an institution for those who may know it', async () => {
    const meta = {
      actorId: 1,
      actorRoles: [2],
      correlationId: 'lent',
      causationId: 'lent',
      schemaVersion: 1,
    };
    const data = { categoryId: 10_000, clubId: race.clubId, name: 'Lent' };
    const lent = { type: 'CategoryCreated', data, meta: { ...meta, id: 'lent', clubId: race.rivalId } };
    await harness.dependencies.store.append('category-10000', [lent], 'any');
    const clubOf = async (as: Requests) => (await newestOf('CategoryCreated', as)).Club;
    expect(await clubOf(race.as('admin'))).toEqual({ Id: race.rivalId, Name: 'Scuderia Rivale' });
    expect(await clubOf(race.as('planner'))).toEqual({ Id: race.rivalId, Name: '' });
  });

  it('shows erased people as erased, whatever they did', async () => {
    const userId = await accountsOf(harness).add('historian@example.org', 'planner', race.clubId);
    const planner = harness.as({ userId, roles: ['planner'], clubId: race.clubId });
    await planner.post('/driverCategories', { Name: 'Historic' }).expect(201);
    const shown = async () =>
      (await page(race.as('admin'), `?person=${userId}&kind=CategoryCreated`)).Events[0]?.By;
    expect((await shown())?.Name).not.toBe(ERASED_PERSON);
    await race.as('admin').delete(`/people/${userId}`).expect(200);
    expect(await shown()).toEqual({ Id: userId, Name: ERASED_PERSON });
  });

  it('says up to when it is indexed while it is not complete', async () => {
    const dependencies = memoryDependencies();
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const slow: EventIndex = {
      ...dependencies.eventIndex,
      add: (...added) => held.then(() => dependencies.eventIndex.add(...added)),
    };
    const time = virtualTime(NOW);
    const own = await startHarness({ ...dependencies, eventIndex: slow, scheduler: time }, time);
    await own.api.clubs.ensure(clubDetails('Motor Club Alba'));
    const answered = page(own.as({ roles: ['admin'], clubId: null }));
    const asking = { isOver: false };
    const over = answered.then(() => (asking.isOver = true));
    while (!asking.isOver) await time.advance(100);
    await over;
    expect(await answered).toEqual({
      Events: [],
      Before: null,
      SearchedTo: null,
      IsComplete: false,
      IndexedTo: null,
    });
    goOn();
    await own.stop();
  });
});

describe('an event in full', () => {
  it('has its fields, with the names of people', async () => {
    const { Event, Fields } = await inFull('FlagSent');
    expect(Event.Kind).toBe('FlagSent');
    expect(Fields).toEqual(
      expect.arrayContaining([
        { Path: 'code', Value: FLAGS.yellow },
        { Path: 'receivers', Value: String(car) },
        { Path: 'by', Value: race.userId('director'), Name: ERASED_PERSON },
      ]),
    );
  });

  it('shows what it changed, before and after', async () => {
    const body = { ...eventBody(race.categoryId, { Name: 'Rally Alba Historic' }), EveId: race.eventId };
    await race.as('planner').put(`/events/${race.eventId}`, body).expect(200);
    const { Changes } = await inFull('EventEdited');
    const unnamed = { BeforeName: null, AfterName: null };
    expect(Changes).toEqual([
      { Path: 'name', Before: 'Rally Alba', After: 'Rally Alba Historic', ...unnamed },
    ]);
    const { Changes: added } = await inFull('CategoryCreated');
    expect(added.every(({ Before }) => Before === null)).toBe(true);
    const { Changes: authorized } = await inFull('InvitationAuthorized');
    expect(authorized).toEqual([{ Path: 'authorized', Before: false, After: true, ...unnamed }]);
  });

  it('folds a long stream in slices', async () => {
    const { store } = harness.dependencies;
    const meta = {
      actorId: 1,
      actorRoles: [4],
      clubId: race.clubId,
      correlationId: 'notes',
      causationId: 'notes',
    };
    const notes = Array.from({ length: 600 }, (_, note) => ({
      type: 'NoteWritten',
      data: { eventId: race.eventId, noteId: 10_000 + note, text: `Note ${note}`, by: 1, writtenAt: NOW },
      meta: { ...meta, id: `note ${note}`, schemaVersion: 1 },
    }));
    await store.append(`control-${race.eventId}`, notes, 'any');
    const { Event, Fields } = await inFull('NoteWritten');
    expect(Event.Revision).toBe(600);
    expect(Fields).toContainEqual({ Path: 'text', Value: 'Note 599' });
  });

  it('has the chain of its causes as a tree, of one command and of what followed', async () => {
    const { Chain, MoreChain } = await inFull('InvitationAuthorized');
    expect(Chain[0]).toMatchObject({ Depth: 0, Number: null, Kind: 'authorizeCompetitors' });
    expect(Chain.slice(1).map(({ Depth, Kind }) => [Depth, Kind])).toEqual([
      [1, 'LicencesUsed'],
      [1, 'InvitationAuthorized'],
      [1, 'InvitationAuthorized'],
    ]);
    expect(MoreChain).toBe(false);
  });

  it('names the event that it followed from', async () => {
    const made = await aPublishedRace(harness);
    const entry = await made.add('7');
    await made.as('planner').delete(`/events/${made.eventId}`).expect(200);
    const row = await until('the deleted competitor', async () => {
      const answer = await page(race.as('admin'), `?car=${entry}&kind=InvitationDeleted`);
      return answer.Events[0];
    });
    const deleted = await newestOf('EventDeleted');
    expect(row.After).toEqual({ Number: deleted.Number, Kind: 'EventDeleted' });
    const { Chain } = await inFull('EventDeleted');
    expect(Chain.map(({ Depth, Kind }) => [Depth, Kind])).toEqual(
      expect.arrayContaining([
        [0, 'deleteEvent'],
        [1, 'EventDeleted'],
        [2, 'InvitationDeleted'],
      ]),
    );
  });
});
