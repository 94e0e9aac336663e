import {
  carLook,
  lookAt,
  lookIndex,
  NO_FLAGS,
  type CarFlags,
  type CarLook,
  type LatLng,
  type LiveCar,
  type TrackFlagCode,
} from '@flagpost/contracts';
import {
  carColumns,
  carValuesOf,
  keepLap,
  keepState,
  liveAt,
  OFFLINE,
  orNull,
  SOS,
  STOPPED,
  type CarColumns,
  type CarValues,
} from './car-columns.js';
import type { CarPicture } from './car-picture.js';

/** What race control says of a car: its flags, an open alert, whether the filter shows it. */
export interface ShownCar {
  flags: CarFlags;
  alarm: boolean;
  visible: boolean;
}

export interface CarRow {
  invitationId: number;
  carNumber: string;
  counter: number;
  /** Null while there is none. */
  lastLapMs: number | null;
  bestLapMs: number | null;
  speedKph: number;
  look: CarLook;
  state: 'running' | 'stopped' | 'offline' | 'sos';
  isOffline: boolean;
  visible: boolean;
}

/** Whether the bar counts a car in this state. An SOS hides no lost link: such a car is in both. */
export const isInState = (row: CarRow, state: CarRow['state']): boolean =>
  state === 'offline' ? row.isOffline : row.state === state;

/** The flag of the sector at a place; null if no sector has one. */
export type SectorFlagAt = ((at: LatLng) => TrackFlagCode | null) | null;

/** The cars of one snapshot by index: what the server says of each, how it is shown, and where it is drawn. */
export interface LiveField {
  readonly columns: CarColumns;
  readonly picture: CarPicture;
  readonly carNumbers: readonly string[];
  readonly size: number;
  /** When the newest position was received, by the server's clock, epoch ms; null while there is none. */
  readonly newestReceivedAt: number | null;
  indexOf(invitationId: number): number | undefined;
  /** The same, faster for the car behind a former one: frames name the cars mostly in the order of the snapshot. */
  indexAfter(former: number | undefined, invitationId: number): number | undefined;
  isRunning(index: number): boolean;
  /** A newer state of a car, which is on its way to it from `pictureS` on. */
  take(index: number, car: CarValues, pictureS: number): void;
  countLap(index: number, lapEpoch: number, counter: number): void;
  resetLaps(lapEpoch: number): void;
  control(index: number): ShownCar | undefined;
  show(controlOf: (invitationId: number, index: number) => ShownCar): void;
  hide(index: number): void;
  showSectors(flagAt: SectorFlagAt): void;
  row(index: number): CarRow | undefined;
}

/**
 * @param cars In the order of their indices.
 * @param controlOf How a car is shown that was there before.
 * @param picture Of as many cars, its time 0 the time of the snapshot.
 */
