import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AS_IT_WAS } from '@flagpost/contracts';
import type { EventStore } from '@flagpost/event-sourcing';
import { eventStoreConfig } from '@flagpost/event-sourcing/open';
import { eventStoreDb } from '@flagpost/event-sourcing/eventstoredb';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { silentLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { virtualTime } from '@flagpost/testing';
import { startEventStoreDouble } from '@flagpost/testing/eventstore-double';
import { memoryDependencies, NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace } from '../testing/race-fixture.js';
import { foldPastInThread } from './fold-past-in-thread.js';
import { foldPastOf, type FoldPast, type Past, type PastProgress, type PastQuestion } from './fold-past.js';

const config = eventStoreConfig.parse({});
let folder: string;
let path: string;
let question: Omit<PastQuestion, 'what'>;
let store: EventStore;
let harness: Harness;

/** A race whose log is in a file, which stays open for writing. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flagpost-past-'));
  path = join(folder, 'events.db');
  const time = virtualTime(NOW);
  store = sqliteEventStore({ path, clock: time });
  harness = await startHarness({ ...memoryDependencies(time), store }, time);
  const race = await aRace(harness);
  const invitationIds: number[] = [];
  for (const number of ['31', '7', '112', '5', '8', '9']) invitationIds.push(await race.add(number));
  question = { eventId: race.eventId, instant: NOW, invitationIds };
});
afterAll(async () => {
  await harness.stop();
  await rm(folder, { recursive: true });
});

const folded = async (foldPast: FoldPast, asked: PastQuestion): Promise<readonly [PastProgress[], Past]> => {
  const progress: PastProgress[] = [];
  const steps = foldPast(asked);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return [progress, step.value];
    progress.push(step.value);
  }
};

describe('the past, folded in a thread', () => {
  it.each(AS_IT_WAS)('is what is folded here, with the same progress: %s', async (what) => {
    const here = await folded(foldPastOf(store), { ...question, what });
    expect(here[1].meeting.details).toMatchObject({ name: 'Rally Alba' });
    expect(await folded(foldPastInThread({ config, path }), { ...question, what })).toEqual(here);
  });

  it('is folded out of EventStoreDB, too', async () => {
    const double = await startEventStoreDouble({ path: join(folder, 'double.db') });
    const settings = { EVENTSTORE_URL: double.address, EVENTSTORE_PREFIX: 'past-' };
    const parts = { clock: systemClock, scheduler: systemScheduler, logger: silentLogger };
    const there = await eventStoreDb(settings, parts);
    for (const { stream, type, data, meta } of await store.readAll(null, 1_000))
      await there.append(stream, [{ type, data, meta }], 'any');
    await there.close();
    const log = { config: { ...config, ...settings, EVENT_STORE: 'eventstoredb' as const }, path: '' };
    const asked = { ...question, instant: systemClock.now() + 60_000, what: 'competitors' as const };
    const [, { competitors }] = await folded(foldPastInThread(log), asked);
    expect(competitors).toEqual((await folded(foldPastOf(store), asked))[1].competitors);
    await double.stop();
  });

  it('says how many streams are folded, of how many', async () => {
    const [progress, { competitors }] = await folded(foldPastInThread({ config, path }), {
      ...question,
      what: 'competitors',
    });
    expect(progress.map(({ streams, of }) => [streams, of])).toEqual([
      [1, 7],
      [6, 7],
    ]);
    expect(competitors).toHaveLength(6);
  });

  it('ends with who asks', async () => {
    const steps = foldPastInThread({ config, path })({ ...question, what: 'competitors' });
    expect((await steps.next()).done).toBe(false);
    expect(await steps.return(undefined as never)).toEqual({ done: true, value: undefined });
    expect(await steps.next()).toEqual({ done: true, value: undefined });
  });

  it('rejects with what ended the thread', async () => {
    const nowhere = foldPastInThread({ config, path: join(folder, 'none', 'events.db') });
    await expect(folded(nowhere, { ...question, what: 'event' })).rejects.toThrow();
  });
});
