import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ServiceUnavailableError } from '@flagpost/platform';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import type { ApiDependencies } from '../dependencies.js';
import { memoryDependencies, NOW, startHarness } from '../testing/harness.js';
import { aRace } from '../testing/race-fixture.js';
import { distributedMutex } from './distributed-mutex.js';

/** Longer than a lease lasts without a renewal. */
const SLEEP_MS = 6_000;

let time: VirtualTime;
let sleptMs: number;
let dependencies: ApiDependencies;
beforeEach(() => {
  time = virtualTime(NOW);
  sleptMs = 0;
  const clock = { now: () => time.now() + sleptMs };
  dependencies = { ...memoryDependencies(time), clock, topology: 'ownViews' };
});
afterEach(async () => {
  const { store, topics, records } = dependencies;
  await Promise.all([store, topics, records].map((part) => part.close()));
});

it('tells a task whether it still runs alone: not once its process was suspended', async () => {
  const held: boolean[] = [];
  await distributedMutex(dependencies)(['one', 'other'], async (assertHeld) => {
    assertHeld();
    sleptMs = SLEEP_MS;
    expect(assertHeld).toThrow(ServiceUnavailableError);
    held.push(true);
  });
  expect(held).toEqual([true]);
});

it('lets a command record nothing once it may not run alone', async () => {
  const { leases } = dependencies.records;
  let sleeps = false;
  const harness = await startHarness({
    ...dependencies,
    records: {
      ...dependencies.records,
      leases: {
        ...leases,
        async advance(name, expected, holder) {
          const isTaken = await leases.advance(name, expected, holder);
          if (sleeps && name.startsWith('turn')) sleptMs += SLEEP_MS;
          return isTaken;
        },
      },
    },
  });
  const race = await aRace(harness);
  sleeps = true;
  expect((await race.as('planner').post('/driverCategories', { Name: 'R5' })).status).toBe(503);
  const events = await dependencies.store.readAll(null, 100);
  expect(events.filter(({ type }) => type === 'CategoryCreated')).toHaveLength(1);
  await harness.api.stop();
});
