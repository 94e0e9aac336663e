import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, FLAGS, IDEMPOTENCY_KEY_TTL_MS } from '@flagpost/contracts';
import { virtualTime } from '@flagpost/testing';
import { COMMANDS } from '../commands.js';
import { memoryReadModels } from '@flagpost/read-models/memory';
import type { ApiDependencies } from '../dependencies.js';
import { NOW, startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aPublishedRace, aRace, type Race } from '../testing/race-fixture.js';
import type { AnyCommand } from './define-command.js';

const rows = Object.entries(COMMANDS as Readonly<Record<string, AnyCommand>>);
const recognised = rows.filter(([, { recognisedBy }]) => recognisedBy === 'stream');

/** A flag's answer takes its id from the event; a withdrawal is answered without one. */
const IDS: Readonly<Record<string, readonly string[]>> = {
  sendFlag: ['flagId'],
  withdrawFlag: ['withdrawalId'],
  writeNote: ['noteId'],
};

describe('commands that their stream recognises', () => {
  it.each(recognised)(
    '%s: write one stream, and nothing outside the log',
    (name, { streams, outside, ids }) => {
      expect(streams).toHaveLength(1);
      expect(outside).toEqual({});
      expect(Object.keys(ids as object)).toEqual(IDS[name] ?? []);
      expect(name).not.toMatch(/^(delete|remove)/);
    },
  );

  it('are what race control sends, and changes of what exists', () => {
    expect(recognised.map(([name]) => name).sort()).toEqual([
      'acknowledgeSos',
      'centreTrack',
      'clearFlags',
      'clearSos',
      'copyTrack',
      'createTrack',
      'drawRoute',
      'editCircuit',
      'editLicence',
      'pauseTimer',
      'publishEvent',
      'renameCategory',
      'renameTrack',
      'resetLaps',
      'resumeTimer',
      'saveMap',
      'savePois',
      'saveStages',
      'sendFlag',
      'startTimer',
      'stopTimer',
      'withdrawFlag',
      'writeNote',
    ]);
  });
});

describe('a flag', () => {
  let harness: Harness;
  let race: Race;
  beforeEach(async () => {
    harness = await startHarness();
    race = await aPublishedRace(harness);
  });
  afterEach(() => harness.stop());

  const send = (StateId: number, as: Requests = race.as('director')) =>
    as
      .post('/flagRecords', { EventId: race.eventId, StateId, InvitationsSelected: [] })
      .set('Idempotency-Key', 'k1');
  const sent = async () =>
    (await harness.dependencies.store.readAll(null, 1_000)).filter(({ type }) => type === 'FlagSent');
  const director = () => ({
    userId: race.userId('director'),
    roles: ['director' as const],
    clubId: race.clubId,
  });
  /** A process over the same log that has lost every key. */
  const keyless = (): ApiDependencies => {
    const { records } = harness.dependencies;
    const requestKeys = { ...records.requestKeys, find: async () => null };
    return {
      ...harness.dependencies,
      readModels: memoryReadModels(),
      records: {
        ...records,
        requestKeys: { ...requestKeys, keep: async (_, result) => ({ kind: 'answered', result }) },
      },
    };
  };

  it('whose key was never stored is answered by its stream, and is told from another one', async () => {
    const first = await send(FLAGS.yellow);
    expect(first.status).toBe(201);
    const other = await startHarness(keyless());
    const again = await send(FLAGS.yellow, other.as(director()));
    expect([again.status, again.body]).toEqual([201, first.body]);
    const another = await send(FLAGS.red, other.as(director()));
    expect(another.body).toEqual({ statusCode: 422, message: ANSWER_TEXTS.keyReused });
    await other.api.stop();
    expect(await sent()).toHaveLength(1);
  });

  it('shows nothing of its key or body in the log', async () => {
    await send(FLAGS.yellow);
    const [event] = await sent();
    expect(event?.meta.command).toEqual({
      name: 'sendFlag',
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      request: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(JSON.stringify(event)).not.toContain('k1');
  });
});

it('a command under a key of the day before is another one', async () => {
  const harness = await startHarness();
  const race = await aRace(harness);
  const rename = (as: Requests, Name: string) =>
    as.put(`/driverCategories/${race.categoryId}`, { Name }).set('Idempotency-Key', 'k1');
  const renamed = async () =>
    (await harness.dependencies.store.readAll(null, 1_000)).filter(({ type }) => type === 'CategoryRenamed');
  const planner = { roles: ['planner' as const], clubId: race.clubId };
  const startAt = async (now: number) => {
    const time = virtualTime(now);
    const views = { readModels: memoryReadModels() };
    return startHarness({ ...harness.dependencies, ...views, clock: time, scheduler: time }, time);
  };
  expect((await rename(race.as('planner'), 'Historic')).status).toBe(200);

  const inTime = await startAt(NOW + IDEMPOTENCY_KEY_TTL_MS);
  expect((await rename(inTime.as(planner), 'Modern')).status).toBe(422);
  await inTime.api.stop();
  const later = await startAt(NOW + IDEMPOTENCY_KEY_TTL_MS + 1);
  expect((await rename(later.as(planner), 'Modern')).status).toBe(200);
  await later.api.stop();
  expect(await renamed()).toHaveLength(2);
  await harness.stop();
});
