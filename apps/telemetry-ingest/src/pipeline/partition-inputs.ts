import {
  DROP_REASONS,
  parseCarKey,
  POSITION_PARTITIONS,
  type KeyedCar,
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
import { createPositionReader } from './position-value.js';
import type { Progress } from './progress.js';
import type { SavedState } from './saved-state.js';
import type { Setups } from './setups.js';

/** Values were validated and rounded at the door; here only the shape is checked, and those of former releases are rounded. */
const checked = (value: unknown): PositionInput => {
  const input = value as PositionInput | null;
  if (typeof input?.receivedAt !== 'number') throw new Error('receivedAt: a number is expected.');
  if ((input.lat === undefined) !== (input.lng === undefined))
    throw new Error('lat and lng are expected together.');
  return quantiseInput(input);
};

/** More than race at once in one partition. */
const CARS_KEPT = 20_000;

/** Cars by their keys: in a backlog an object for each input is one more that grows old. */
const createCars = (): ((key: string) => KeyedCar) => {
  const cars = new Map<string, KeyedCar>();
  return (key) => {
    const known = cars.get(key);
    if (known !== undefined) return known;
    const car = parseCarKey(key);
    if (car === null) throw new Error('The key does not name a car.');
    cars.set(key, car);
    const [oldest] = cars.keys();
    if (cars.size > CARS_KEPT && oldest !== undefined) cars.delete(oldest);
    return car;
  };
};

/**
 * Hands the inputs of one partition to its engine, and all that the engine was given to the history. Inputs of an event that is
 * not known yet wait for its setup.
 */
export interface PartitionInputs {
  readonly engine: Engine;
  readonly history: Pick<HistoryWriter, 'flush'>;
  /** The input in a message of `competitor.positions`. @throws Error that says what is wrong with the message */
  decode(message: StoredMessage): PositionInput;
  /** `message`: what the input was decoded from. */
  read(input: PositionInput, message: StoredMessage): void;
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
  const carOf = createCars();
  const readPosition = createPositionReader();
  const pending = createPendingInputs(before?.pending);
  const counted = { ...engine.counts };
  let newestAt: number | null = null;

  const apply = (car: KeyedCar, key: string, input: PositionInput, offset: number): void => {
    handledAt = input.receivedAt;
    const verdict = engine.apply(key, input);
    handledAt = null;
    if (isDropped(verdict)) devices.dropped(car.invitationId, input.receivedAt, verdict);
    history.add(car, offset, input, verdict);
  };
  const dropUnknown = (key: string, { receivedAt }: PositionInput): void => {
    counters.drop('unknownEvent');
    devices.dropped(carOf(key).invitationId, receivedAt, 'unknownEvent');
  };

  return {
    engine,
    history,
    decode(message) {
      carOf(message.key);
      return checked(readPosition(message));
    },
    read(input, { key, offset }) {
      const car = carOf(key);
      const { eventId } = car;
      place = offset;
      counters.accept(1);
      if (newestAt === null || input.receivedAt > newestAt) newestAt = input.receivedAt;
      if (engine.knows(eventId)) apply(car, key, input, offset);
      else if (setups.get(eventId) === null) dropUnknown(key, input);
      else {
        const gaveWay = pending.add({ eventId, key, input, offset });
        if (gaveWay !== undefined) dropUnknown(gaveWay.key, gaveWay.input);
      }
      place = offset + 1;
    },
    setup(eventId, next) {
      const hadCars = engine.hasCars(eventId);
      engine.setup(eventId, next);
      const waiting = pending.release(eventId);
      if (next !== null) {
        for (const { key, input, offset = parts.nextOffset } of waiting)
          apply(carOf(key), key, input, offset);
        return;
      }
      for (const { key, input } of waiting) dropUnknown(key, input);
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
