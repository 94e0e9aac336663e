import { projections, upcast, type Stores } from '@flagpost/api';
import { TOPIC_DEFINITIONS } from '@flagpost/contracts';
import type { EventStore } from '@flagpost/event-sourcing';
import type { TopicsArchive } from '@flagpost/messaging/sqlite';
import { ConfigError } from '@flagpost/platform';
import { rebuild } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import type { RecordsArchive } from '@flagpost/records/sqlite';
import { copyEvents } from './events.js';
import { loadProgress, saveProgress } from './progress.js';
import type { Progress } from './progress.js';
import { copyHistory, copyRecords, copySightings } from './records.js';
import { copyIngestStates, copyTopics } from './topics.js';

/** An embedded installation that is not running. */
export interface Source {
  readonly store: EventStore;
  readonly records: RecordsArchive;
  readonly topics: TopicsArchive;
}

export type Target = Pick<Stores, 'store' | 'records' | 'topics' | 'readModels'>;

/** Digest and count by view, equal in source and target. */
export type Views = Awaited<ReturnType<typeof rebuild>>;

/**
 * Copies an installation; after an interruption it resumes. The source is only read.
 *
 * @param say Called with each line of progress.
 * @param configured Names of the secrets that the target is configured with: they are not stored in it.
 * @throws {ConfigError} if the target holds anything else than a part of this move.
 */
export const move = async (
  source: Source,
  target: Target,
  say: (line: string) => void,
  configured: readonly string[] = [],
): Promise<Views> => {
  let progress = await begin(source, target, say);
  const keep = async (change: Partial<Progress>): Promise<void> => {
    progress = { ...progress, ...change };
    await saveProgress(target.records, progress);
  };

  say(`records: ${await copyRecords(source.records, target.records, configured)}`);

  let events = 0;
  const checkpoints = source.records.checkpoints();
  await copyEvents(source.store, target.store, progress.events, async (positions, last) => {
    // Whoever acts on events goes on after the same one: its place reads differently in the target.
    for (const { reader, position } of checkpoints) {
      const copied = positions.get(position);
      if (copied !== undefined) await target.records.checkpoints.save(reader, copied);
    }
    await keep({ events: last });
    events += positions.size;
    say(`events: ${events} copied`);
  });

  let blocks = 0;
  await copyHistory(source.records, target.records, progress.history, async (last, count) => {
    await keep({ history: last });
    blocks += count;
    say(`history: ${blocks} blocks copied`);
  });

  const sightings = await copySightings(source.records, target.records);
  say(`what race control saw: ${sightings} blocks copied`);

  await copyIngestStates(source.records, target.records);
  say(`topics: ${await copyTopics(source.topics, source.records, target.topics)} waiting messages copied`);

  const views = await compareViews(source, target);
  await keep({ done: true });
  return views;
};

const begin = async (source: Source, target: Target, say: (line: string) => void): Promise<Progress> => {
  const [first] = await source.store.readAll(null, 1);
  if (first === undefined) throw new ConfigError('There is nothing to move: the installation has no events.');
  const before = await loadProgress(target.records);
  if (before === null) {
    await assertEmpty(source, target);
    const progress: Progress = { source: first.meta.id, events: null, history: null, done: false };
    await saveProgress(target.records, progress);
    return progress;
  }
  if (before.source !== first.meta.id)
    throw new ConfigError('Another installation was moved to this target. Choose one that nobody has used.');
  if (before.done)
    throw new ConfigError('This installation was moved to this target before and runs there since.');
  say('A move of this installation was interrupted and is resumed.');
  return before;
};

const assertEmpty = async (source: Source, { store, records, topics }: Target): Promise<void> => {
  const found: string[] = [];
  if ((await store.head()) !== null) found.push('events');
  const people = await records.people.getMany(source.records.people().map(({ id }) => id));
  if (people.size > 0) found.push('people');
  const states = source.records.ingestStates().map(({ partition }) => records.ingestStates.load(partition));
  if ((await Promise.all(states)).some((state) => state !== null)) found.push('states of races');
  for (const { name, kind } of TOPIC_DEFINITIONS)
    if (kind !== 'volatile' && (await topics.heads(name)).some((head) => head > 0))
      found.push(`messages in ${name}`);
  if (found.length > 0)
    throw new ConfigError(
      `The target is not empty, it holds ${found.join(', ')}. Choose names that nobody has used: EVENTSTORE_PREFIX, MONGO_DATABASE and KAFKA_PREFIX.`,
    );
};

const compareViews = async (source: Source, target: Target): Promise<Views> => {
  const before = await rebuild({ store: source.store, readModels: memoryReadModels(), projections, upcast });
  const after = await rebuild({ ...target, projections, upcast });
  const differing = Object.keys(before).filter((view) => before[view]?.sha256 !== after[view]?.sha256);
  if (differing.length > 0)
    throw new Error(`The views of the target differ from those of the source: ${differing.join(', ')}.`);
  return after;
};
