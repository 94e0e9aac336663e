import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  TOPICS,
  type FlagAnswer,
  type ImportProgressAnswer,
  type InvitationDriverAnswer,
} from '@flagpost/contracts';
import { rebuild } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { until } from '@flagpost/testing';
import { LAG_HEADER } from '../http/caller.js';
import { invitationReads } from '../views/invitations.projection.js';
import { projections } from '../projections.js';
import { severalInstances, type Instance, type Instances } from '../testing/instances.js';
import { aRace, clubDetails, competitorBody, type Race } from '../testing/race-fixture.js';
import { upcast } from '../upcast.js';
import { SINGLETON_JOBS, type SingletonJobs } from './singleton-jobs.js';

let instances: Instances;
let one: Instance;
let other: Instance;

beforeEach(async () => {
  instances = severalInstances();
  one = await instances.start();
  await until('the first api to become leader', () => isAtWork(one));
  other = await instances.start();
});
afterEach(() => instances.stop());

const isAtWork = (instance: Instance): boolean =>
  instance.api.app.get<SingletonJobs>(SINGLETON_JOBS).isLeader();
const atWork = (): Instance[] => [one, other].filter(isAtWork);
const asOf = (race: Race, instance: Instance) => instance.as({ roles: ['director'], clubId: race.clubId });
const flag = (race: Race, instance: Instance, StateId: number) =>
  asOf(race, instance).post('/flagRecords', { StateId, EventId: race.eventId, InvitationsSelected: [] });

const publishedRace = async (instance: Instance): Promise<Race> => {
  const race = await aRace(instance);
  const car = await race.add('1');
  await race.as('planner').patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
  await race.as('planner').put(`/events/publish/${race.eventId}`);
  return race;
};

const viewsEqualARebuild = async (): Promise<void> => {
  const { store, readModels } = instances.dependencies;
  const rebuilt = await rebuild({ store, readModels: memoryReadModels(), projections, upcast });
  for (const [view, digest] of Object.entries(rebuilt))
    expect([view, await readModels.digest(view)]).toEqual([view, digest]);
};

describe('two apis on the same stores', () => {
  it('read on each what was commanded on the other, whichever projects', async () => {
    const race = await publishedRace(one);
    for (const instance of [other, one]) {
      const sent = await flag(race, instance, 806);
      expect(sent.status).toBe(201);
      expect(sent.headers[LAG_HEADER.toLowerCase()]).toBeUndefined();
      for (const reader of [one, other]) {
        const { body } = await asOf(race, reader).get(`/events/flags/${race.eventId}`);
        expect((body as { FlagId: number }[]).map(({ FlagId }) => FlagId)).toContain(
          (sent.body as FlagAnswer).FlagId,
        );
      }
    }
  });

  it('do at one of them what must be done once, and at the other when that one ends', async () => {
    expect(atWork()).toEqual([one]);
    await one.stop();
    await until('the other api to become leader', () => isAtWork(other));
    const race = await publishedRace(other);
    expect((await flag(race, other, 806)).headers[LAG_HEADER.toLowerCase()]).toBeUndefined();
    await viewsEqualARebuild();
  });

  it('go on without one that sleeps, which stops its jobs when it wakes and writes over nothing', async () => {
    const race = await publishedRace(one);
    one.sleep();
    const sleptSince = other.time.now();
    const during = await flag(race, other, 806);
    expect(during.status).toBe(201);
    await until('the other api to become leader', () => isAtWork(other));
    expect(other.time.now() - sleptSince).toBeLessThan(10_000);
    await flag(race, other, 803);
    await flag(race, other, 801);
    await other.api.projector.caughtUp();

    await one.wake();
    await until('the api that slept to give up the jobs', () => !isAtWork(one));
    expect((await flag(race, one, 808)).headers[LAG_HEADER.toLowerCase()]).toBeUndefined();
    expect(atWork()).toEqual([other]);
    await asOf(race, one).put(`/events/resetLaps/${race.eventId}`);
    await viewsEqualARebuild();
    const setups: string[] = [];
    const follower = instances.dependencies.topics.follow({
      topic: TOPICS.setup,
      from: 'beginning',
      onBatch: async ({ messages }) => void setups.push(...messages.map(({ value }) => value ?? '')),
    });
    await until('the setup with the new epoch', () => setups.at(-1)?.includes('"epoch":1') === true);
    await follower.stop();
  });

  it('make one club and one account where both are asked for it at once', async () => {
    const clubs = await Promise.all(
      [one, other].map(({ api }) => api.clubs.ensure(clubDetails('Auto Club Alba'))),
    );
    expect(new Set(clubs).size).toBe(1);
    const account = {
      email: 'ada@example.org',
      password: 'Flagpost1',
      name: 'Ada',
      surname: 'Rossi',
      roles: [1] as const,
      clubId: null,
    };
    const accounts = await Promise.all([one, other].map(({ api }) => api.accounts.ensure(account)));
    expect(new Set(accounts).size).toBe(1);
  });

  it('tell how far an import is, whichever carries it out', async () => {
    const race = await publishedRace(one);
    const rows = Array.from({ length: 300 }, (_, index) => `c${index}@example.org,A,B,0+,WRC`);
    const list = ['Email,Name,Surname,Blood type,Category', ...rows].join('\n');
    const planner = (instance: Instance) => instance.as({ roles: ['planner'], clubId: race.clubId });
    const progress = async (instance: Instance) =>
      (await planner(instance).get(`/commonServices/importProgress/${race.eventId}`))
        .body as ImportProgressAnswer;
    const upload = planner(other).upload('/commonServices/uploadInvitations');
    void upload.field('EventId', String(race.eventId)).attach('file', Buffer.from(list), 'list.csv');
    const importing = upload.then(({ status }) => status);
    const seen = await until('rows that are done', async () => {
      const found = await progress(one);
      return found.done > 0 ? found : undefined;
    });
    expect(seen.total).toBe(300);
    expect(await importing).toBe(201);
    expect([await progress(one), await progress(other)]).toEqual([
      { done: 0, total: 0 },
      { done: 0, total: 0 },
    ]);
  });

  it('add a competitor to a category once, however they are asked', async () => {
    const race = await publishedRace(one);
    const body = competitorBody(race.eventId, race.categoryId, '7');
    const planner = (instance: Instance) => instance.as({ roles: ['planner'], clubId: race.clubId });
    const answers = await Promise.all(
      [one, other].map((instance) => planner(instance).post('/invitations/createInvitationDriver/', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 418]);
    const added = answers.find(({ status }) => status === 201)?.body as InvitationDriverAnswer;
    const entries = await invitationReads(instances.dependencies.readModels).ofEvent(race.eventId);
    expect(entries.filter(({ userId }) => userId === added.User.Id)).toHaveLength(1);
  });
});
