import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { carKey, TOPICS, type LiveFrame, type RaceFact } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { openTopics, topicsConfig } from '@flagpost/messaging/open';
import { createHealth, silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import type { Records } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { createEngine } from '@flagpost/telemetry';
import { raceSetup, until } from '@flagpost/testing';
import {
  describeOver,
  dropKafkaTopics,
  kafkaTools,
  suiteAddresses,
  type ConsoleProducer,
} from '@flagpost/testing/servers';
import { inboundConfig } from './config.js';
import { startIngest, type Ingest } from './ingest.js';
import { bridgeSuite } from './testing/bridge-suite.js';
import { giveToken } from './testing/stores.js';
import { onTrack, publishSetup, readFacts, watchFrames } from './testing/topics.js';

const machine = { clock: systemClock, scheduler: systemScheduler, ids: systemIds, logger: silentLogger };
const EVENT = 7;
const [NAMED, WITH_TOKEN] = [70, 71] as const;
const TOKEN = 'a-token_of-22-letters0';
const SECONDS = 300;
const LAP_S = 60;

const lapsOf = (facts: readonly RaceFact[]) =>
  facts
    .filter((fact) => fact.type === 'lapCompleted')
    .map(({ id, lap, lapTimeMs }) => ({ id, lap, lapTimeMs }))
    .sort((a, b) => a.id.localeCompare(b.id));

describeOver(describe, "Others' producers", ['kafka'], (servers) => {
  const open = async (): Promise<{ topics: Topics; prefix: string; dispose: () => Promise<void> }> => {
    const prefix = `inbound-${systemIds.uuid().slice(0, 8)}.`;
    const environment = { ...suiteAddresses(servers), TOPICS: 'kafka', KAFKA_PREFIX: prefix };
    const topics = await openTopics(topicsConfig.parse(environment), { ...machine, path: '' });
    return { topics, prefix, dispose: () => dropKafkaTopics(servers.kafka.environment, prefix) };
  };

  bridgeSuite('Kafka', open);

  describe('beside telemetry-ingest', () => {
    let topics: Topics;
    let prefix: string;
    let dispose: () => Promise<void>;
    let records: Records;
    let ingest: Ingest;
    let producer: ConsoleProducer | null;
    beforeEach(async () => {
      producer = await kafkaTools(servers.kafka.environment);
      ({ topics, prefix, dispose } = await open());
      records = sqliteRecords({ path: ':memory:' });
      await giveToken(records, TOKEN, EVENT, WITH_TOKEN);
      const config = inboundConfig.parse({});
      ingest = await startIngest({ ...machine, topics, records, health: createHealth(), config });
    });
    afterEach(async () => {
      await ingest.stop();
      await records.close();
      await topics.close();
      await dispose();
    });

    it("drive cars through Kafka's own console producer", async () => {
      if (producer === null) throw new Error('The console producer needs Java and Maven.');
      const began = Date.now() - SECONDS * 1_000;
      const setup = raceSetup(EVENT, began - 60_000, [NAMED, WITH_TOKEN]);
      await publishSetup(topics, setup);
      const frames: LiveFrame[] = watchFrames(topics);
      const fixes = Array.from({ length: SECONDS }, (_, second) => ({
        t: began + second * 1_000,
        ...onTrack(0.3 + second / LAP_S),
      }));
      const keys = [carKey(EVENT, NAMED), TOKEN];
      await producer.send(
        prefix + TOPICS.inbound,
        fixes.flatMap((fix) => keys.map((key): [string, string] => [key, JSON.stringify(fix)])),
      );
      await producer.send(prefix + TOPICS.inbound, [[TOKEN, 'no position']]);

      const engine = createEngine();
      engine.setup(EVENT, setup);
      for (const car of [NAMED, WITH_TOKEN])
        for (const fix of fixes) engine.apply(carKey(EVENT, car), { receivedAt: Date.now(), ...fix });
      const expected = lapsOf(engine.takeFacts());
      expect(expected.length).toBeGreaterThanOrEqual(2 * Math.floor(SECONDS / LAP_S) - 2);

      const facts = await until('the laps', async () => {
        const stated = await readFacts(topics);
        return lapsOf(stated).length >= expected.length ? stated : undefined;
      });
      expect(lapsOf(facts)).toEqual(expected);
      const last = fixes.at(-1)?.t;
      await until('both cars in frames', () =>
        [NAMED, WITH_TOKEN].every((car) =>
          frames.some(({ cars }) => cars.some(({ invitationId, t }) => invitationId === car && t === last)),
        ),
      );
      const letters = await until('the dead letter', async () => {
        const heads = await topics.heads(TOPICS.deadLetters);
        return heads[0] === 1 ? heads : undefined;
      });
      expect(letters).toEqual([1]);
    }, 120_000);
  });
});
