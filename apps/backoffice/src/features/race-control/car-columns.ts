import type { LiveCar } from '@flagpost/contracts';
import type { FrameReader } from '@flagpost/telemetry';

/** The server's values of a car, with NaN for null: the format into which packed frames are decoded. */
export type CarValues = Pick<FrameReader, keyof LiveCar>;

export const OFFLINE = 1;
export const STOPPED = 2;
export const SOS = 4;

/** The server's values of all cars in columns, by index. NaN: null. */
export type CarColumns = ReturnType<typeof carColumns>;

export const carColumns = (size: number) => ({
  ids: new Int32Array(size),
  receivedAt: new Float64Array(size),
  t: new Float64Array(size),
  lat: new Float64Array(size),
  lng: new Float64Array(size),
  speedKph: new Float64Array(size),
  headingDeg: new Float64Array(size),
  battery: new Float64Array(size),
  lapEpoch: new Float64Array(size),
  counter: new Float64Array(size),
  lastLapMs: new Float64Array(size),
  bestLapMs: new Float64Array(size),
  /** `OFFLINE`, `STOPPED` and `SOS`, added up. */
  state: new Uint8Array(size),
});

const stateOf = (car: Pick<LiveCar, 'offline' | 'stopped' | 'sos'>): number =>
  (car.offline ? OFFLINE : 0) + (car.stopped ? STOPPED : 0) + (car.sos ? SOS : 0);

export const keepLap = (columns: CarColumns, i: number, car: Pick<CarValues, LapField>): void => {
  columns.lapEpoch[i] = car.lapEpoch;
  columns.counter[i] = car.counter;
  columns.lastLapMs[i] = car.lastLapMs;
  columns.bestLapMs[i] = car.bestLapMs;
};
type LapField = 'lapEpoch' | 'counter' | 'lastLapMs' | 'bestLapMs';

/** All but its laps. */
export const keepState = (columns: CarColumns, i: number, car: CarValues): void => {
  columns.receivedAt[i] = car.receivedAt;
  columns.t[i] = car.t;
  columns.lat[i] = car.lat;
  columns.lng[i] = car.lng;
  columns.speedKph[i] = car.speedKph;
  columns.headingDeg[i] = car.headingDeg;
  columns.battery[i] = car.battery;
  columns.state[i] = stateOf(car);
};

export const carValuesOf = (car: LiveCar): CarValues => ({
  ...car,
  receivedAt: car.receivedAt ?? NaN,
  t: car.t ?? NaN,
  lat: car.lat ?? NaN,
  lng: car.lng ?? NaN,
  headingDeg: car.headingDeg ?? NaN,
  battery: car.battery ?? NaN,
  lastLapMs: car.lastLapMs ?? NaN,
  bestLapMs: car.bestLapMs ?? NaN,
});

export const orNull = (value = NaN): number | null => (Number.isNaN(value) ? null : value);

export const liveAt = (columns: CarColumns, i: number): LiveCar => {
  const state = columns.state[i] ?? 0;
  return {
    invitationId: columns.ids[i] ?? 0,
    receivedAt: orNull(columns.receivedAt[i]),
    t: orNull(columns.t[i]),
    lat: orNull(columns.lat[i]),
    lng: orNull(columns.lng[i]),
    speedKph: columns.speedKph[i] ?? 0,
    headingDeg: orNull(columns.headingDeg[i]),
    battery: orNull(columns.battery[i]),
    lapEpoch: columns.lapEpoch[i] ?? 0,
    counter: columns.counter[i] ?? 0,
    lastLapMs: orNull(columns.lastLapMs[i]),
    bestLapMs: orNull(columns.bestLapMs[i]),
    offline: (state & OFFLINE) !== 0,
    stopped: (state & STOPPED) !== 0,
    sos: (state & SOS) !== 0,
  };
};
