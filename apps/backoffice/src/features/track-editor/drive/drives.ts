import {
  HISTORY_SPAN_MS,
  type CompetitorRow,
  type HistoryAnswer,
  type LapRow,
  type UploadedShape,
} from '@flagpost/contracts';
import type { DriveFix } from '@flagpost/track-geometry';
import { byCarNumber } from '../../../shared/format.js';

/** Drives out of the history of a race, and out of files. */

/** Epoch ms, `to` excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Car {
  readonly invitationId: number;
  readonly number: string;
  /** Of the driver; empty if the competitor is no longer entered. */
  readonly name: string;
}

/** Cars of an event: those that are entered, and those that have laps. */
export const carsOf = (competitors: readonly CompetitorRow[], laps: readonly LapRow[]): readonly Car[] => {
  const cars = new Map<number, Car>();
  for (const { InvitationId, CarNumber } of laps)
    cars.set(InvitationId, { invitationId: InvitationId, number: CarNumber, name: '' });
  for (const { InvitationId, Number: number, FirstName, LastName } of competitors)
    cars.set(InvitationId, {
      invitationId: InvitationId,
      number: number ?? '',
      name: `${FirstName} ${LastName}`.trim(),
    });
  return [...cars.values()].sort((a, b) => byCarNumber(a.number, b.number));
};

/** Laps of one car that were driven one after the other, as one drive. */
export interface CountedDrive extends Span {
  /** The same for the same laps. */
  readonly id: string;
  readonly firstLap: number;
  readonly lastLap: number;
  /** Of a single lap. */
  readonly lapTimeMs: number | null;
}

/** So much of the history is read for several laps: enough for a mean line, and not too much for a large field. */
const SEVERAL_LAPS_MS = 15 * 60_000;

const beganAt = ({ crossedAt, lapTimeMs }: LapRow): number => Date.parse(crossedAt) - (lapTimeMs ?? 0);

/** Each lap with a time of a car, after the first laps together. */
export const countedDrives = (laps: readonly LapRow[], invitationId: number): readonly CountedDrive[] => {
  const own = laps.filter(
    (lap) => lap.InvitationId === invitationId && lap.lapTimeMs !== null && lap.lapTimeMs < HISTORY_SPAN_MS,
  );
  const [first] = own;
  if (first === undefined) return [];
  const single = own.map((lap): CountedDrive => ({
    id: `${lap.LapEpoch}:${lap.Lap}`,
    firstLap: lap.Lap,
    lastLap: lap.Lap,
    lapTimeMs: lap.lapTimeMs,
    from: beganAt(lap),
    to: Date.parse(lap.crossedAt),
  }));
  const together = own.filter(
    (lap) => lap.LapEpoch === first.LapEpoch && Date.parse(lap.crossedAt) - beganAt(first) <= SEVERAL_LAPS_MS,
  );
  const last = together.at(-1);
  if (last === undefined || together.length < 2) return single;
  const several: CountedDrive = {
    id: 'several',
    firstLap: first.Lap,
    lastLap: last.Lap,
    lapTimeMs: null,
    from: beganAt(first),
    to: Date.parse(last.crossedAt),
  };
  return [several, ...single];
};

/** The ends of a lap overlap by the fixes around the crossing. */
const AROUND_MS = 2_000;
/** Laps are counted by the clocks of devices, and history is read by the time of receipt: a phone may have waited. */
const RECEIVED_WITHIN_MS = 5 * 60_000;

/** What is read of the history for a drive, an hour at most. */
export const historySpan = ({ from, to }: Span): Span => {
  const begin = from - AROUND_MS;
  return { from: begin, to: Math.min(to + RECEIVED_WITHIN_MS, begin + HISTORY_SPAN_MS) };
};

/** Fixes of a car, in order; in a span of its device's clock, or all that were read if that is null. */
export const fixesOf = (
  { cars }: HistoryAnswer,
  invitationId: number,
  counted: Span | null,
): readonly DriveFix[] =>
  (cars.find((car) => car.InvitationId === invitationId)?.fixes ?? [])
    .map(([, t, lat, lng]) => ({ t, lat, lng }))
    .filter(({ t }) => counted === null || (t >= counted.from - AROUND_MS && t <= counted.to + AROUND_MS))
    .sort((a, b) => a.t - b.t);

/** Lines of a file that a car may have driven, those with most points first. */
export const drivenLines = (shapes: readonly UploadedShape[]): readonly UploadedShape[] =>
  shapes
    .filter(({ Positions }) => Positions.length > 1)
    .toSorted((a, b) => b.Positions.length - a.Positions.length);
