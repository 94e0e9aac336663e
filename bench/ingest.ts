import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Kafka, type Admin } from 'kafkajs';
import { TOPICS } from '@flagpost/contracts';
import { openTopics, topicsConfig } from '@flagpost/messaging/open';
import { systemIds } from '@flagpost/platform/system';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { allocateYoung } from '@flagpost/telemetry-ingest';
import { dropKafkaTopics, kafkaOptions, startServers } from '@flagpost/testing/servers';
import type { Bench } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { perCpuSecond } from './frame/measure.ts';
import { batchesOf, ingestAll, machine, messagesOf, prepare } from './load/pipeline.ts';
import { loadsOf, raceUntilNow } from './load/race-load.ts';

const asAdmin = async (kafka: Kafka, work: (admin: Admin) => Promise<void>): Promise<void> => {
  const admin = kafka.admin();
  await admin.connect();
  await work(admin).finally(() => admin.disconnect());
};

/** Of the rounds before: the next one begins at the beginning again. */
const forgetGroups = (kafka: Kafka, prefix: string): Promise<void> =>
  asAdmin(kafka, async (admin) => {
    const { groups } = await admin.listGroups();
    const own = groups.map(({ groupId }) => groupId).filter((groupId) => groupId.startsWith(prefix));
    if (own.length > 0) await admin.deleteGroups(own);
  });

/** The driver alone, in batches, key and value decoded. */
const consumeRaw = async (
  kafka: Kafka,
  topic: string,
  groupId: string,
  messages: number,
): Promise<number> => {
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200 });
  let parsed = 0;
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
    const eachBatch = async ({
      batch,
    }: {
      batch: { messages: readonly { key: Buffer | null; value: Buffer | null }[] };
    }) => {
      for (const { key, value } of batch.messages)
        if (key?.toString() !== '' && JSON.parse(value?.toString() ?? 'null') !== null) parsed += 1;
      if (parsed >= messages) resolve();
    };
    consumer.run({ autoCommit: false, eachBatch }).catch(reject);
  });
  await consumer.disconnect();
  return parsed;
};

/**
 * From Kafka's topic of positions to everything that leaves it, against the driver's consuming and parsing of the same
 * topic. V8 allocates in both as it does in the program. States and history go to SQLite: the stand-in for MongoDB here does not have MongoDB's speed.
 */
export const bench: Bench = async ({ scale, sizes, compare, note }) => {
  if (scale === 'smoke' && process.env['KAFKA_BROKERS'] === undefined) {
    note('missing', 'a smoke run starts no Kafka, it uses the one that KAFKA_BROKERS names');
    return;
  }
  const servers = await startServers(['kafka']);
  const server = servers.running.get('kafka');
  if (server === undefined) {
    note('missing', `Kafka: ${servers.missing.get('kafka') ?? 'no reason is given'}`);
    return;
  }
  note('server', server.says);
  allocateYoung(true);
  const kafka = new Kafka(kafkaOptions(server.environment));
  try {
    const [fixes = 0] = sizes('fixes', [1_000_000], [200], [200_000]);
    for (const [index, load] of loadsOf({ sizes }).entries()) {
      const prefix = `bench.${randomUUID()}.`;
      const size = raceUntilNow(load, fixes);
      const config = topicsConfig.parse({ ...server.environment, TOPICS: 'kafka', KAFKA_PREFIX: prefix });
      const open = () => openTopics(config, { ...machine, ids: systemIds, path: '' });

      let count = 0;
      const filling = await open();
      await prepare(filling, size);
      for (const batch of batchesOf(messagesOf(size))) {
        await filling.publish(TOPICS.positions, batch);
        count += batch.length;
      }
      await filling.close();

      await compare({
        what: `${load.cars} cars in ${load.events} events, 1 Hz, ${count} fixes`,
        load: { cars: load.cars, events: load.events },
        unit: 'fixes per CPU-second',
        ours: {
          what: 'consumed, decoded; engine, frames, facts; history and state saved',
          run: () =>
            inFolder(async (folder) => {
              await forgetGroups(kafka, prefix);
              const topics = await open();
              const records = sqliteRecords({ path: join(folder, 'records.db') });
              const run = await perCpuSecond(async () => {
                await ingestAll(topics, records);
                return count;
              });
              await topics.close();
              await records.close();
              return run;
            }),
        },
        theirs: {
          what: 'kafkajs alone: consumed, JSON.parse of the same topic',
          run: () =>
            perCpuSecond(() =>
              consumeRaw(kafka, `${prefix}${TOPICS.positions}`, `${prefix}raw.${randomUUID()}`, count),
            ),
        },
        ...(index === 0 ? { ratio: { atLeast: 0.7 } } : {}),
      });
      await dropKafkaTopics(server.environment, prefix);
    }
  } finally {
    allocateYoung(false);
    await servers.end();
  }
};
