import {
  carLook,
  lookAt,
  lookIndex,
  NO_FLAGS,
  RACING_WITHIN_MS,
  type CarFlags,
  type CarLook,
  type LatLng,
  type LiveCar,
  type Snapshot,
  type TrackFlagCode,
} from '@flagpost/contracts';
import type { LiveCarsBuffer, LiveCarsSource } from '@flagpost/map-layers';
import { createFrameReader } from '@flagpost/telemetry';
import {
  keepLap,
  keepState,
  liveAt,
  OFFLINE,
  SOS,
  STOPPED,
  carColumns,
  carValuesOf,
  orNull,
  type CarValues,
} from './car-columns.js';
import { createCarPicture, type CarPicture } from './car-picture.js';
import { createServerClock, type ServerClock } from './server-clock.js';

/**
 * The cars of one race as typed arrays, outside Redux: positions come ten times a second, screens look when they like.
 * The map reads columns, panels read rows twice a second.
 */
export interface LiveCars extends LiveCarsSource {
  /** The current state of the race: cars, order, clock. `nowMs` is `performance.now()` everywhere here. */
  begin(snapshot: Pick<Snapshot, 'serverTime' | 'cars' | 'takenOff'>, nowMs: number): void;
  /** Newest states of some cars, as a packed frame. @throws RangeError for one that cannot be read */
  apply(packed: Uint8Array, nowMs: number): AppliedFrame;
  lapCounted(invitationId: number, lapEpoch: number, counter: number): void;
  lapsReset(lapEpoch: number): void;
  /** They may not run any more: they stay where they were, greyed, until then (`performance.now()`), and are no row. */
  takeOff(invitationIds: readonly number[], untilMs: number): void;
  /** Removes taken-off cars whose time is over. */
  dropTakenOff(nowMs: number): void;
  /** Applies the control state of each car: flags, open alerts, the category filter. */
  show(stateOf: (invitationId: number) => ShownCar): void;
  /** The flag of the sector at a place; null if no sector has one. */
  showSectors(flagAt: ((at: LatLng) => TrackFlagCode | null) | null): void;
  /** Row of a car; undefined for one that is not in the race. */
  row(invitationId: number): CarRow | undefined;
  rows(): CarRow[];
  /** The newest state of a car, as the server columns it. */
  live(invitationId: number): LiveCar | undefined;
  /** Server's clock, epoch ms; null before the first snapshot. */
  serverNowMs(nowMs: number): number | null;
  /** When the newest position was received, by the server's clock, epoch ms; null while there is none. */
  readonly newestReceivedAt: number | null;
}

export interface AppliedFrame {
  /** Epoch ms. */
  serverTime: number;
  /** False: a car is unknown, the snapshot is out of date. */
  areKnown: boolean;
  /** Its cars that are stopped or silent, or were until now. */
  notRunning: readonly LiveCar[];
}

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

/** What tells the time of the race, and where cars are drawn between fixes: of now, or of a race that is replayed. */
export interface CarsTiming {
  clock: ServerClock;
  createPicture: (size: number, originMs: number) => CarPicture;
}

const live = (): CarsTiming => ({ clock: createServerClock(), createPicture: createCarPicture });

