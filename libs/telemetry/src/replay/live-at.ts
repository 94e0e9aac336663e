import { RACE, type LiveCar, type PastLap } from '@flagpost/contracts';
import { PAST, pastIndexAt, type PastRows } from './car-replay.js';
import { readShown } from './shown.js';

/** A car's laps until an instant. */
export type LapsAt = Pick<LiveCar, 'lapEpoch' | 'counter' | 'lastLapMs' | 'bestLapMs'>;

/** A car's laps with one more, of the same epoch. `before` undefined: it had none. */
export const withLap = (before: LapsAt | undefined, [, lapEpoch, lap, lapTimeMs]: PastLap): LapsAt => {
  const best = Math.min(before?.bestLapMs ?? Infinity, lapTimeMs ?? Infinity);
  return {
    lapEpoch,
    counter: Math.max(before?.counter ?? 0, lap),
    lastLapMs: lapTimeMs,
    bestLapMs: Number.isFinite(best) ? best : null,
  };
};

/** By car, from laps of one epoch in order. */
export const lapsByCar = (laps: readonly PastLap[]): ReadonlyMap<number, LapsAt> => {
  const byCar = new Map<number, LapsAt>();
  for (const lap of laps) byCar.set(lap[0], withLap(byCar.get(lap[0]), lap));
  return byCar;
};

/** Whether a car that was heard at this time is offline at an instant. */
const isSilentAt = (heardAt: number, instant: number): boolean => !(instant - heardAt <= RACE.offlineAfterMs);

/** Whether the car is silent in the state at `index`, negative for none: as it was published, or by when it was heard. */
export const isSilentIn = (rows: PastRows | undefined, index: number, instant: number): boolean => {
  if (rows === undefined || index < 0) return true;
  const shown = readShown(rows[index + PAST.shown] ?? 0);
  return shown?.offline ?? isSilentAt(rows[index + PAST.at] ?? NaN, instant);
};

const NOWHERE = { receivedAt: null, t: null, lat: null, lng: null, speedKph: 0, headingDeg: null } as const;

/** A car at an instant, as a frame of then would have it. */
export const liveCarAt = (
  invitationId: number,
  rows: PastRows | undefined,
  instant: number,
  laps: LapsAt,
  sos: boolean,
): LiveCar => {
  const index = pastIndexAt(rows, instant);
  const common = { invitationId, battery: null, ...laps, sos };
  if (rows === undefined || index < 0) return { ...common, ...NOWHERE, offline: true, stopped: false };
  const valueOf = (field: number): number => rows[index + field] ?? NaN;
  const heading = valueOf(PAST.headingDeg);
  const shown = readShown(valueOf(PAST.shown));
  return {
    ...common,
    ...(shown !== null && { counter: shown.counter, sos: shown.sos }),
    receivedAt: valueOf(PAST.receivedAt),
    t: valueOf(PAST.t),
    lat: valueOf(PAST.lat),
    lng: valueOf(PAST.lng),
    speedKph: valueOf(PAST.speedKph),
    headingDeg: Number.isNaN(heading) ? null : heading,
    offline: isSilentIn(rows, index, instant),
    stopped: valueOf(PAST.stopped) === 1,
  };
};
