import { TOPIC_DEFINITIONS, TOPICS } from '@flagpost/contracts';
import type { Message, Topics } from '@flagpost/messaging';
import { createHealth, silentLogger, ServiceUnavailableError } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import type { Records } from '@flagpost/records';
import { createDeviceNotes, INGEST_GROUP, startPipeline } from '@flagpost/telemetry-ingest';
import { inputsOf, setupsOf, type RaceSize } from './race-load.ts';

/** The dependencies that composition roots pass, without the log. */
export const machine = { clock: systemClock, scheduler: systemScheduler, logger: silentLogger };

/** The batch that doors gather during the previous publish, at full load. */
export const BATCH = 1_000;

/** The race as messages of the topic, as the doors write them. */
export const messagesOf = (size: RaceSize): Message[] =>
  inputsOf(size).map(({ key, input }) => ({ key, value: JSON.stringify(input) }));

export function* batchesOf(messages: readonly Message[]): Generator<readonly Message[]> {
  for (let at = 0; at < messages.length; at += BATCH) yield messages.slice(at, at + BATCH);
}

/** Topics with the setups of the race in them, as the api leaves them. */
export const prepare = async (topics: Topics, size: RaceSize): Promise<void> => {
  await topics.define(TOPIC_DEFINITIONS);
  const setups = setupsOf(size).map((setup) => ({
    key: String(setup.eventId),
    value: JSON.stringify(setup),
  }));
  await topics.publish(TOPICS.setup, setups);
};

/**
 * Resolves when telemetry-ingest has handled all that lies in the topic. Seldom asked: a broker's answer costs something,
 * and one that has just started may not know the group yet.
 */
const drained = async (topics: Topics): Promise<void> => {
  const isBehind = async (): Promise<boolean> => {
    try {
      return (await topics.lag(TOPICS.positions, INGEST_GROUP)).messages > 0;
    } catch (error) {
      if (error instanceof ServiceUnavailableError) return true;
      throw error;
    }
  };
  while (await isBehind()) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
};
const ASK_EVERY_MS = 500;

/**
 * telemetry-ingest from its start until everything is handled, its facts published, its history and its state saved.
 * `meanwhile` runs beside it.
 */
export const ingestAll = async (
  topics: Topics,
  records: Records,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const devices = createDeviceNotes({ ...machine, deviceTokens: records.deviceTokens });
  const pipeline = await startPipeline({ ...machine, topics, records, devices, health: createHealth() });
  await meanwhile();
  await drained(topics);
  await pipeline.stop();
  await devices.stop();
};
