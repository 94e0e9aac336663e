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
import type { Tally } from '../tally.js';
import { createHeld, type HeldInput } from './held.js';
import { createHistoryWriter } from './history.js';
import { decodeState, encodeState } from './saved-state.js';
import type { Setups } from './setups.js';
import { createTroubles } from './troubles.js';

/** So long at most a state is kept in memory alone while the records are away; then the partition waits for them. */
const UNSAVED_AT_MOST_MS = 60_000;
/** And so many inputs, which hold some 5 MB: of a backlog more would be read in that time than there is room for. */
const UNSAVED_AT_MOST = 100_000;
const RETRY_MS = 1_000;

export interface PartitionParts {
  readonly topics: Topics;
  readonly records: Pick<Records, 'ingestStates' | 'history'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly tally: Tally;
  readonly devices: Pick<DeviceNotes, 'dropped'>;
  readonly deadLetters: DeadLetters;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  /** How much at most is handled again after a kill, ms (default 5 s). */
  readonly saveEveryMs?: number;
  /** Inputs that may be in no saved state (default 100,000). */
  readonly unsavedAtMost?: number;
}

/** One partition of `competitor.positions`: the engine over it, and everything that leaves it, in order. */
export interface Partition {
  /** Where to read on; null where nothing was saved yet. */
  readonly nextOffset: number | null;
  /**
   * Resolves when what the batch stated is published. False: another instance has written a newer state, or what is in
   * none may be lost, and this object is done for; the partition is to be opened again.
   */
  take(batch: Batch): Promise<boolean>;
  setup(eventId: number, setup: RaceSetup | null): void;
  /**
   * Every second: publishes and saves what waits, states what was held until now, and finds silent cars as of `asOf` where everything stored by then has
   * been handled. `head`: the end of the partition at `asOf`, null where silence means nothing. As `take` answers.
   */
  tick(asOf: number, head: number | null): Promise<boolean>;
  takeFrames(now: number): readonly LiveFrame[];
  /** Saves, at the end; what cannot be saved now is read again by whoever comes next. */
  close(): Promise<void>;
  health(): PartitionHealth;
}

export interface PartitionHealth {
  readonly held: number;
  /** Messages that were there and not yet handled, when last seen. */
  readonly behind: number;
  /** Why the last attempt to publish or save failed; null where it did not. */
  readonly trouble: string | null;
  /** `receivedAt` of the newest input. */
  readonly newestAt: number | null;
}

