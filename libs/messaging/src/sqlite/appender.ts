import type { Clock } from '@flagpost/platform';
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
}

/** Publications that share a commit. */
interface Group {
  readonly result: Promise<Appended>;
  readonly stored: Promise<void>;
  readonly publications: Publication[];
}

/** A row ends with the message that makes it longer than this, in characters: a page is read by whole rows. */
const ROW_LENGTH = 2 ** 16;

const sizeOf = (messages: readonly Message[]): number => {
  let size = 0;
  for (const { key, value } of messages) size += key.length + (value?.length ?? 0);
  return size;
};

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

const rowsOf = (publications: readonly Publication[], partitions: number): readonly string[] => {
  const rows: string[] = [];
  let row = '';
  for (const { messages } of publications)
    for (const message of messages) {
      row += encodeFrame(partitionOf(message.key, partitions), message);
      if (row.length <= ROW_LENGTH) continue;
      rows.push(row);
      row = '';
    }
  if (row !== '') rows.push(row);
  return rows;
};

const appendsOf = (publications: readonly Publication[]): readonly Append[] =>
  [...byTopic(publications)].map(([{ id, partitions }, some]) => ({
    topicId: id,
    rows: rowsOf(some, partitions.length),
  }));

/** Shows readers what was committed, with offsets from `heads` on. */
const show = (
  { partitions }: StoredTopicState,
  publications: readonly Publication[],
  storedAt: number,
  heads: readonly number[],
): void => {
  const next = [...heads];
  for (const { messages } of publications)
    for (const { key, value } of messages) {
      const partition = partitionOf(key, partitions.length);
      const offset = next[partition] ?? 0;
      next[partition] = offset + 1;
      partitions[partition]?.show({ offset, storedAt, key, value });
    }
};

const isText = ({ key, value }: Readonly<Record<keyof Message, unknown>>): boolean =>
  typeof key === 'string' && (typeof value === 'string' || value === null);

/** Everything that is published until the next commit forms one call of the file's operation. */
export const createAppender = (file: StorageFile<TopicsWrites, TopicsReads>, clock: Clock): Appender => {
  const collect = file.collect('append', (publications: readonly Publication[]) => [
    clock.now(),
    appendsOf(publications),
  ]);
  let gathering: Group | null = null;

  const begin = (result: Promise<Appended>): Group => {
    const publications: Publication[] = [];
    const stored = result.then(({ storedAt, heads }) => {
      [...byTopic(publications)].forEach(([topic, some], index) => {
        show(topic, some, storedAt, heads[index] ?? []);
        wakeReaders(topic);
      });
    });
    return { result, stored, publications };
  };

  return (topic, messages) => {
    if (!messages.every(isText)) return Promise.reject(new TypeError('A message of a topic must be text.'));
    if (messages.length === 0) return Promise.resolve();
    const publication = { topic, messages };
    const { index, result } = collect(publication, sizeOf(messages));
    if (index < 0) return result.then(() => undefined);
    if (gathering?.result !== result) gathering = begin(result);
    gathering.publications.push(publication);
    return gathering.stored;
  };
};
