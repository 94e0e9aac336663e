import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  ACCOUNT_CHANGES,
  DEMO_ACCOUNTS_MARKED,
  SINGLETON_JOBS_LEASE,
  FACTS_GROUP,
  ID_KINDS,
  importColumns,
  importProgress,
  LOG_FORMAT_IN_USE,
  mailProgress,
  projections,
  REACTION_NAMES,
  SECRET_IN_USE,
  SECRET_NAMES,
  mutexLease,
  PUSHED_TIMES,
} from '@flagpost/api';
import {
  browserMarkCookie,
  carKey,
  eventKey,
  geometryKey,
  setupKey,
  TOPIC_DEFINITIONS,
  TOPICS,
} from '@flagpost/contracts';
import * as domain from '@flagpost/domain';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { deadLetterKey } from '@flagpost/messaging';
import { kafkaGroup } from '@flagpost/messaging/kafka';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import { METRICS } from '@flagpost/observability';
import { lockDataFolder, silentLogger } from '@flagpost/platform';
import { CHECKPOINTS_COLLECTION, EVENT_INDEX_COLLECTIONS, viewCollection } from '@flagpost/read-models/mongo';
import { COLLECTIONS } from '@flagpost/records/mongo';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { MOVE_CHECKPOINT } from '@flagpost/standalone';
import { INGEST_GROUP } from '@flagpost/telemetry-ingest';
import { virtualTime } from '@flagpost/testing';

/**
 * Names under which data are stored, sent or measured. Data of a former release are under these, and so are the consumers
 * of others: a change in this list is a migration, never a renaming. A new name is a new line of `golden-names.json`.
 * The client's own names are in `apps/backoffice/src/shared/stored-names.spec.ts`.
 */
const golden = JSON.parse(readFileSync(new URL('./golden-names.json', import.meta.url), 'utf8')) as unknown;

const home = mkdtempSync(join(tmpdir(), 'flagpost-names-'));
const folder = lockDataFolder(home);
afterAll(() => {
  folder.release();
  rmSync(home, { recursive: true });
});

/** Tables of a file with their columns: `name (column, column)`. */
const layoutOf = (path: string): string[] => {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db
    .prepare(
      `SELECT m.name, group_concat(c.name, ', ') AS columns
       FROM (SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%') m
       JOIN pragma_table_info(m.name) c GROUP BY m.name ORDER BY m.name`,
    )
    .all();
  db.close();
  return rows.map(({ name, columns }) => `${String(name)} (${String(columns)})`);
};

const sqliteFiles = async (): Promise<Record<string, string[]>> => {
  const time = virtualTime();
  const options = { clock: time, scheduler: time, logger: silentLogger };
  const events = sqliteEventStore({ ...options, path: folder.events });
  const records = sqliteRecords({ path: folder.records });
  const topics = sqliteTopics({ ...options, path: folder.topics });
  await topics.define([
    { name: 'any', partitions: 1, kind: 'log' },
    { name: 'any other', partitions: 1, kind: 'compacted' },
  ]);
  await Promise.all([events.close(), records.close(), topics.close()]);
  return Object.fromEntries(
    [folder.events, folder.records, folder.topics].map((path) => [basename(path), layoutOf(path)]),
  );
};

const names = async () => ({
  eventTypes: domain.EVENT_VERSIONS,
  formerEventTypes: domain.FORMER_EVENT_NAMES,
  streams: Object.entries(domain)
    .filter(([name]) => name.endsWith('Stream'))
    .map(([, stream]) => (stream as (id: number) => string)(1)),
  topics: TOPIC_DEFINITIONS,
  topicKeys: {
    [TOPICS.positions]: [carKey(1, 2)],
    [TOPICS.inbound]: [carKey(1, 2)],
    [TOPICS.setup]: [setupKey(1), geometryKey(1, 'hash')],
    [TOPICS.live]: [eventKey(1)],
    [TOPICS.orders]: [carKey(1, 2)],
    [TOPICS.presence]: [eventKey(1)],
    [TOPICS.facts]: [eventKey(1)],
    [TOPICS.deadLetters]: [deadLetterKey(TOPICS.facts, 1, 2)],
  },
  consumerGroups: {
    kafka: kafkaGroup('prefix.', 'topic', 'group'),
    [TOPICS.positions]: INGEST_GROUP,
    [TOPICS.inbound]: INGEST_GROUP,
    [TOPICS.facts]: FACTS_GROUP,
  },
  metrics: Object.values(METRICS).map(
    ({ name, kind, labels }) => `${kind} ${name}${labels.length > 0 ? ` {${labels.join(', ')}}` : ''}`,
  ),
  secretsFile: basename(folder.secrets),
  tables: await sqliteFiles(),
  collections: {
    records: Object.values(COLLECTIONS),
    readModels: [
      CHECKPOINTS_COLLECTION,
      ...projections.flatMap(({ views }) => views.map((view) => viewCollection(view))),
      ...EVENT_INDEX_COLLECTIONS,
    ],
  },
  checkpoints: {
    projections: projections.map(({ name }) => name),
    reactions: Object.values(REACTION_NAMES),
    records: [
      DEMO_ACCOUNTS_MARKED,
      SECRET_IN_USE,
      LOG_FORMAT_IN_USE,
      importColumns(1),
      importProgress(1),
      mailProgress(REACTION_NAMES.eventPostponed),
      PUSHED_TIMES,
      MOVE_CHECKPOINT,
    ],
  },
  leases: [SINGLETON_JOBS_LEASE, mutexLease(1)],
  sequences: [...ID_KINDS, ACCOUNT_CHANGES],
  secrets: Object.values(SECRET_NAMES),
  cookies: [browserMarkCookie(1)],
});

describe('names of what is stored, sent and measured', () => {
  it('are those of every release', async () => {
    expect(await names()).toEqual(golden);
  });
});