export const createLiveCars = ({ clock, createPicture }: CarsTiming = live()): LiveCars => {
  const reader = createFrameReader();
  let indexOf = new Map<number, number>();
  let columns = carColumns(0);
  let picture = createPicture(0, 0);
  let shown: ShownCar[] = [];
  let carNumbers: readonly string[] = [];
  let version = 0;
  let newestReceivedAt: number | null = null;
  /** Until when cars that were taken off are drawn, by invitation id. */
  const takenOff = new Map<number, number>();
  const isTakenOff = (index: number): boolean => takenOff.has(columns.ids[index] ?? 0);
  const listeners = new Set<() => void>();

  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };

  /** Frames name the cars mostly in the order of the snapshot. */
  const indexAfter = (former: number | undefined, invitationId: number): number | undefined => {
    const next = (former ?? -1) + 1;
    return columns.ids[next] === invitationId ? next : indexOf.get(invitationId);
  };

  const pictureTimeS = (nowMs: number): number => picture.timeS(clock.nowMs(nowMs) ?? nowMs);

  const is = (index: number, state: number): boolean => ((columns.state[index] ?? 0) & state) !== 0;
  const isSos = (index: number): boolean => is(index, SOS) || shown[index]?.alarm === true;

  let sectorFlagAt: ((at: LatLng) => TrackFlagCode | null) | null = null;
  const sectorFlagOf = (index: number): TrackFlagCode | null => {
    const at = { lat: columns.lat[index] ?? NaN, lng: columns.lng[index] ?? NaN };
    return sectorFlagAt === null || Number.isNaN(at.lat) ? null : sectorFlagAt(at);
  };

  const updateAppearance = (index: number): void => {
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

  /** One object for all cars: a message may have thousands. */
  const before = { lat: NaN, lng: NaN, receivedAt: NaN };
  const move = (index: number, after: CarValues, pictureS: number): void => {
    before.receivedAt = columns.receivedAt[index] ?? NaN;
    if (Number.isNaN(after.receivedAt) || after.receivedAt === before.receivedAt) return;
    before.lat = columns.lat[index] ?? NaN;
    before.lng = columns.lng[index] ?? NaN;
    newestReceivedAt = Math.max(newestReceivedAt ?? after.receivedAt, after.receivedAt);
    picture.move(index, before, after, pictureS);
  };

  /** A lap is columns of at once, a frame in its turn: one from before the lap, or before a reset, takes neither back. */
  const isBeforeLap = (
    index: number,
    { lapEpoch, counter }: Pick<CarValues, 'lapEpoch' | 'counter'>,
  ): boolean => {
    const epoch = columns.lapEpoch[index] ?? 0;
    const laps = columns.counter[index] ?? 0;
    return lapEpoch < epoch || (lapEpoch === epoch && counter < laps);
  };

  const take = (index: number, car: CarValues): void => {
    const before = columns.state[index];
    keepState(columns, index, car);
    if (!isBeforeLap(index, car)) keepLap(columns, index, car);
    if (columns.state[index] !== before || sectorFlagAt !== null) updateAppearance(index);
  };

  const rowAt = (index: number): CarRow | undefined => {
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
  };

  return {
    get version() {
      return version;
    },
    get buffer(): LiveCarsBuffer {
      const { originMs, restsAtS } = picture;
      return { ...picture.columns, ids: columns.ids, count: shown.length, originMs, carNumbers, restsAtS };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pictureTimeS,

    begin({ serverTime, cars: inRace, takenOff: gone }, nowMs) {
      for (const { live, TakenOffAt } of gone)
        takenOff.set(live.invitationId, nowMs + RACING_WITHIN_MS - (serverTime - Date.parse(TakenOffAt)));
      for (const { live } of inRace) takenOff.delete(live.invitationId);
      for (const [id, untilMs] of takenOff) if (untilMs <= nowMs) takenOff.delete(id);
      const takenOffById = new Map(gone.map((car) => [car.live.invitationId, car]));
      const leaving = [...takenOff.keys()].flatMap((invitationId) => {
        const index = indexOf.get(invitationId);
        if (index === undefined) return takenOffById.get(invitationId) ?? [];
        const live = { ...liveAt(columns, index), offline: true, stopped: false, sos: false };
        return [{ live, CarNumber: carNumbers[index] ?? '' }];
      });
      const cars = [...inRace, ...leaving];
      const shownBefore = new Map(shown.map((control, index) => [columns.ids[index], control]));
      const ids = cars.map(({ live }) => live.invitationId);
      shown = ids.map((id) => shownBefore.get(id) ?? { flags: NO_FLAGS, alarm: false, visible: true });
      indexOf = new Map(ids.map((id, index) => [id, index]));
      columns = carColumns(ids.length);
      columns.ids.set(ids);
      picture = createPicture(ids.length, serverTime);
      carNumbers = cars.map(({ CarNumber }) => CarNumber);
      clock.begin(serverTime, nowMs);
      newestReceivedAt = null;
      cars.forEach(({ live }, index) => {
        const car = carValuesOf(live);
        if (live.receivedAt !== null) {
          newestReceivedAt = Math.max(newestReceivedAt ?? live.receivedAt, live.receivedAt);
        }
        picture.place(index, car, 0);
        take(index, car);
        updateAppearance(index);
      });
      changed();
    },

    apply(packed, nowMs) {
      reader.open(packed);
      const { serverTime } = reader;
      clock.hear(serverTime, nowMs);
      const pictureS = pictureTimeS(nowMs);
      const notRunning: LiveCar[] = [];
      let areKnown = true;
      let index: number | undefined;
      while (reader.next()) {
        index = indexAfter(index, reader.invitationId);
        if (index === undefined) {
          areKnown = false;
          continue;
        }
        const didRun = !is(index, OFFLINE | STOPPED);
        move(index, reader, pictureS);
        take(index, reader);
        if (!didRun || is(index, OFFLINE | STOPPED)) notRunning.push(liveAt(columns, index));
      }
      changed();
      return { serverTime, areKnown, notRunning };
    },

    lapCounted(invitationId, lapEpoch, counter) {
      const index = indexOf.get(invitationId);
      if (index === undefined || isBeforeLap(index, { lapEpoch, counter })) return;
      columns.lapEpoch[index] = lapEpoch;
      columns.counter[index] = counter;
      changed();
    },

    lapsReset(lapEpoch) {
      const begun = { lapEpoch, counter: 0, lastLapMs: NaN, bestLapMs: NaN };
      columns.lapEpoch.forEach((epoch, index) => {
        if (epoch < lapEpoch) keepLap(columns, index, begun);
      });
      changed();
    },

    show(stateOf) {
      shown = Array.from(columns.ids, (id, index) =>
        isTakenOff(index)
          ? { flags: NO_FLAGS, alarm: false, visible: shown[index]?.visible === true }
          : stateOf(id),
      );
      shown.forEach((_, index) => updateAppearance(index));
      changed();
    },

    showSectors(flagAt) {
      if (flagAt === sectorFlagAt) return;
      sectorFlagAt = flagAt;
      shown.forEach((_, index) => updateAppearance(index));
      changed();
    },

    takeOff(invitationIds, untilMs) {
      for (const id of invitationIds) if (indexOf.has(id)) takenOff.set(id, untilMs);
    },
    dropTakenOff(nowMs) {
      for (const [id, untilMs] of takenOff) {
        if (untilMs > nowMs) continue;
        const index = indexOf.get(id);
        const control = index === undefined ? undefined : shown[index];
        if (index === undefined || control === undefined) continue;
        shown[index] = { ...control, visible: false };
        updateAppearance(index);
      }
      changed();
    },

    row: (invitationId) => rowAt(indexOf.get(invitationId) ?? -1),
    live(invitationId) {
      const index = indexOf.get(invitationId);
      return index === undefined ? undefined : liveAt(columns, index);
    },
    rows: () => shown.flatMap((_, index) => (isTakenOff(index) ? [] : (rowAt(index) ?? []))),
    serverNowMs: (nowMs) => clock.nowMs(nowMs),
    get newestReceivedAt() {
      return newestReceivedAt;
    },
  };
};
