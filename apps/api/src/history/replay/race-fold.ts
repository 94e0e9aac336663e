import { TRUTHS, MINUTE_MS, type PastPeriod, type Truth } from '@flagpost/contracts';
import type { HistoryBlock } from '@flagpost/records';
import { createFieldReplay } from '@flagpost/telemetry';
import { createHistoryCodec } from '@flagpost/telemetry/journal';
import {
  beginReading,
  isComplete,
  placeBlock,
  readBlock,
  type CarReading,
  type TruthReading,
} from './car-reading.js';
import { addHeard, heardSince } from './heard.js';
import type { KeyframeCar, KeyframeContent, KeyframeTruth } from './keyframe-codec.js';

/** Blocks of the newest minutes grow: so many are read again. */
export const GROWING_MINUTES = 3;

/** What a look at all fixes of a race shows, up to the newest block that was taken. */
export interface RaceFold {
  readonly cars: ReadonlyMap<number, CarReading>;
  /** Whether some of it was written by a release that kept positions alone. */
  readonly isReduced: boolean;
  /** The newest minute; 0 before the first block. */
  readonly through: number;
  /** The minute of the newest keyframe; -1 for none. */
  readonly keptMinute: number;
  /** Begins to read on. Returns the minute from which on blocks are to be taken: those of before are complete. */
  resume(): number;
  /** Takes the next block in order of minutes. One that was taken may have grown. */
  take(block: HistoryBlock): void;
  /** Number of blocks up to a minute, which is not before the one before `resume`. */
  count(toMinute: number): number;
  /** What has come since the keyframe before. Every block up to the minute has been taken, and none of a later one. */
  keyframe(minute: number): KeyframeContent;
}

/** Numbers of what is kept of a car. */
interface Kept {
  readonly blocks: number;
  readonly stops: Readonly<Record<Truth, number>>;
}
const NOTHING: Kept = { blocks: 0, stops: { happened: 0, seen: 0 } };

/** Adds the periods that begin after the last one. */
const addPeriods = (periods: PastPeriod[], invitationId: number, times: readonly number[]): void => {
  for (let i = 0; i < times.length; i += 2) {
    const [from = NaN, to = NaN] = times.slice(i, i + 2);
    if (from > (periods.at(-1)?.[1] ?? -Infinity)) periods.push([invitationId, from, to]);
  }
};

const goOnWithTruth = (
  reading: TruthReading,
  invitationId: number,
  { heard, stops, stoppedSince }: KeyframeTruth,
): void => {
  for (let i = 0; i < heard.length; i += 2) addHeard(reading.heard, heard[i] ?? NaN, heard[i + 1] ?? NaN);
  addPeriods(reading.stops, invitationId, stops);
  reading.stoppedSince = stoppedSince;
};

const goOnWith = (car: CarReading, { invitationId, blocks, fixesRead, byTruth }: KeyframeCar): void => {
  for (let i = 0; i < blocks.length; i += 3) {
    const [minute = NaN, earliest = NaN, latest = NaN] = blocks.slice(i, i + 3);
    const began = minute * MINUTE_MS;
    if (minute >= (car.minutes.at(-1) ?? -1)) placeBlock(car, minute, began + earliest, began + latest);
  }
  for (const truth of TRUTHS) goOnWithTruth(car.byTruth[truth], invitationId, byTruth[truth]);
  car.fixesRead = fixesRead;
};

const truthSinceKept = (
  { heard, earliestNews, stops, stoppedSince }: TruthReading,
  stopsKept: number,
): KeyframeTruth => ({
  heard: heardSince(heard, earliestNews),
  stops: stops.slice(stopsKept).flatMap(([, from, to]) => [from, to ?? NaN]),
  stoppedSince,
});

