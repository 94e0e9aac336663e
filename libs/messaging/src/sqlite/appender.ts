import { ServiceUnavailableError, type Clock, type Scheduler, type Timer } from '@flagpost/platform';
import type { StorageFile } from '@flagpost/storage';
import { partitionOf, type Message } from '../port.js';
import { encodeFrame } from './frames.js';
import { wakeReaders, type StoredTopicState } from './topic.js';
import type { Append, Appended, TopicsReads, TopicsWrites } from './topics-file.js';

/**
 * Resolves when the messages are on disk and readers see them. Publishes that share a commit share the promise.
 */
export type Appender = (topic: StoredTopicState, messages: readonly Message[]) => Promise<void>;

interface Publication {
  readonly topic: StoredTopicState;
  readonly messages: readonly Message[];
  /** The partition of each message, in the order of `messages`. */
  readonly places: readonly number[];
}

/** Publications that share a commit. */
interface Group {
  readonly result: Promise<Appended>;
  readonly stored: Promise<void>;
  /** As `stored`, but it rejects too if a commit before this one failed: the messages then have other offsets. */
  readonly inPlace: Promise<void>;
  readonly publications: Publication[];
}

/** A row ends with the message that makes it longer than this, in characters: a page is read by whole rows. */
const ROW_LENGTH = 2 ** 16;
/** While a commit takes longer than this, what is announced wakes readers this often, ms. */
const AHEAD_EVERY_MS = 20;

const sizeOf = (messages: readonly Message[]): number => {
  let size = 0;
  for (const { key, value } of messages) size += key.length + (value?.length ?? 0);
  return size;
};

const countOf = (publications: readonly Publication[]): number =>
  publications.reduce((sum, { messages }) => sum + messages.length, 0);

/** In the order of each topic. */
const byTopic = (publications: readonly Publication[]): ReadonlyMap<StoredTopicState, Publication[]> => {
  const topics = new Map<StoredTopicState, Publication[]>();
  for (const publication of publications) {
    const known = topics.get(publication.topic);
    if (known === undefined) topics.set(publication.topic, [publication]);
    else known.push(publication);
  }
  return topics;
};

const rowsOf = (publications: readonly Publication[]): readonly string[] => {
  const rows: string[] = [];
  let row = '';
  for (const { messages, places } of publications)
    messages.forEach((message, index) => {
      row += encodeFrame(places[index] ?? 0, message);
      if (row.length <= ROW_LENGTH) return;
      rows.push(row);
      row = '';
    });
  if (row !== '') rows.push(row);
  return rows;
};

const appendsOf = (publications: readonly Publication[]): readonly Append[] =>
  [...byTopic(publications)].map(([{ id }, some]) => ({ topicId: id, rows: rowsOf(some) }));

/** Shows readers what was committed, with offsets from `heads` on. */
const show = (
  { partitions }: StoredTopicState,
  publications: readonly Publication[],
  storedAt: number,
  heads: readonly number[],
): void => {
  const next = [...heads];
  for (const { messages, places } of publications)
    messages.forEach(({ key, value }, index) => {
      const partition = places[index] ?? 0;
      const offset = next[partition] ?? 0;
      next[partition] = offset + 1;
      partitions[partition]?.show({ offset, storedAt, key, value });
    });
};

/** Whether the file had the heads that readers know. A commit that was answered as failed may have been stored all the same. */
const isAsKnown = ({ partitions }: StoredTopicState, heads: readonly number[] = []): boolean =>
  partitions.every((partition, place) => partition.head() === heads[place]);

const isText = ({ key, value }: Readonly<Record<keyof Message, unknown>>): boolean =>
  typeof key === 'string' && (typeof value === 'string' || value === null);

/**
 * Shows what is on its way to the disk to the readers that take it before its commit. After a failed commit the offsets of
 * everything outstanding are unknown: what is outstanding is retracted, and nothing is announced until all of it has ended.
 */
const createAnnouncer = (clock: Clock, scheduler: Scheduler) => {
  /** Topics with announced messages. */
  const topics = new Set<StoredTopicState>();
  let outstanding = 0;
  let isHeld = false;
  let retractions = 0;
  let timer: Timer | null = null;

  /** A commit wakes the readers too, so a fast disk costs no wake of its own. */
  const wakeLater = (): void => {
    timer ??= scheduler.after(AHEAD_EVERY_MS, () => {
      timer = null;
      topics.forEach((topic) => wakeReaders(topic));
      if (outstanding > 0) wakeLater();
    });
  };

  return {
    /** A group begins. @returns a function that throws if the group was retracted. */
    begun(): () => void {
      outstanding += 1;
      const before = retractions;
      return () => {
        if (retractions !== before) throw new ServiceUnavailableError('A commit before this one failed.');
      };
    },
    /** A group ended. */
    ended(): void {
      outstanding -= 1;
      if (outstanding > 0) return;
      isHeld = false;
      topics.clear();
      timer?.cancel();
      timer = null;
    },
    announce({ topic, messages, places }: Publication, stored: Promise<void>): void {
      if (isHeld) return;
      const now = clock.now();
      messages.forEach((message, index) =>
        topic.partitions[places[index] ?? 0]?.announce(message, now, stored),
      );
      topics.add(topic);
      wakeLater();
    },
    retract(): void {
      isHeld = true;
      retractions += 1;
      for (const { partitions } of topics) partitions.forEach((partition) => partition.retract());
      topics.clear();
    },
  };
};

/** Everything that is published until the next commit forms one call of the file's operation. */
export const createAppender = (
  file: StorageFile<TopicsWrites, TopicsReads>,
  { clock, scheduler }: { readonly clock: Clock; readonly scheduler: Scheduler },
): Appender => {
  const announcer = createAnnouncer(clock, scheduler);
  const collect = file.collect('append', (publications: readonly Publication[]) => [
    clock.now(),
    appendsOf(publications),
  ]);
  let gathering: Group | null = null;

  const begin = (result: Promise<Appended>): Group => {
    const publications: Publication[] = [];
    const assertStands = announcer.begun();
    const stored = result.then(
      ({ storedAt, heads }) => {
        const topics = [...byTopic(publications)];
        if (!topics.every(([topic], index) => isAsKnown(topic, heads[index]))) announcer.retract();
        topics.forEach(([topic, some], index) => {
          show(topic, some, storedAt, heads[index] ?? []);
          wakeReaders(topic, countOf(some));
        });
        announcer.ended();
      },
      (error: unknown) => {
        announcer.retract();
        announcer.ended();
        throw error;
      },
    );
    const inPlace = stored.then(assertStands);
    // Readers of announced messages await it. If there are none, its failure must not count as unhandled.
    inPlace.catch(() => undefined);
    return { result, stored, inPlace, publications };
  };

  return (topic, messages) => {
    if (!messages.every(isText)) return Promise.reject(new TypeError('A message of a topic must be text.'));
    if (messages.length === 0) return Promise.resolve();
    const places = messages.map(({ key }) => partitionOf(key, topic.partitions.length));
    const publication = { topic, messages, places };
    const { index, result } = collect(publication, sizeOf(messages));
    if (index < 0) return result.then(() => undefined);
    if (gathering?.result !== result) gathering = begin(result);
    gathering.publications.push(publication);
    announcer.announce(publication, gathering.inPlace);
    return gathering.stored;
  };
};
