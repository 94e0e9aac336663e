import {
  DROP_REASONS,
  parseCarKey,
  POSITION_PARTITIONS,
  type PositionInput,
  type RaceSetup,
} from '@flagpost/contracts';
import { partitionOf, type StoredMessage } from '@flagpost/messaging';
import type { Clock, Logger } from '@flagpost/platform';
import type { HistoryStore } from '@flagpost/records';
import {
  createEngine,
  isDropped,
  quantiseInput,
  restoreEngine,
  type Engine,
  type EngineOptions,
  type StateWriter,
} from '@flagpost/telemetry';
import type { DeviceNotes } from '../devices.js';
import type { InputCounters } from '../input-counters.js';
import { createHistoryWriter, type HistoryWriter } from './history.js';
import { createPendingInputs, type PendingInput } from './pending-inputs.js';
import type { Progress } from './progress.js';
import type { SavedState } from './saved-state.js';
import type { Setups } from './setups.js';

/** One message of `competitor.positions`. */
export interface CarInput {
  readonly car: { readonly eventId: number; readonly invitationId: number };
  readonly key: string;
  readonly input: PositionInput;
  /** In the partition. */
  readonly offset: number;
}

/** Values were validated and rounded at the door; here only the shape is checked, and those of former releases are rounded. */
export const decodeInput = ({ key, value, offset }: StoredMessage): CarInput => {
  const car = parseCarKey(key);
  if (car === null) throw new Error('The key does not name a car.');
  const input = JSON.parse(value ?? 'null') as PositionInput | null;
  if (typeof input?.receivedAt !== 'number') throw new Error('receivedAt: a number is expected.');
  if ((input.lat === undefined) !== (input.lng === undefined))
    throw new Error('lat and lng are expected together.');
  return { car, key, input: quantiseInput(input), offset };
};

/**
 * Hands the inputs of one partition to its engine, and all that the engine was given to the history. Inputs of an event that is
 * not known yet wait for its setup.
 */
export interface PartitionInputs {
  readonly engine: Engine;
  readonly history: Pick<HistoryWriter, 'flush'>;
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
  /** The offset to go on from. */
  readonly nextOffset: number;
  readonly setups: Setups;
  readonly records: { readonly history: HistoryStore };
  readonly clock: Clock;
  readonly counters: InputCounters;
  readonly devices: Pick<DeviceNotes, 'dropped'>;
  readonly stateWriter: StateWriter;
  readonly logger: Logger;
  readonly progress: Pick<Progress, 'changed'>;
}

const invitationOf = ({ key }: PendingInput): number => parseCarKey(key)?.invitationId ?? 0;

/** A state written by a later build cannot be read: null, and the engine starts from the setups, as if it had none. */
const restored = (
  state: Uint8Array,
  options: EngineOptions,
  partition: number,
  logger: Logger,
): Engine | null => {
  try {
    return restoreEngine(state, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    logger.error('saved engine state cannot be read, starting from the race setups', { partition, error });
    return null;
  }
};

export const createPartitionInputs = (parts: PartitionInputsParts): PartitionInputs => {
  const { partition, before, setups, clock, counters, devices, stateWriter, logger } = parts;
  /** The offset of the input that is being handled, or of the one that comes next. */
  let place = parts.nextOffset;
  /** `receivedAt` of the input that is being handled; null between inputs. */
  let handledAt: number | null = null;
  const options: EngineOptions = {
    owns: (key) => partitionOf(key, POSITION_PARTITIONS) === partition,
    stateWriter,
    onEffect(eventId, invitationId, effect) {
      history.note({ eventId, invitationId }, place, handledAt ?? clock.now(), effect);
      parts.progress.changed();
    },
  };
  const saved = before === null ? null : restored(before.engine, options, partition, logger);
  const engine = saved ?? createEngine(options);
  const history = createHistoryWriter(parts.records.history, {
    run: clock.now(),
    offset: place,
    from: saved === null ? 'nothing' : 'saved',
  });
  const pending = createPendingInputs(before?.pending);
  const counted = { ...engine.counts };
  let newestAt: number | null = null;

  const apply = (
    { eventId, key, input, offset = parts.nextOffset }: PendingInput,
    invitationId: number,
  ): void => {
    handledAt = input.receivedAt;
    const verdict = engine.apply(key, input);
    handledAt = null;
    if (isDropped(verdict)) devices.dropped(invitationId, input.receivedAt, verdict);
    history.add({ eventId, invitationId }, offset, input, verdict);
  };
  const dropUnknown = (invitationId: number, { receivedAt }: PositionInput): void => {
    counters.drop('unknownEvent');
    devices.dropped(invitationId, receivedAt, 'unknownEvent');
  };

  return {
    engine,
    history,
    read({ car, key, input, offset }) {
      place = offset;
      const one = { eventId: car.eventId, key, input, offset };
      counters.accept(1);
      if (newestAt === null || input.receivedAt > newestAt) newestAt = input.receivedAt;
      if (engine.knows(car.eventId)) apply(one, car.invitationId);
      else if (setups.get(car.eventId) === null) dropUnknown(car.invitationId, input);
      else {
        const gaveWay = pending.add(one);
        if (gaveWay !== undefined) dropUnknown(invitationOf(gaveWay), gaveWay.input);
      }
      place = offset + 1;
    },
    setup(eventId, next) {
      const hadCars = engine.hasCars(eventId);
      engine.setup(eventId, next);
      const waiting = pending.release(eventId);
      if (next !== null) {
        waiting.forEach((one) => apply(one, invitationOf(one)));
        return;
      }
      waiting.forEach((one) => dropUnknown(invitationOf(one), one.input));
      if (hadCars) history.forget(eventId);
      if (hadCars || waiting.length > 0) parts.progress.changed();
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
