import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LapEpoch, RaceFact } from '@flagpost/contracts';
import { epochWasOver, lapsDecider, type FlagpostEvent, type Lap } from '@flagpost/domain';
import { logPages, type EventStore } from '@flagpost/event-sourcing';
import { historyPages, type HistoryBlock, type HistoryStore } from '@flagpost/records';
import { createHistoryCodec, createJournalCodec, recomputeCar } from '@flagpost/telemetry/journal';
import { currentEvent } from '../../upcast.js';

/** What the log says of the laps of a race. */
export interface RecordedLaps {
  readonly laps: readonly Lap[];
  readonly resets: readonly LapEpoch[];
}

/** How the laps that are computed from the journal of a race compare with those that were recorded. */
export interface RecomputedRace {
  /** Laps recorded or computed: those that are both count once. */
  readonly laps: number;
  readonly equal: number;
  /** The first lap that is not equal, in order of cars; null for none. */
  readonly difference: {
    readonly invitationId: number;
    readonly recorded: Lap | null;
    readonly computed: Lap | null;
  } | null;
  readonly inputs: number;
  /** The race, or a part of it, is kept without its journal. */
  readonly isReduced: boolean;
  /** The version of rules of the race, if it is not that of this build; else null. */
  readonly otherRules: string | null;
}

const EVENTS_AT_ONCE = 5_000;
const BLOCKS_AT_ONCE = 200;

const isOf = (eventId: number, { data }: FlagpostEvent): boolean =>
  'eventId' in data && data.eventId === eventId;

/** Laps and resets of an event, of these events. */
export const recordedLapsOf = (
  eventId: number,
  events: readonly Pick<FlagpostEvent, 'type' | 'data'>[],
): RecordedLaps => {
  const own = (events as readonly FlagpostEvent[]).filter((event) => isOf(eventId, event));
  return {
    laps: own.flatMap((event) => (event.type === 'LapRecorded' ? [event.data] : [])),
    resets: own.flatMap((event) =>
      event.type === 'LapsReset' ? [{ epoch: event.data.epoch, beganAt: event.data.beganAt }] : [],
    ),
  };
};

/** Reads the whole log: laps are recorded in the streams of their cars. */
export const readRecordedLaps = async (store: EventStore, eventId: number): Promise<RecordedLaps> => {
  const laps: Lap[] = [];
  const resets: LapEpoch[] = [];
  for await (const events of logPages(store, null, EVENTS_AT_ONCE)) {
    const found = recordedLapsOf(eventId, events.map(currentEvent));
    laps.push(...found.laps);
    resets.push(...found.resets);
  }
  return { laps, resets };
};

/** The laps that the api records of these facts. */
const lapsOf = (facts: readonly RaceFact[], lapEpochs: readonly LapEpoch[]): Lap[] => {
  const laps: Lap[] = [];
  let state = lapsDecider.initialState;
  for (const fact of facts) {
    if (fact.type !== 'lapCompleted') continue;
    const { eventId, invitationId, lapEpoch, lap, lapTimeMs, crossedAt, receivedAt } = fact;
    const stated = { eventId, invitationId, lapEpoch, lap, lapTimeMs, crossedAt, receivedAt };
    for (const event of lapsDecider.decide({ type: 'recordLap', ...stated, lapEpochs }, state)) {
      state = lapsDecider.evolve(state, event);
      laps.push(event.data);
    }
  }
  return laps;
};

const nameOf = ({ lapEpoch, lap }: Lap): string => `${lapEpoch}/${lap}`;
const isEqual = (one: Lap | undefined, other: Lap | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.lapTimeMs === other.lapTimeMs &&
  one.crossedAt === other.crossedAt &&
  one.receivedAt === other.receivedAt;

const blocksByCar = async (
  history: Pick<HistoryStore, 'minutes' | 'read'>,
  eventId: number,
): Promise<ReadonlyMap<number, readonly HistoryBlock[]>> => {
  const cars = new Map<number, HistoryBlock[]>();
  const kept = await history.minutes(eventId);
  if (kept === null) return cars;
  const minutes = { first: kept.first, last: kept.newest };
  for await (const blocks of historyPages(history, eventId, BLOCKS_AT_ONCE, minutes))
    for (const block of blocks) {
      const ofCar = cars.get(block.invitationId) ?? [];
      ofCar.push(block);
      cars.set(block.invitationId, ofCar);
    }
  return cars;
};

/** Computes the laps of a race again, from the journals of its cars. */
export const recomputeRace = async (
  history: Pick<HistoryStore, 'minutes' | 'read'>,
  eventId: number,
  { laps, resets }: RecordedLaps,
): Promise<RecomputedRace> => {
  const lapEpochs = [{ epoch: 0, beganAt: 0 }, ...resets];
  // A lap of an epoch that had ended was recorded before its reset was: it counts nowhere.
  const counted = laps.filter((lap) => !epochWasOver(lap, lapEpochs));
  const blocks = await blocksByCar(history, eventId);
  const cars = [...new Set([...blocks.keys(), ...counted.map(({ invitationId }) => invitationId)])];
  const journal = createJournalCodec();
  const formats = createHistoryCodec();
  let [all, equal, inputs] = [0, 0, 0];
  let difference: RecomputedRace['difference'] = null;
  let isReduced = false;
  let otherRules: string | null = null;
  for (const invitationId of cars.sort((a, b) => a - b)) {
    const ofCar = blocks.get(invitationId) ?? [];
    isReduced ||= ofCar.some(({ bytes }) => formats.isReduced(bytes));
    if (isReduced) break;
    const again = recomputeCar(
      eventId,
      invitationId,
      ofCar.map(({ minute, bytes }) => journal.read(minute, bytes)),
    );
    inputs += again.inputs;
    otherRules ??= again.otherRules;
    const computed = new Map(lapsOf(again.facts, lapEpochs).map((lap) => [nameOf(lap), lap]));
    const recorded = new Map(
      counted.filter((lap) => lap.invitationId === invitationId).map((lap) => [nameOf(lap), lap]),
    );
    for (const name of new Set([...recorded.keys(), ...computed.keys()])) {
      all += 1;
      const [one, other] = [recorded.get(name), computed.get(name)];
      if (isEqual(one, other)) equal += 1;
      else difference ??= { invitationId, recorded: one ?? null, computed: other ?? null };
    }
    await nextTurn();
  }
  return { laps: all, equal, difference, inputs, isReduced, otherRules };
};