export const openPartition = async (
  parts: PartitionParts,
  partition: number,
  setups: Setups,
): Promise<Partition> => {
  const { topics, records, clock, logger, tally, devices, deadLetters, signal } = parts;
  const { saveEveryMs = 5_000, unsavedAtMost = UNSAVED_AT_MOST } = parts;
  const saved = await records.ingestStates.load(partition);
  const before = saved === null ? null : decodeState(saved.state);
  const options = { owns: (key: string) => partitionOf(key, POSITION_PARTITIONS) === partition };
  const engine =
    before === null ? createEngine(options) : engineFrom(before.engine, options, partition, logger);
  const held = createHeld(before?.held);
  const history = createHistoryWriter(records.history);

  const openedAt = clock.now();
  let version = saved?.version ?? 0;
  let nextOffset = saved?.nextOffset ?? 0;
  let head = nextOffset;
  /** Where the newest saved state, or what was there before, goes on. */
  let savedUpTo = nextOffset;
  let triedAt = openedAt;
  /** When the oldest input was taken that is in no saved state; null where all are. */
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
    tally.drop('unknownEvent');
    devices.dropped(invitationId, receivedAt, 'unknownEvent');
  };

  const read = ({ car, key, input }: CarInput): void => {
    tally.accept(1);
    if (newestAt === null || input.receivedAt > newestAt) newestAt = input.receivedAt;
    if (engine.knows(car.eventId)) apply(car.eventId, car.invitationId, key, input);
    else if (setups.get(car.eventId) === null) dropUnknown(car.invitationId, input);
    else {
      const gaveWay = held.add({ eventId: car.eventId, key, input });
      if (gaveWay !== undefined) dropUnknown(invitationOf(gaveWay), gaveWay.input);
    }
  };

  const release = (one: HeldInput): void => apply(one.eventId, invitationOf(one), one.key, one.input);

  const counted = { ...engine.counts };
  /** What the engine dropped is counted with the rest: this object may go, the process stays. */
  const countDropped = (): void => {
    for (const reason of DROP_REASONS) {
      tally.drop(reason, engine.counts[reason] - counted[reason]);
      counted[reason] = engine.counts[reason];
    }
  };

  const setup = (eventId: number, next: RaceSetup | null): void => {
    engine.setup(eventId, next);
    const waiting = held.release(eventId);
    if (next === null) waiting.forEach((one) => dropUnknown(invitationOf(one), one.input));
    else waiting.forEach(release);
  };

  /** Facts on their way: nothing is saved that has stated more than these and those published. */
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

  /** What the state contains is published and in history before the state is saved, so a kill can lose none of it. */
  const save = async (): Promise<void> => {
    triedAt = clock.now();
    const { upTo, state } = await publishing(async () => {
      const published = publishFacts();
      const engineState = engine.serialize();
      const snapshot = { upTo: nextOffset, state: encodeState({ engine: engineState, held: held.list() }) };
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

  /** While a server is away what waits stays in memory, and is tried again every second. */
  const troubles = createTroubles(logger, { partition });
  const publishWaiting = () => troubles.watch('facts', () => publishing(publishFacts));
  const saveWaiting = () => troubles.watch('state', () => saving(save));

  let broken: { readonly error: unknown } | null = null;
  let savesAside = false;
  /** Inputs go on being handled while the state is being saved. */
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
    clock.now() - triedAt >= (troubles.has('state') ? RETRY_MS : saveEveryMs);
  /** Where nothing was ever saved, only the group's offset says where to go on: it must not run ahead. */
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
      tally.drop('undecodable', batch.messages.length - inputs.length);
      for (const { value } of inputs) read(value);
      countDropped();
      nextOffset = (batch.messages.at(-1)?.offset ?? nextOffset - 1) + 1;
      head = Math.max(batch.head, nextOffset);
      unsavedSince ??= clock.now();
      await publishWaiting();
      if (saveIsDue()) saveAside();
      while (mustWait()) {
        if (troubles.has('state')) await sleep(parts.scheduler, RETRY_MS, signal).catch(() => undefined);
        await saveWaiting();
      }
      // Stopped before it could be saved: it is not committed either, and comes again.
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
      held: held.list().length,
      behind: head - nextOffset,
      trouble: troubles.read(),
      newestAt,
    }),
  };
};

/** A state that a later build wrote cannot be read: the engine then goes on from the setups, as after its loss. */
const engineFrom = (state: Uint8Array, options: EngineOptions, partition: number, logger: Logger): Engine => {
  try {
    return restoreEngine(state, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    logger.error('saved engine state cannot be read, starting from the race setups', { partition, error });
    return createEngine(options);
  }
};

const invitationOf = ({ key }: HeldInput): number => parseCarKey(key)?.invitationId ?? 0;

interface CarInput {
  readonly car: { readonly eventId: number; readonly invitationId: number };
  readonly key: string;
  readonly input: PositionInput;
}

/** Values were checked at the door: what is an input at all is taken as it is. */
const decodeInput = ({ key, value }: StoredMessage): CarInput => {
  const car = parseCarKey(key);
  if (car === null) throw new Error('The key does not name a car.');
  const input = JSON.parse(value ?? 'null') as PositionInput | null;
  if (typeof input?.receivedAt !== 'number') throw new Error('receivedAt: a number is expected.');
  return { car, key, input };
};
