import { RACE, type PastPeriod } from '@flagpost/contracts';
import { FIX_ROW, happenedAt, type CarReplay, type FixRows } from '@flagpost/telemetry';

/** The blocks of one car in order of their minutes, as columns. */
export interface CarBlocks {
  readonly minutes: number[];
  /** Epoch ms at which its first and last fix happened (`happenedAt`). */
  readonly earliest: number[];
  readonly latest: number[];
  /** Index of the block with the newest device time up to each. */
  readonly newest: number[];
}

/** What has been read of one car. */
export interface CarReading extends CarBlocks {
  readonly invitationId: number;
  readonly replay: CarReplay;
  /** Fixes of the last block that were read. */
  fixesRead: number;
  /** Lowest and highest `receivedAt`, epoch ms; NaN before the first fix. */
  firstHeardAt: number;
  heardAt: number;
  /** Epoch ms; null while it moves. */
  stoppedSince: number | null;
  /** Those that are over. */
  readonly silences: PastPeriod[];
  readonly stops: PastPeriod[];
}

export const beginReading = (invitationId: number, replay: CarReplay): CarReading => ({
  invitationId,
  minutes: [],
  earliest: [],
  latest: [],
  newest: [],
  replay,
  fixesRead: 0,
  firstHeardAt: NaN,
  heardAt: NaN,
  stoppedSince: null,
  silences: [],
  stops: [],
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

const hear = (car: CarReading, receivedAt: number): void => {
  if (receivedAt - car.heardAt > RACE.offlineAfterMs)
    car.silences.push([car.invitationId, car.heardAt + RACE.offlineAfterMs, receivedAt]);
  if (!(receivedAt >= car.firstHeardAt)) car.firstHeardAt = receivedAt;
  if (!(receivedAt <= car.heardAt)) car.heardAt = receivedAt;
  const { isStopped } = car.replay;
  if (isStopped && car.stoppedSince === null) car.stoppedSince = receivedAt;
  if (!isStopped && car.stoppedSince !== null) {
    car.stops.push([car.invitationId, car.stoppedSince, receivedAt]);
    car.stoppedSince = null;
  }
};

/** Reads a block on, or the first time. One before the newest one of its car is complete, and was read. */
export const readBlock = (car: CarReading, minute: number, rows: FixRows): void => {
  const last = car.minutes.at(-1) ?? -1;
  if (minute < last) return;
  const isKnown = minute === last;
  let earliest = isKnown ? (car.earliest.at(-1) ?? Infinity) : Infinity;
  let latest = isKnown ? (car.latest.at(-1) ?? -Infinity) : -Infinity;
  for (let i = isKnown ? car.fixesRead * FIX_ROW : 0; i < rows.length; i += FIX_ROW) {
    const [receivedAt = 0, t = 0, lat = 0, lng = 0, speedKph = NaN, headingDeg = NaN] = rows.subarray(
      i,
      i + FIX_ROW,
    );
    car.replay.apply(receivedAt, t, lat, lng, speedKph, headingDeg);
    hear(car, receivedAt);
    const happened = happenedAt(receivedAt, t);
    earliest = Math.min(earliest, happened);
    latest = Math.max(latest, happened);
  }
  car.fixesRead = rows.length / FIX_ROW;
  placeBlock(car, minute, earliest, latest);
};
