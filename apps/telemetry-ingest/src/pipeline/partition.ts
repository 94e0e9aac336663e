import {
  parseCarKey,
  POSITION_PARTITIONS,
  TOPICS,
  type DropReason,
  type LiveFrame,
  type PositionInput,
  type RaceSetup,
} from '@flagpost/contracts';
import { partitionOf, type Batch, type StoredMessage, type Topics } from '@flagpost/messaging';
import type { Clock, Logger } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import {
  createEngine,
  entersHistory,
  restoreEngine,
  type Engine,
  type EngineOptions,
} from '@flagpost/telemetry';
import type { Tally } from '../tally.js';
import { createHeld, type HeldInput } from './held.js';
import { createHistoryWriter } from './history.js';
import { decodeState, encodeState } from './saved-state.js';
import type { Setups } from './setups.js';

/** A partition that got nothing for this many ticks after it was opened has nothing waiting. */
const TICKS_TO_WARM = 5;

export interface PartitionParts {
  readonly topics: Topics;
  readonly records: Pick<Records, 'ingestStates' | 'history'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tally: Tally;
  /** How much at most is handled again after a kill, ms (default 5 s). */
  readonly saveEveryMs?: number;
}

/** One partition of `competitor.positions`: the engine over it, and everything that leaves it, in order. */
export interface Partition {
  /** Where to read on; null where nothing was saved yet. */
  readonly nextOffset: number | null;
  /** Resolves when what the batch stated is published, and at times saved. */
  take(batch: Batch): Promise<void>;
  setup(eventId: number, setup: RaceSetup | null): void;
  /** Finds silent cars as of `upTo` unless messages wait, and saves what has waited long enough. */
  tick(upTo: number): Promise<void>;
  takeFrames(now: number): readonly LiveFrame[];
  /** Saves, at the end. */
  close(): Promise<void>;
  health(): PartitionHealth;
}

export interface PartitionHealth {
  readonly held: number;
  /** Messages that were there and not yet handled, when last seen. */
  readonly behind: number;
  /** Another instance has taken over: nothing comes from this one any more. */
  readonly takenOver: boolean;
  /** `receivedAt` of the newest input. */
  readonly newestAt: number | null;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
}

export const openPartition = async (
  { topics, records, clock, logger, tally, saveEveryMs = 5_000 }: PartitionParts,
  partition: number,
  setups: Setups,
): Promise<Partition> => {
  const saved = await records.ingestStates.load(partition);
  const before = saved === null ? null : decodeState(saved.state);
  const options = { owns: (key: string) => partitionOf(key, POSITION_PARTITIONS) === partition };
  const engine =
    before === null ? createEngine(options) : engineFrom(before.engine, options, partition, logger);
  const held = createHeld(before?.held);
  const history = createHistoryWriter(records.history);

  let version = saved?.version ?? 0;
  let nextOffset = saved?.nextOffset ?? 0;
  let savedOffset = nextOffset;
  let savedAt = clock.now();
  let behind = 0;
  let ticks = 0;
  let takenOver = false;
  let newestAt: number | null = null;

  const apply = (eventId: number, invitationId: number, key: string, input: PositionInput): void => {
    const verdict = engine.apply(key, input);
    if (!entersHistory(verdict) || input.lat === undefined || input.lng === undefined) return;
    const { receivedAt, t = receivedAt, lat, lng, speedKph = null, headingDeg = null } = input;
    history.add({ eventId, invitationId }, { receivedAt, t, lat, lng, speedKph, headingDeg });
  };

  const read = ({ key, value }: StoredMessage): void => {
    const car = parseCarKey(key);
    const input = value === null ? null : parseInput(value);
    if (car === null || input === null) {
      tally.drop('undecodable');
      return;
    }
    tally.accept(1);
    if (newestAt === null || input.receivedAt > newestAt) newestAt = input.receivedAt;
    if (engine.knows(car.eventId)) apply(car.eventId, car.invitationId, key, input);
    else if (setups.get(car.eventId) === null) tally.drop('unknownEvent');
    else if (held.add({ eventId: car.eventId, key, input }) !== undefined) tally.drop('unknownEvent');
  };

  const release = ({ eventId, key, input }: HeldInput): void => {
    apply(eventId, parseCarKey(key)?.invitationId ?? 0, key, input);
  };

  const setup = (eventId: number, next: RaceSetup | null): void => {
    engine.setup(eventId, next);
    const waiting = held.release(eventId);
    if (next === null) tally.drop('unknownEvent', waiting.length);
    else waiting.forEach(release);
  };

  const publishFacts = async (): Promise<void> => {
    const facts = engine.takeFacts();
    if (facts.length === 0) return;
    const messages = facts.map((fact) => ({ key: String(fact.eventId), value: JSON.stringify(fact) }));
    await topics.publish(TOPICS.facts, messages);
  };

  /** What the state contains is published and in history before the state is saved, so a kill can lose none of it. */
  const save = async (): Promise<void> => {
    if (takenOver) return;
    const upTo = nextOffset;
    savedAt = clock.now();
    const published = publishFacts();
    const state = encodeState({ engine: engine.serialize(), held: held.list() });
    await Promise.all([published, history.flush()]);
    if (await records.ingestStates.save(partition, version, upTo, state)) {
      version += 1;
      savedOffset = upTo;
    } else {
      takenOver = true;
      logger.warn('another instance has taken over a partition', { partition });
    }
  };

  /** Publishing and saving take turns: no state is saved while a fact that it contains is still on its way. */
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (step: () => Promise<void>): Promise<void> => (turn = turn.then(step));

  const saveIsDue = (): boolean =>
    nextOffset !== savedOffset && (version === 0 || clock.now() - savedAt >= saveEveryMs);
  const settle = (): Promise<void> => inTurn(() => (saveIsDue() ? save() : publishFacts()));

  return {
    nextOffset: saved?.nextOffset ?? null,
    async take({ messages, head }) {
      if (takenOver) return;
      for (const message of messages) {
        read(message);
        nextOffset = message.offset + 1;
      }
      behind = Math.max(0, head - nextOffset);
      ticks = TICKS_TO_WARM;
      await settle();
    },
    setup,
    async tick(upTo) {
      if (takenOver) return;
      ticks += 1;
      if (behind === 0 && ticks > TICKS_TO_WARM) engine.sweep(upTo);
      await settle();
    },
    takeFrames: (now) => (takenOver ? [] : engine.takeFrames(now)),
    close: () => inTurn(save),
    health: () => ({ held: held.list().length, behind, takenOver, newestAt, dropped: engine.counts }),
  };
};

/** A state that a later build wrote cannot be read: the engine then goes on from the setups, as after its loss. */
const engineFrom = (state: Uint8Array, options: EngineOptions, partition: number, logger: Logger): Engine => {
  try {
    return restoreEngine(state, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    logger.error('a saved engine state cannot be read: going on from the race setups', { partition, error });
    return createEngine(options);
  }
};

/** Values were checked at the door; what cannot even be read is counted. */
const parseInput = (text: string): PositionInput | null => {
  try {
    const input = JSON.parse(text) as PositionInput | null;
    return typeof input?.receivedAt === 'number' ? input : null;
  } catch {
    return null;
  }
};
