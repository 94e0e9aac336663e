/** Topics and records in a folder of their own. Also used by a program outside of specs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOPIC_DEFINITIONS } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import { silentLogger, tokenHash, type Clock, type Scheduler } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import type { Storage } from '@flagpost/storage';

export interface Stores {
  readonly topics: Topics;
  readonly records: Records;
  close(): Promise<void>;
}

/** @param storage of the topics; in this thread if left out */
export const openStores = async (
  folder: string,
  time: Clock & Scheduler,
  storage?: Storage,
): Promise<Stores> => {
  const path = join(folder, 'topics.db');
  const topics = sqliteTopics({ path, clock: time, scheduler: time, logger: silentLogger, storage });
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
  records.deviceTokens.set({ tokenHash: tokenHash(token), eventId, invitationId, issuedAt: 0 });
