import {
  DROP_REASONS,
  eventKey,
  parseCarKey,
  POSITION_PARTITIONS,
  RACE,
  TOPICS,
  type LiveFrame,
  type PositionInput,
  type RaceFact,
  type RaceSetup,
} from '@flagpost/contracts';
import {
  partitionOf,
  type Batch,
  type DeadLetters,
  type StoredMessage,
  type Topics,
} from '@flagpost/messaging';
import { mutex, sleep, type Clock, type Logger, type Scheduler } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import {
  createEngine,
  entersHistory,
  isDropped,
  restoreEngine,
  type Engine,
  type EngineOptions,
} from '@flagpost/telemetry';
import type { DeviceNotes } from '../devices.js';
import type { InputCounters } from '../input-counters.js';
import { createPendingInputs, type PendingInput } from './pending-inputs.js';
import { createHistoryWriter } from './history.js';
import { decodeState, encodeState } from './saved-state.js';
import type { Setups } from './setups.js';
import { createOutageTracker } from './outage-tracker.js';

/** The longest time for which a state may be unsaved during an outage of the records; then the partition waits. */
const UNSAVED_AT_MOST_MS = 60_000;
/**
 * The number of inputs that may be unsaved, some 5 MB: in a backlog, more would be read in that time than fits into
 * memory.
 */
const UNSAVED_AT_MOST = 100_000;
const RETRY_MS = 1_000;

export interface PartitionParts {
  readonly topics: Topics;
  readonly records: Pick<Records, 'ingestStates' | 'history'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly counters: InputCounters;
  readonly devices: Pick<DeviceNotes, 'dropped'>;
  readonly deadLetters: DeadLetters;
  /** Aborts on shutdown. */
  readonly signal: AbortSignal;
  /** The longest span of input that is handled again after a crash, ms (default 5 s). */
  readonly saveEveryMs?: number;
  /** Inputs that may be in no saved state (default 100,000). */
  readonly unsavedAtMost?: number;
}

/** One partition of `competitor.positions`: its engine, and the engine's output in order. */
export interface Partition {
  /** The offset to resume from; null if nothing was saved yet. */
  readonly nextOffset: number | null;
  /**
   * Resolves when the facts of the batch are published. False: another instance has saved a newer state, or unsaved
   * input may be lost. This object must then be discarded and the partition opened again.
   */
  take(batch: Batch): Promise<boolean>;
  setup(eventId: number, setup: RaceSetup | null): void;
  /**
   * Called every second: publishes and saves pending output, states due clearings, and finds offline cars as of `asOf`
   * if everything stored by then has been handled. `head`: the end of the partition at `asOf`, null during the offline
   * grace. Returns as `take`.
   */
  tick(asOf: number, head: number | null): Promise<boolean>;
  takeFrames(now: number): readonly LiveFrame[];
  /** Saves on shutdown; what cannot be saved now is read again by the next owner of the partition. */
  close(): Promise<void>;
  health(): PartitionHealth;
}

export interface PartitionHealth {
  readonly held: number;
  /** Messages not yet handled, as last seen. */
  readonly behind: number;
  /** The error of the last attempt to publish or save; null if it succeeded. */
  readonly trouble: string | null;
  /** `receivedAt` of the newest input. */
  readonly newestAt: number | null;
}

