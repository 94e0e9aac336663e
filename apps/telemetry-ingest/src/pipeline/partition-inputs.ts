import {
  DROP_REASONS,
  parseCarKey,
  POSITION_PARTITIONS,
  type PositionInput,
  type RaceSetup,
} from '@flagpost/contracts';
import { partitionOf, type StoredMessage } from '@flagpost/messaging';
import type { Logger } from '@flagpost/platform';
import {
  createEngine,
  entersHistory,
  isDropped,
  restoreEngine,
  type Engine,
  type EngineOptions,
  type StateWriter,
} from '@flagpost/telemetry';
import type { DeviceNotes } from '../devices.js';
import type { InputCounters } from '../input-counters.js';
import type { HistoryWriter } from './history.js';
import { createPendingInputs, type PendingInput } from './pending-inputs.js';
import type { SavedState } from './saved-state.js';
import type { Setups } from './setups.js';

/** One message of `competitor.positions`. */
export interface CarInput {
  readonly car: { readonly eventId: number; readonly invitationId: number };
  readonly key: string;
  readonly input: PositionInput;
}

/** Values were validated at the door; here only the shape is checked. */
export const decodeInput = ({ key, value }: StoredMessage): CarInput => {
  const car = parseCarKey(key);
  if (car === null) throw new Error('The key does not name a car.');
  const input = JSON.parse(value ?? 'null') as PositionInput | null;
  if (typeof input?.receivedAt !== 'number') throw new Error('receivedAt: a number is expected.');
  return { car, key, input };
};

/**
 * Hands the inputs of one partition to its engine, and what enters the history to the history. Inputs of an event that is
 * not known yet wait for its setup.
 */
export interface PartitionInputs {
  readonly engine: Engine;
  read(input: CarInput): void;
  setup(eventId: number, setup: RaceSetup | null): void;
  /** Adds the engine's drops to the counters of the process, which outlive this object. */
  countDropped(): void;
  /** Inputs that wait for their event, in order. */
  pending(): readonly PendingInput[];
  /** `receivedAt` of the newest input; null before the first. */
  newestAt(): number | null;
}

export interface PartitionInputsParts {
  readonly partition: number;
  /** The state to go on from; null for none. */
  readonly before: SavedState | null;
  readonly setups: Setups;
  readonly history: Pick<HistoryWriter, 'add'>;
  readonly counters: InputCounters;
  readonly devices: Pick<DeviceNotes, 'dropped'>;
  readonly stateWriter: StateWriter;
  readonly logger: Logger;
}

const invitationOf = ({ key }: PendingInput): number => parseCarKey(key)?.invitationId ?? 0;

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

export const createPartitionInputs = (parts: PartitionInputsParts): PartitionInputs => {
  const { partition, before, setups, history, counters, devices, stateWriter, logger } = parts;
  const options: EngineOptions = {
    owns: (key) => partitionOf(key, POSITION_PARTITIONS) === partition,
    stateWriter,
  };
  const engine =
    before === null ? createEngine(options) : engineFrom(before.engine, options, partition, logger);
  const pending = createPendingInputs(before?.pending);
  const counted = { ...engine.counts };
  let newestAt: number | null = null;

  const apply = (eventId: number, invitationId: number, key: string, input: PositionInput): void => {
    const verdict = engine.apply(key, input);
    if (isDropped(verdict)) devices.dropped(invitationId, input.receivedAt, verdict);
    if (!entersHistory(verdict) || input.lat === undefined || input.lng === undefined) return;
    const { receivedAt, t = receivedAt, lat, lng, speedKph = null, headingDeg = null } = input;
    history.add({ eventId, invitationId }, { receivedAt, t, lat, lng, speedKph, headingDeg });
  };
  const release = (one: PendingInput): void => apply(one.eventId, invitationOf(one), one.key, one.input);
  const dropUnknown = (invitationId: number, { receivedAt }: PositionInput): void => {
    counters.drop('unknownEvent');
    devices.dropped(invitationId, receivedAt, 'unknownEvent');
  };

  return {
    engine,
    read({ car, key, input }) {
      counters.accept(1);
      if (newestAt === null || input.receivedAt > newestAt) newestAt = input.receivedAt;
      if (engine.knows(car.eventId)) apply(car.eventId, car.invitationId, key, input);
      else if (setups.get(car.eventId) === null) dropUnknown(car.invitationId, input);
      else {
        const gaveWay = pending.add({ eventId: car.eventId, key, input });
        if (gaveWay !== undefined) dropUnknown(invitationOf(gaveWay), gaveWay.input);
      }
    },
    setup(eventId, next) {
      engine.setup(eventId, next);
      const waiting = pending.release(eventId);
      if (next === null) waiting.forEach((one) => dropUnknown(invitationOf(one), one.input));
      else waiting.forEach(release);
    },
    countDropped() {
      for (const reason of DROP_REASONS) {
        counters.drop(reason, engine.counts[reason] - counted[reason]);
        counted[reason] = engine.counts[reason];
      }
    },
    pending: () => pending.list(),
    newestAt: () => newestAt,
  };
};
