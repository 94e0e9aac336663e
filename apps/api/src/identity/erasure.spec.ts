import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ERASED_PERSON, ROLES, type LoginAnswer, type NewClubAnswer } from '@flagpost/contracts';
import { userDecider, userStream } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { jsonLogger } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { until, virtualTime } from '@flagpost/testing';
import { apiConfig } from '../config.js';
import { HANDLE } from '../dispatch/command.handler.js';
import { openMail } from '../mail/mailer.js';
import { openStores, storesConfig } from '../stores.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { newClubBody } from '../testing/institutions.js';
import { aRace, type Race } from '../testing/race-fixture.js';

const EMAIL = 'gino@langhe.example.org';
const AVATAR = 'bytes of the face of Gino';
const PERSONAL = ['Gino', 'Ferrero', EMAIL, '+39 0173 1', AVATAR];

let folder: string;
let harness: Harness;
let race: Race;
let stop: () => Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flagpost-erasure-'));
  const time = virtualTime(NOW);
  const logger = jsonLogger(time, (line) => appendFileSync(join(folder, 'flagpost.log'), `${line}\n`));
  const machine = { clock: time, scheduler: time, ids: systemIds, logger };
  const files = {
    events: join(folder, 'events.sqlite'),
    topics: join(folder, 'topics.sqlite'),
    records: join(folder, 'records.sqlite'),
    views: join(folder, 'views.sqlite'),
    eventIndex: join(folder, 'audit.sqlite'),
    secrets: join(folder, 'secrets.json'),
  };
  const { close, ...stores } = await openStores(storesConfig.parse({}), files, machine);
  const config = apiConfig.parse({ OUTBOX_DIR: join(folder, 'outbox') });
  const sendMail = openMail(config, machine);
  harness = await startHarness({ ...stores, ...machine, config, sendMail }, time);
  race = await aRace(harness);
  stop = async () => {
    await harness.api.stop();
    await close();
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Those of these texts that occur in any file under the folder. */
const found = (...texts: string[]): string[] => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path));
  return texts.filter((text) => files.some((bytes) => bytes.includes(text)));
};

/** A person with all data that can be stored of one, who did something. */
const aDirector = async (): Promise<NewClubAnswer> => {
  const admin = race.as('admin');
  const { cluId, useId } = (await admin.post('/clubs/', newClubBody({}, EMAIL))).body as NewClubAnswer;
  await until('the mail with the first password', () => found('Your password for the first time').length > 0);
  const { people, avatars } = harness.dependencies.records;
  const name = 'avatars/gino.webp';
  await avatars.put({ name, userId: useId, bytes: Buffer.from(AVATAR) });
  const person = await people.get(useId);
  if (person !== null) await people.put({ ...person, avatar: name });
  return { cluId, useId };
};

const becomeDirector = async (userId: number): Promise<void> => {
  const { position } = await harness.api.app.get<Handle>(HANDLE)(
    userStream(userId),
    userDecider,
    { type: 'changeRoles', userId, roles: [ROLES.director], clubId: race.clubId },
    { actorId: null, actorRoles: [], clubId: null, correlationId: 'spec', commandId: 'change' },
  );
  if (position !== null) await harness.api.projector.waitFor(position, 1_000);
};

describe('erasing a person', () => {
  it('leaves nothing of them in any file', async () => {
    const { cluId, useId } = await aDirector();
    await becomeDirector(useId);
    const director = harness.as({ userId: useId, roles: ['director'], clubId: race.clubId });
    const yellow = { StateId: 806, EventId: race.eventId, InvitationsSelected: [] };
    await race.as('planner').put(`/events/publish/${race.eventId}`);
    expect((await director.post('/flagRecords', yellow)).status).toBe(201);
    await race.add('7');
    expect(found(...PERSONAL)).toEqual(PERSONAL);

    const erase = (as = race.as('admin')) => as.delete(`/people/${useId}`);
    expect((await erase(race.as('planner'))).status).toBe(403);
    expect((await erase()).body).toEqual({ id: useId });
    expect(found(...PERSONAL)).toEqual([]);

    const flags = await race.as('viewer').get(`/events/flags/${race.eventId}`);
    expect(flags.body).toEqual([expect.objectContaining({ SentBy: { Id: useId, Name: ERASED_PERSON } })]);
    const club = await race.as('admin').get(`/clubs/${cluId}`);
    expect(club.body).toMatchObject({ cluContactName: ERASED_PERSON, cluContactPhone: null });
    expect((await race.as('admin').get('/clubs/')).body).toContainEqual(
      expect.objectContaining({ cluId, usersCount: 0, Planners: '' }),
    );
    expect((await erase()).status).toBe(200);
    expect((await race.as('admin').delete('/people/7777')).status).toBe(404);
    await stop();
    expect(found(...PERSONAL)).toEqual([]);
    expect(found('Bianchi 7')).toEqual(['Bianchi 7']);
  });

  it('ends their sessions', async () => {
    const password = 'Flagpost1';
    const account = { email: EMAIL, name: 'Gino', surname: 'Ferrero', password, roles: [5] as const };
    const userId = await harness.api.accounts.ensure({ ...account, clubId: race.clubId });
    const answer = await harness.with(null).post('/auth/login', { email: EMAIL, password });
    const theirs = harness.with((answer.body as LoginAnswer).accessToken);
    expect((await theirs.get('/events/')).status).toBe(200);
    await race.as('admin').delete(`/people/${userId}`);
    expect((await theirs.get('/events/')).status).toBe(401);
    await stop();
  });
});
