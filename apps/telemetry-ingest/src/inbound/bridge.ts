/**
 * Values of others' producers: `positions.inbound` -> `competitor.positions`.
 *
 * Order: that of a key within its partition. Delivery: at least once. A batch is published before its offsets are
 * committed; one that is read again has the same `receivedAt`, so that the engine drops its fixes as repeated or late, and
 * its facts carry the same ids. A value that cannot be taken is counted, and never stops the others.
 */
import { TOPICS, type DeviceProtocol, type DropReason } from '@flagpost/contracts';
import { createDeadLetters, type Batch, type GroupConsumer, type Topics } from '@flagpost/messaging';
import { ageOf, METRICS, type Metrics } from '@flagpost/observability';
import { superviseDelivery, type Clock, type Health, type Logger } from '@flagpost/platform';
import { quantiseInput } from '@flagpost/telemetry';
import type { DeviceNotes } from '../devices.js';
import { createInputCounters } from '../input-counters.js';
import { INGEST_GROUP } from '../pipeline/session.js';
import { createJudge, type Admitted, type Judge } from './judge.js';
import { findSenders, type SenderParts } from './senders.js';

export interface BridgeParts extends SenderParts {
  readonly topics: Topics;
  readonly devices: Pick<DeviceNotes, 'heard' | 'dropped'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly health: Health;
  readonly metrics?: Metrics;
}

export interface Bridge {
  /** Resolves when the batch in progress is published and committed. */
  stop(): Promise<void>;
}

const PROTOCOL: DeviceProtocol = 'inbound';
/** Messages that are published together. */
const BATCH = 500;

/** Takes part in reading `positions.inbound`, which must be defined; restarted after a failure. */
export const startBridge = (parts: BridgeParts): Bridge => {
  const { topics, devices, clock, logger, health, metrics } = parts;
  const deadLetters = createDeadLetters({ topics, topic: TOPICS.deadLetters, clock, logger });
  const counters = createInputCounters<DropReason | 'unknownKey'>();
  /** By partition of this process: messages that are still to come. */
  const behind = new Map<number, number>();
  let newestAt: number | null = null;

  const publish = async (taken: readonly Admitted[]): Promise<void> => {
    if (taken.length === 0) return;
    const messages = taken.map(({ message: { key, storedAt: receivedAt }, decode }) => ({
      key,
      value: JSON.stringify(quantiseInput({ receivedAt, ...decode() })),
    }));
    await topics.publish(TOPICS.positions, messages);
    newestAt = taken.at(-1)?.message.storedAt ?? newestAt;
  };

  /** Counts after everything is stored. @throws if it cannot be stored now: the batch is delivered again. */
  const bridge = async (batch: Batch, judge: Judge): Promise<void> => {
    const { admitted, refused } = await judge(batch.messages);
    const byMessage = new Map(admitted.map((each) => [each.message, each]));
    const messages = admitted.map(({ message }) => message);
    const taken: Admitted[] = [];
    await deadLetters.eachReadable(
      TOPICS.inbound,
      { ...batch, messages },
      (message) => {
        const each = byMessage.get(message);
        each?.decode();
        return each;
      },
      (each) => {
        if (each !== undefined) taken.push(each);
      },
    );
    await publish(taken);

    counters.accept(taken.length);
    for (const { car, message, decode } of taken) {
      byMessage.delete(message);
      devices.heard(car.invitationId, message.storedAt, [decode()], PROTOCOL);
    }
    for (const { car, message } of byMessage.values()) {
      counters.drop('undecodable');
      devices.dropped(car.invitationId, message.storedAt, 'undecodable');
    }
    for (const { refusal, car, at } of refused) {
      counters.drop(refusal);
      if (car !== null) devices.dropped(car.invitationId, at, refusal);
    }
  };

  const begin = (): GroupConsumer => {
    const judge = createJudge(findSenders(parts));
    return topics.consume({
      topic: TOPICS.inbound,
      group: INGEST_GROUP,
      maxBatch: BATCH,
      onRevoked: async (partition) => void behind.delete(partition),
      onBatch: async (batch) => {
        await bridge(batch, judge);
        behind.set(batch.partition, batch.head - (batch.messages.at(-1)?.offset ?? batch.head - 1) - 1);
      },
    });
  };
  const running = superviseDelivery('inbound positions', begin, parts);

  health.register('inbound', async () => {
    const failure = running.failure();
    const lag = await topics.lag(TOPICS.inbound, INGEST_GROUP).catch(() => null);
    const counted = { ...counters.read(), lag: lag?.messages ?? null, deadLetters: deadLetters.counts() };
    return { ok: failure === null, details: { ...counted, failure } };
  });
  metrics?.figure(METRICS.inboundInputs, () => counters.read().accepted);
  metrics?.figure(METRICS.inboundDropped, () => counters.read().dropped);
  metrics?.figure(METRICS.consumerLag, () => ({
    [TOPICS.inbound]: [...behind.values()].reduce((sum, messages) => sum + messages, 0),
  }));
  metrics?.figure(METRICS.deadLetters, () => deadLetters.counts());
  metrics?.figure(METRICS.newestFixAge, () => ageOf('inbound', newestAt, clock));
  return { stop: () => running.stop() };
};