/** The last block is in the next keyframe again: it may have grown. */
const sinceKept = (car: CarReading, kept: Kept = NOTHING): KeyframeCar => {
  const { invitationId, fixesRead, byTruth } = car;
  const first = Math.max(0, kept.blocks - 1);
  const blocks = car.minutes.slice(first).flatMap((minute, i) => {
    const began = minute * MINUTE_MS;
    return [minute, (car.earliest[first + i] ?? 0) - began, (car.latest[first + i] ?? 0) - began];
  });
  const { happened, seen } = byTruth;
  return {
    invitationId,
    fixesRead,
    blocks,
    byTruth: {
      happened: truthSinceKept(happened, kept.stops.happened),
      seen: truthSinceKept(seen, kept.stops.seen),
    },
  };
};

/** The keyframes before the first gap: each of them begins no later than the one before it ends. */
const chain = (keyframes: readonly KeyframeContent[]): readonly KeyframeContent[] => {
  let reached = -1;
  const gap = keyframes.findIndex(({ after, minute }) => {
    if (after > reached) return true;
    reached = minute;
    return false;
  });
  return gap < 0 ? keyframes : keyframes.slice(0, gap);
};

/** @param keyframes in order: the fold goes on from the last one that is reached without a gap */
export const createRaceFold = (keyframes: readonly KeyframeContent[] = []): RaceFold => {
  const codec = createHistoryCodec();
  const reached = chain(keyframes);
  const last = reached.at(-1);
  const field = createFieldReplay(last?.states);
  const cars = new Map<number, CarReading>();
  /** What the newest keyframe has of each car. */
  const kept = new Map<number, Kept>();
  let keptMinute = last?.minute ?? -1;
  let isReduced = last?.isReduced ?? false;
  let through = last?.minute ?? 0;
  /** Number of blocks by minute of those that may be taken again, and of all before. */
  const counts = new Map<number, number>();
  let countBefore = last?.blocksBefore ?? 0;

  const carOf = (invitationId: number): CarReading => {
    const known = cars.get(invitationId);
    if (known !== undefined) return known;
    const car = beginReading(invitationId, field.car(invitationId));
    cars.set(invitationId, car);
    return car;
  };
  for (const keyframe of reached) for (const car of keyframe.cars) goOnWith(carOf(car.invitationId), car);
  const keepAll = (): void => {
    for (const [id, { minutes, byTruth }] of cars) {
      const { happened, seen } = byTruth;
      kept.set(id, {
        blocks: minutes.length,
        stops: { happened: happened.stops.length, seen: seen.stops.length },
      });
      happened.earliestNews = seen.earliestNews = Infinity;
    }
  };
  keepAll();

  const firstGrowing = (minute: number): number => Math.max(0, minute - GROWING_MINUTES);
  const count = (toMinute: number): number => {
    let blocks = countBefore;
    for (const [minute, ofMinute] of counts) if (minute <= toMinute) blocks += ofMinute;
    return blocks;
  };

  return {
    cars,
    get isReduced() {
      return isReduced;
    },
    get through() {
      return through;
    },
    get keptMinute() {
      return keptMinute;
    },
    resume() {
      const first = firstGrowing(through);
      for (const [minute, blocks] of counts) {
        if (minute < first) countBefore += blocks;
        counts.delete(minute);
      }
      return first;
    },
    take({ invitationId, minute, bytes }) {
      counts.set(minute, (counts.get(minute) ?? 0) + 1);
      through = Math.max(through, minute);
      isReduced ||= codec.isReduced(bytes);
      if (isComplete(cars.get(invitationId), minute)) return;
      const rows = codec.decodeRows(minute, bytes);
      // The journal has inputs of cars that never drove.
      if (rows.length > 0) readBlock(carOf(invitationId), minute, rows);
    },
    count,
    keyframe(minute) {
      const content: KeyframeContent = {
        after: keptMinute,
        minute,
        blocksBefore: count(firstGrowing(minute) - 1),
        isReduced,
        cars: [...cars.values()].map((car) => sinceKept(car, kept.get(car.invitationId))),
        states: field.save(),
      };
      keepAll();
      keptMinute = minute;
      return content;
    },
  };
};
