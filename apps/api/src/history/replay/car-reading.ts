import { TRUTHS, type PastPeriod, type Truth } from '@flagpost/contracts';
import { FIX_ROW, happenedAt, type CarReplay, type FixRows } from '@flagpost/telemetry';
import { addHeard, type Heard } from './heard.js';

/** The blocks of one car in order of their minutes, as columns. */
export interface CarBlocks {
  readonly minutes: number[];
  /** Epoch ms at which its first and last fix happened (`happenedAt`). */
  readonly earliest: number[];
  readonly latest: number[];
  /** Of each block, the index of the block up to it whose last fix happened latest. */
  readonly newest: number[];
}

/** What has been read of one car by the clock of a truth. */
export interface TruthReading {
  readonly heard: Heard;
  /** The earliest time at which it was heard since the newest keyframe, epoch ms; Infinity if it was not. */
  earliestNews: number;
  /** Epoch ms; null while it moves. */
  stoppedSince: number | null;
  /** Those that are over. */
  readonly stops: PastPeriod[];
}

const nothingRead = (): TruthReading => ({
  heard: [],
  earliestNews: Infinity,
  stoppedSince: null,
  stops: [],
});

/** What has been read of one car. */
export interface CarReading extends CarBlocks {
  readonly invitationId: number;
  readonly replay: CarReplay;
  /** Fixes of the last block that were read. */
  fixesRead: number;
  readonly byTruth: Readonly<Record<Truth, TruthReading>>;
}

export const beginReading = (invitationId: number, replay: CarReplay): CarReading => ({
  invitationId,
  minutes: [],
  earliest: [],
  latest: [],
  newest: [],
  replay,
  fixesRead: 0,
  byTruth: { happened: nothingRead(), seen: nothingRead() },
});

/** Adds a block after the others, or puts it in the place of the last one if that is of its minute. */
export const placeBlock = (car: CarReading, minute: number, earliest: number, latest: number): void => {
  if (car.minutes.at(-1) === minute)
    [car.minutes, car.earliest, car.latest, car.newest].forEach((column) => column.pop());
  const before = car.newest.at(-1);
  const isNewest = before === undefined || latest >= (car.latest[before] ?? 0);
  car.newest.push(isNewest ? car.minutes.length : before);
  car.minutes.push(minute);
  car.earliest.push(earliest);
  car.latest.push(latest);
};

/**
 * A fix that the engine refused for coming late changes no stop: who stood is known as far as positions came in the order in which
 * they were driven.
 */
const hear = (reading: TruthReading, invitationId: number, at: number, isStopped: boolean): void => {
  const { heard, stops, stoppedSince } = reading;
  addHeard(heard, at, at);
  reading.earliestNews = Math.min(reading.earliestNews, at);
  // A device's clock may be put back.
  if (isStopped) reading.stoppedSince ??= Math.max(at, stops.at(-1)?.[2] ?? at);
  else if (stoppedSince !== null) {
    stops.push([invitationId, stoppedSince, Math.max(at, stoppedSince)]);
    reading.stoppedSince = null;
  }
};

/** Whether the block of a minute is before the newest one of its car: it does not grow, and was read. */
export const isComplete = (car: CarReading | undefined, minute: number): boolean =>
  minute < (car?.minutes.at(-1) ?? -1);

/** Reads a block on, or the first time. It is not complete. */
export const readBlock = (car: CarReading, minute: number, rows: FixRows): void => {
  const isKnown = minute === car.minutes.at(-1);
  let earliest = isKnown ? (car.earliest.at(-1) ?? Infinity) : Infinity;
  let latest = isKnown ? (car.latest.at(-1) ?? -Infinity) : -Infinity;
  for (let i = isKnown ? car.fixesRead * FIX_ROW : 0; i < rows.length; i += FIX_ROW) {
    const [receivedAt = 0, t = 0, lat = 0, lng = 0, speedKph = NaN, headingDeg = NaN] = rows.subarray(
      i,
      i + FIX_ROW,
    );
    car.replay.apply(receivedAt, t, lat, lng, speedKph, headingDeg);
    const happened = happenedAt(receivedAt, t);
    const times = { happened, seen: receivedAt };
    for (const truth of TRUTHS)
      hear(car.byTruth[truth], car.invitationId, times[truth], car.replay.isStopped);
    earliest = Math.min(earliest, happened);
    latest = Math.max(latest, happened);
  }
  car.fixesRead = rows.length / FIX_ROW;
  placeBlock(car, minute, earliest, latest);
};
