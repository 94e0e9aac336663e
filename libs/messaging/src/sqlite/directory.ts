import {
  fixedDelay,
  mutex,
  retry,
  ServiceUnavailableError,
  type Logger,
  type Scheduler,
} from '@flagpost/platform';
import type { StorageFile } from '@flagpost/storage';
import { assertPartitions } from '../assert-partitions.js';
import type { TopicDefinition } from '../port.js';
import type { Offsets } from './offsets.js';
import type { ReadPage } from './partition.js';
import { storedTopic, volatileTopic, type TopicState } from './topic.js';
import type { FileContent, TopicsReads, TopicsWrites } from './topics-file.js';

/** The topics of a file, and the volatile ones beside it. */
export interface Directory {
  get(name: string): TopicState | undefined;
  all(): Iterable<TopicState>;
  /** Creates those that are missing. @returns their names @throws {ConfigError} as the port says */
  define(definitions: readonly TopicDefinition[]): Promise<readonly string[]>;
}

/** A page of the file ends with the message that makes it longer than this, in characters. */
const PAGE_LENGTH = 2 ** 20;
const READ_AGAIN_MS = 1_000;

export const openDirectory = (
  file: StorageFile<TopicsWrites, TopicsReads>,
  stored: FileContent['topics'],
  parts: { readonly offsets: Offsets; readonly scheduler: Scheduler; readonly logger: Logger },
): Directory => {
  const { offsets, scheduler, logger } = parts;
  const topics = new Map<string, TopicState>();

  /** Waits while the file cannot be read. */
  const readPageOf =
    (topicId: number): ReadPage =>
    (query, signal) =>
      retry(
        {
          retryIf: (error) => error instanceof ServiceUnavailableError,
          backoff: { scheduler, ms: fixedDelay(READ_AGAIN_MS), signal },
          onRetry: (error) => logger.error('messages of a topic cannot be read, will be retried', { error }),
        },
        async () => file.read('page', topicId, { ...query, characters: PAGE_LENGTH }),
      );
  const add = (id: number, definition: TopicDefinition, heads: readonly number[]): void => {
    const topic = storedTopic(id, definition, heads, { offsets, readPage: readPageOf(id) });
    topics.set(definition.name, topic);
  };
  for (const { id, definition, heads } of stored) add(id, definition, heads);

  const define = async (definitions: readonly TopicDefinition[]): Promise<readonly string[]> => {
    for (const { name, partitions } of definitions) {
      const known = topics.get(name);
      if (known !== undefined) assertPartitions(name, known.partitions.length, partitions);
    }
    const missing = definitions.filter(({ name }) => !topics.has(name));
    const inFile = missing.filter(({ kind }) => kind !== 'volatile');
    const created = inFile.length === 0 ? [] : await file.write('define', inFile);
    for (const { id, definition } of created) add(id, definition, []);
    for (const definition of missing)
      if (definition.kind === 'volatile') topics.set(definition.name, volatileTopic(definition));
    return missing.map(({ name }) => name);
  };

  const inTurn = mutex();
  return {
    get: (name) => topics.get(name),
    all: () => topics.values(),
    define: (definitions) => inTurn(() => define(definitions)),
  };
};
