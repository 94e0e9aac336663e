/** What this room's specs share: topics and records in a folder of their own, and a race to run in them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  raceFact,
  TOPIC_DEFINITIONS,
  TOPICS,
  type LiveFrame,
  type RaceFact,
  type RaceSetup,
} from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import { silentLogger, tokenHash, type Clock, type Scheduler } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { FINISH } from '@flagpost/testing';

export interface Stores {
  readonly topics: Topics;
  readonly records: Records;
  close(): Promise<void>;
}

export const openStores = async (folder: string, time: Clock & Scheduler): Promise<Stores> => {
  const path = join(folder, 'topics.db');
  const topics = sqliteTopics({ path, clock: time, scheduler: time, logger: silentLogger });
  await topics.define(TOPIC_DEFINITIONS);
  const records = sqliteRecords({ path: join(folder, 'records.db') });
  return {
    topics,
    records,
    async close() {
      await topics.close();
      await records.close();
    },
  };
};

export const temporaryFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'flagpost-ingest-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

export const giveToken = (records: Records, token: string, eventId: number, invitationId: number) =>
  records.deviceTokens.set({ tokenHash: tokenHash(token), eventId, invitationId });

export const publishSetup = (topics: Topics, setup: RaceSetup): Promise<void> =>
  topics.publish(TOPICS.setup, [{ key: String(setup.eventId), value: JSON.stringify(setup) }]);

/** A place on a circle of 600 m that passes through the finish, `lapShare` of the way round. */
export const onTrack = (lapShare: number): { lat: number; lng: number } => {
  const angle = lapShare * 2 * Math.PI;
  const metresPerDegree = 111_320;
  return {
    lat: FINISH.lat + (600 * (Math.cos(angle) - 1)) / metresPerDegree,
    lng: FINISH.lng + (600 * Math.sin(angle)) / (metresPerDegree * Math.cos((FINISH.lat * Math.PI) / 180)),
  };
};

/** Everything that a topic of facts holds, in the order of each event. */
export const readFacts = async (topics: Topics): Promise<RaceFact[]> => {
  const facts: RaceFact[] = [];
  await new Promise<void>((resolve, reject) => {
    const follower = topics.follow({
      topic: TOPICS.facts,
      from: 'beginning',
      onBatch: async ({ messages }) => {
        for (const { value } of messages) facts.push(raceFact.parse(JSON.parse(value ?? 'null')));
      },
      onCaughtUp: () => void follower.stop().then(resolve, reject),
    });
  });
  return facts;
};

/** Collects frames from now on. */
export const watchFrames = (topics: Topics): LiveFrame[] => {
  const frames: LiveFrame[] = [];
  topics.follow({
    topic: TOPICS.live,
    from: 'now',
    onBatch: async ({ messages }) => {
      for (const { value } of messages) frames.push(JSON.parse(value ?? 'null') as LiveFrame);
    },
  });
  return frames;
};