export const openPartition = async (
  parts: PartitionParts,
  partition: number,
  setups: Setups,
): Promise<Partition> => {
  const { topics, records, clock, logger, counters, devices, deadLetters, signal } = parts;
  const { saveEveryMs = 5_000, unsavedAtMost = UNSAVED_AT_MOST } = parts;
  const saved = await records.ingestStates.load(partition);
  const before = saved === null ? null : decodeState(saved.state);
  const options = { owns: (key: string) => partitionOf(key, POSITION_PARTITIONS) === partition };
  const engine =
    before === null ? createEngine(options) : engineFrom(before.engine, options, partition, logger);
  const pending = createPendingInputs(before?.pending);
  const history = createHistoryWriter(records.history);

  const openedAt = clock.now();
  let version = saved?.version ?? 0;
  let nextOffset = saved?.nextOffset ?? 0;
  let head = nextOffset;
  /** The offset from which the newest saved state, or the group, resumes. */
  let savedUpTo = nextOffset;
  let triedAt = openedAt;
  /** When the oldest unsaved input was taken; null if all are saved. */
  let unsavedSince: number | null = null;
  let takenOver = false;
  let newestAt: number | null = null;

  const apply = (eventId: number, invitationId: number, key: string, input: PositionInput): void => {
    const verdict = engine.apply(key, input);
    if (isDropped(verdict)) devices.dropped(invitationId, input.receivedAt, verdict);
    if (!entersHistory(verdict) || input.lat === undefined || input.lng === undefined) return;
    const { receivedAt, t = receivedAt, lat, lng, speedKph = null, headingDeg = null } = input;
    history.add({ eventId, invitationId }, { receivedAt, t, lat, lng, speedKph, headingDeg });
  };

  const dropUnknown = (invitationId: number, { receivedAt }: PositionInput): void => {
    counters.drop('unknownEvent');
    devices.dropped(invitationId, receivedAt, 'unknownEvent');
  };

  const read = ({ car, key, input }: CarInput): void => {
    counters.accept(1);
    if (newestAt === null || input.receivedAt > newestAt) newestAt = input.receivedAt;
    if (engine.knows(car.eventId)) apply(car.eventId, car.invitationId, key, input);
    else if (setups.get(car.eventId) === null) dropUnknown(car.invitationId, input);
    else {
      const gaveWay = pending.add({ eventId: car.eventId, key, input });
      if (gaveWay !== undefined) dropUnknown(invitationOf(gaveWay), gaveWay.input);
    }
  };

  const release = (one: PendingInput): void => apply(one.eventId, invitationOf(one), one.key, one.input);

  const counted = { ...engine.counts };
  /** Engine drops are added to the process's counters, which outlive this object. */
  const countDropped = (): void => {
    for (const reason of DROP_REASONS) {
      counters.drop(reason, engine.counts[reason] - counted[reason]);
      counted[reason] = engine.counts[reason];
    }
  };

  const setup = (eventId: number, next: RaceSetup | null): void => {
    engine.setup(eventId, next);
    const waiting = pending.release(eventId);
    if (next === null) waiting.forEach((one) => dropUnknown(invitationOf(one), one.input));
    else waiting.forEach(release);
  };

  /** Facts being published. A state is saved only after all facts that it has stated are published. */
  const facts: RaceFact[] = [];
  const publishFacts = async (): Promise<void> => {
    facts.push(...engine.takeFacts());
    const some = [...facts];
    if (some.length === 0) return;
    const messages = some.map((fact) => ({ key: eventKey(fact.eventId), value: JSON.stringify(fact) }));
    await topics.publish(TOPICS.facts, messages);
    facts.splice(0, some.length);
  };

  const publishing = mutex();
  const saving = mutex();

  /** Facts and history are written before the state that contains them, so a crash loses none of them. */
  const save = async (): Promise<void> => {
    triedAt = clock.now();
    const { upTo, state } = await publishing(async () => {
      const published = publishFacts();
      const engineState = engine.serialize();
      const snapshot = {
        upTo: nextOffset,
        state: encodeState({ engine: engineState, pending: pending.list() }),
      };
      await published;
      return snapshot;
    });
    await history.flush();
    if (takenOver) return;
    if (await records.ingestStates.save(partition, version, upTo, state)) {
      version += 1;
      savedUpTo = upTo;
      unsavedSince = upTo === nextOffset ? null : triedAt;
    } else {
      takenOver = true;
      logger.warn('another instance has saved a newer state of a partition', { partition });
    }
  };

  /** During an outage pending output stays in memory and is retried every second. */
  const outages = createOutageTracker(logger, { partition });
  const publishWaiting = () => outages.watch('facts', () => publishing(publishFacts));
  const saveWaiting = () => outages.watch('state', () => saving(save));

  let broken: { readonly error: unknown } | null = null;
  let savesAside = false;
  /** Inputs are handled while a state is being saved. */
  const saveAside = (): void => {
    if (savesAside) return;
    savesAside = true;
    saveWaiting()
      .catch((error: unknown) => (broken = { error }))
      .finally(() => (savesAside = false));
  };
  const saveIsDue = (): boolean =>
    unsavedSince !== null &&
    !takenOver &&
    clock.now() - triedAt >= (outages.has('state') ? RETRY_MS : saveEveryMs);
  /** If nothing was ever saved, the group's offset alone says where to resume: it must not run ahead. */
  const isNowhere = (): boolean => version === 0 && unsavedSince !== null;
  const mustWait = (): boolean =>
    unsavedSince !== null &&
    !takenOver &&
    !signal.aborted &&
    (isNowhere() ||
      clock.now() - unsavedSince > UNSAVED_AT_MOST_MS ||
      nextOffset - savedUpTo > unsavedAtMost);

  return {
    nextOffset: saved?.nextOffset ?? null,
    async take(batch) {
      if (broken !== null) throw broken.error;
      const inputs = await deadLetters.readable(TOPICS.positions, batch, decodeInput);
      counters.drop('undecodable', batch.messages.length - inputs.length);
      for (const { value } of inputs) read(value);
      countDropped();
      nextOffset = (batch.messages.at(-1)?.offset ?? nextOffset - 1) + 1;
      head = Math.max(batch.head, nextOffset);
      unsavedSince ??= clock.now();
      await publishWaiting();
      if (saveIsDue()) saveAside();
      while (mustWait()) {
        if (outages.has('state')) await sleep(parts.scheduler, RETRY_MS, signal).catch(() => undefined);
        await saveWaiting();
      }
      // Stopped before the save: the batch is not committed either, and is delivered again.
      return !takenOver && !isNowhere();
    },
    setup,
    async tick(asOf, headThen) {
      if (broken !== null) throw broken.error;
      countDropped();
      engine.stateHeld(asOf);
      if (headThen !== null) {
        head = Math.max(headThen, nextOffset);
        if (nextOffset >= headThen && asOf - openedAt > RACE.offlineAfterMs) engine.sweep(asOf);
      }
      await publishWaiting();
      if (saveIsDue()) saveAside();
      return !takenOver;
    },
    takeFrames: (now) => (takenOver ? [] : engine.takeFrames(now)),
    async close() {
      await publishWaiting();
      if (unsavedSince !== null && !takenOver) await saveWaiting();
    },
    health: () => ({
      held: pending.list().length,
      behind: head - nextOffset,
      trouble: outages.read(),
      newestAt,
    }),
  };
};

/** A state written by a later build cannot be read: the engine then starts from the setups, as if it had none. */
const engineFrom = (state: Uint8Array, options: EngineOptions, partition: number, logger: Logger): Engine => {
  try {
    return restoreEngine(state, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    logger.error('saved engine state cannot be read, starting from the race setups', { partition, error });
    return createEngine(options);
  }
};

const invitationOf = ({ key }: PendingInput): number => parseCarKey(key)?.invitationId ?? 0;

interface CarInput {
  readonly car: { readonly eventId: number; readonly invitationId: number };
  readonly key: string;
  readonly input: PositionInput;
}

/** Values were validated at the door; here only the shape is checked. */
const decodeInput = ({ key, value }: StoredMessage): CarInput => {
  const car = parseCarKey(key);
  if (car === null) throw new Error('The key does not name a car.');
  const input = JSON.parse(value ?? 'null') as PositionInput | null;
  if (typeof input?.receivedAt !== 'number') throw new Error('receivedAt: a number is expected.');
  return { car, key, input };
};