export const createLiveField = (
  cars: readonly { live: LiveCar; CarNumber: string }[],
  picture: CarPicture,
  controlOf: (invitationId: number) => ShownCar | undefined = () => undefined,
  sectorFlags: SectorFlagAt = null,
): LiveField => {
  const columns = carColumns(cars.length);
  columns.ids.set(cars.map(({ live }) => live.invitationId));
  const indices = new Map(cars.map(({ live }, index) => [live.invitationId, index]));
  const carNumbers = cars.map(({ CarNumber }) => CarNumber);
  const shown = cars.map(
    ({ live }) => controlOf(live.invitationId) ?? { flags: NO_FLAGS, alarm: false, visible: true },
  );
  let sectorFlagAt = sectorFlags;
  let newestReceivedAt: number | null = null;

  const is = (index: number, state: number): boolean => ((columns.state[index] ?? 0) & state) !== 0;
  const isSos = (index: number): boolean => is(index, SOS) || shown[index]?.alarm === true;

  const sectorFlagOf = (index: number): TrackFlagCode | null => {
    const at = { lat: columns.lat[index] ?? NaN, lng: columns.lng[index] ?? NaN };
    return sectorFlagAt === null || Number.isNaN(at.lat) ? null : sectorFlagAt(at);
  };

  const paint = (index: number): void => {
    const control = shown[index];
    if (control === undefined) return;
    const look = carLook({
      sos: isSos(index),
      offline: is(index, OFFLINE),
      stopped: is(index, STOPPED),
      flags: control.flags,
      sectorFlag: sectorFlagOf(index),
    });
    picture.columns.look[index] = lookIndex(look);
    picture.columns.stopped[index] = is(index, STOPPED) ? 1 : 0;
    picture.columns.visible[index] = control.visible ? 1 : 0;
  };
  const paintAll = (): void => shown.forEach((_, index) => paint(index));

  const hear = (receivedAt: number): void => {
    newestReceivedAt = Math.max(newestReceivedAt ?? receivedAt, receivedAt);
  };

  /** One object for all cars: a message may have thousands. */
  const before = { lat: NaN, lng: NaN, receivedAt: NaN };
  const move = (index: number, after: CarValues, pictureS: number): void => {
    before.receivedAt = columns.receivedAt[index] ?? NaN;
    if (Number.isNaN(after.receivedAt) || after.receivedAt === before.receivedAt) return;
    before.lat = columns.lat[index] ?? NaN;
    before.lng = columns.lng[index] ?? NaN;
    hear(after.receivedAt);
    picture.move(index, before, after, pictureS);
  };

  /** Laps are told as they happen, frames at intervals: a frame from before a lap, or before a reset, takes neither back. */
  const isBeforeLap = (index: number, lapEpoch: number, counter: number): boolean => {
    const epoch = columns.lapEpoch[index] ?? 0;
    return lapEpoch < epoch || (lapEpoch === epoch && counter < (columns.counter[index] ?? 0));
  };

  cars.forEach(({ live }, index) => {
    const car = carValuesOf(live);
    if (live.receivedAt !== null) hear(live.receivedAt);
    picture.place(index, car, 0);
    keepState(columns, index, car);
    keepLap(columns, index, car);
    paint(index);
  });

  return {
    columns,
    picture,
    carNumbers,
    size: cars.length,
    get newestReceivedAt() {
      return newestReceivedAt;
    },
    indexOf: (invitationId) => indices.get(invitationId),
    indexAfter(former, invitationId) {
      const next = (former ?? -1) + 1;
      return columns.ids[next] === invitationId ? next : indices.get(invitationId);
    },
    isRunning: (index) => !is(index, OFFLINE | STOPPED),
    take(index, car, pictureS) {
      move(index, car, pictureS);
      const stateBefore = columns.state[index];
      keepState(columns, index, car);
      if (!isBeforeLap(index, car.lapEpoch, car.counter)) keepLap(columns, index, car);
      if (columns.state[index] !== stateBefore || sectorFlagAt !== null) paint(index);
    },
    countLap(index, lapEpoch, counter) {
      if (isBeforeLap(index, lapEpoch, counter)) return;
      columns.lapEpoch[index] = lapEpoch;
      columns.counter[index] = counter;
    },
    resetLaps(lapEpoch) {
      const begun = { lapEpoch, counter: 0, lastLapMs: NaN, bestLapMs: NaN };
      columns.lapEpoch.forEach((epoch, index) => {
        if (epoch < lapEpoch) keepLap(columns, index, begun);
      });
    },
    control: (index) => shown[index],
    show(controlFor) {
      columns.ids.forEach((id, index) => (shown[index] = controlFor(id, index)));
      paintAll();
    },
    hide(index) {
      const control = shown[index];
      if (control === undefined) return;
      shown[index] = { ...control, visible: false };
      paint(index);
    },
    showSectors(flagAt) {
      sectorFlagAt = flagAt;
      paintAll();
    },
    row(index) {
      const control = shown[index];
      if (control === undefined) return undefined;
      const isOffline = is(index, OFFLINE);
      return {
        invitationId: columns.ids[index] ?? 0,
        carNumber: carNumbers[index] ?? '',
        counter: columns.counter[index] ?? 0,
        lastLapMs: orNull(columns.lastLapMs[index]),
        bestLapMs: orNull(columns.bestLapMs[index]),
        speedKph: columns.speedKph[index] ?? 0,
        look: lookAt(picture.columns.look[index] ?? 0),
        state: isSos(index) ? 'sos' : isOffline ? 'offline' : is(index, STOPPED) ? 'stopped' : 'running',
        isOffline,
        visible: control.visible,
      };
    },
  };
};

/** A car as the server tells it; undefined for one that is not in the field. */
export const liveOf = (field: LiveField, invitationId: number): LiveCar | undefined => {
  const index = field.indexOf(invitationId);
  return index === undefined ? undefined : liveAt(field.columns, index);
};
