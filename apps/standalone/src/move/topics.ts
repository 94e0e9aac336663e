import { FACTS_GROUP } from '@flagpost/api';
import { TOPICS } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import type { TopicsArchive } from '@flagpost/messaging/sqlite';
import { ConfigError } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import type { RecordsArchive } from '@flagpost/records/sqlite';

const BATCH = 500;

/** Messages to keep: inputs that no state contains yet, facts not yet recorded, all setups, dead letters. */
const firstWanted = (
  topics: TopicsArchive,
  records: RecordsArchive,
): Readonly<Record<string, (partition: number) => number>> => {
  const states = new Map(records.ingestStates().map((state) => [state.partition, state.nextOffset]));
  return {
    [TOPICS.positions]: (partition) => states.get(partition) ?? 0,
    [TOPICS.facts]: (partition) => topics.committed(TOPICS.facts, FACTS_GROUP, partition),
    [TOPICS.setup]: () => 0,
    [TOPICS.deadLetters]: () => 0,
  };
};

/**
 * Copies the waiting messages of the topics. A partition keeps its order and has no other writer in the target, so the
 * messages that are already there are the first ones of an earlier attempt.
 *
 * @returns how many messages were copied, now and before.
 */
export const copyTopics = async (
  from: TopicsArchive,
  records: RecordsArchive,
  to: Topics,
): Promise<number> => {
  let count = 0;
  for (const [topic, first] of Object.entries(firstWanted(from, records))) {
    const there = await to.heads(topic);
    for (let partition = 0; partition < from.partitions(topic); partition += 1) {
      let skip = there[partition] ?? 0;
      for (let next = first(partition); ;) {
        const messages = from.read(topic, partition, next, BATCH);
        const last = messages.at(-1);
        if (last === undefined) break;
        const missing = messages.slice(skip);
        skip -= messages.length - missing.length;
        if (missing.length > 0)
          await to.publish(
            topic,
            missing.map(({ key, value }) => ({ key, value })),
          );
        count += messages.length;
        next = last.offset + 1;
      }
    }
  }
  return count;
};

/** The engine's states; inputs that they do not contain start at the first of the target's partition. */
export const copyIngestStates = async (from: RecordsArchive, to: Records): Promise<void> => {
  for (const { partition, state } of from.ingestStates()) {
    const there = await to.ingestStates.load(partition);
    if (there === null) await to.ingestStates.save(partition, 0, 0, state);
    else if (there.version !== 1)
      throw new ConfigError(
        'A telemetry-ingest runs on the target. Stop it, empty the target, and move again.',
      );
  }
};
