import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore, NewEvent } from '@flagpost/event-sourcing';
import { eventStoreDb } from '@flagpost/event-sourcing/eventstoredb';
import { silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { until } from '../../until.js';
import { startEventStoreCluster, type EventStoreCluster } from './cluster.js';

/** How long the other nodes of a cluster take to agree on another leader, milliseconds. */
const ELECTION_MS = 2_500;

const anEvent = (data: unknown): NewEvent => ({
  type: 'Happened',
  data,
  meta: {
    id: systemIds.uuid(),
    actorId: 1,
    actorRoles: [],
    clubId: null,
    correlationId: 'c',
    causationId: null,
    schemaVersion: 1,
  },
});

describe('EventStoreDB with a leader that hangs, over its double', () => {
  let folder: string;
  let cluster: EventStoreCluster;
  let store: EventStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagpost-double-'));
    cluster = await startEventStoreCluster({ path: join(folder, 'events.db') });
    const settings = { EVENTSTORE_URL: cluster.address, EVENTSTORE_PREFIX: '' };
    store = await eventStoreDb(settings, {
      clock: systemClock,
      scheduler: systemScheduler,
      logger: silentLogger,
    });
  });
  afterEach(async () => {
    await store.close();
    await cluster.stop();
    await rm(folder, { recursive: true });
  });

  it('goes to the leader that the others elect, and refuses, loses and repeats nothing', async () => {
    const seen: unknown[] = [];
    store.subscribeAll({
      after: null,
      onEvents: async (events) => void seen.push(...events.map(({ data }) => data)),
    });
    const written: string[] = [];
    let over = false;
    const write = async (stream: string): Promise<void> => {
      for (let number = 0; !over; number += 1) {
        // A refusal rejects, and fails the test.
        await store.append(stream, [anEvent(`${stream} ${number}`)], number === 0 ? 'noStream' : number - 1);
        written.push(`${stream} ${number}`);
      }
    };
    const writers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(write);
    await until('some appends', () => written.length > 50);

    cluster.hangLeader();
    await pause(ELECTION_MS);
    const before = written.length;
    cluster.elect();
    await until('appends at the new leader', () => written.length > before + 50);
    cluster.resume();
    over = true;
    await Promise.all(writers);

    const recorded = (await store.readAll(null, Number.MAX_SAFE_INTEGER)).map(({ data }) => String(data));
    expect(recorded.toSorted()).toEqual(written.toSorted());
    await until('all events at the subscriber', () => seen.length >= recorded.length);
    expect(seen).toEqual(recorded);
  });
});
