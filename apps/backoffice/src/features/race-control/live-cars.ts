import {
  carLook,
  lookAt,
  lookIndex,
  NO_FLAGS,
  RACE,
  RACING_WITHIN_MS,
  type CarFlags,
  type CarLook,
  type LiveCar,
  type Snapshot,
} from '@flagpost/contracts';
import type { LiveCarsBuffer, LiveCarsSource } from '@flagpost/map-layers';
import { createFrameReader, distanceM } from '@flagpost/telemetry';
import {
  keepLap,
  keepState,
  liveAt,
  OFFLINE,
  SOS,
  STOPPED,
  carColumns,
  carValuesOf,
  type CarValues,
} from './car-columns.js';

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
  speedKph: number;
  look: CarLook;
  state: 'running' | 'stopped' | 'offline' | 'sos';
  isOffline: boolean;
  visible: boolean;
}

/** Whether the bar counts a car in this state. An SOS hides no lost link: such a car is in both. */
export const isInState = (row: CarRow, state: CarRow['state']): boolean =>
  state === 'offline' ? row.isOffline : row.state === state;

const PICTURE = {
  /** Frames come every 100 ms over a network that jitters: the picture waits this long for them. */
  slackS: 0.15,
  /** One fix interval, but no more than this. */
  maxDelayS: 2,
  /** A car silent for longer is placed where it is heard again, not slid there. */
  maxSilenceS: 5,
  /** Weight of the newest interval in a car's usual one. */
  smoothing: 0.25,
} as const;

/** No degree is longer on the ground. */
const DEGREE_M = 112_000;

const pictureColumns = (size: number) => ({
  prevLat: new Float64Array(size).fill(NaN),
  prevLng: new Float64Array(size).fill(NaN),
  nextLat: new Float64Array(size).fill(NaN),
  nextLng: new Float64Array(size).fill(NaN),
  prevHeadingDeg: new Float32Array(size).fill(NaN),
  nextHeadingDeg: new Float32Array(size).fill(NaN),
  prevTimeS: new Float32Array(size),
  nextTimeS: new Float32Array(size),
  look: new Uint8Array(size),
  visible: new Uint8Array(size).fill(1),
});

/** The short way round from one heading to another, `share` of it done. */
export const turned = (fromDeg: number, toDeg: number, share: number): number => {
  if (Number.isNaN(fromDeg) || Number.isNaN(toDeg)) return toDeg;
  const turn = ((toDeg - fromDeg + 540) % 360) - 180;
  return (fromDeg + turn * share + 360) % 360;
};

export const createLiveCars = (): LiveCars => {
  const reader = createFrameReader();
  let indexOf = new Map<number, number>();
  let columns = carColumns(0);
  let column = pictureColumns(0);
  let shown: ShownCar[] = [];
  /** Usual time between two fixes of each car. */
  let intervalS = new Float64Array();
  let carNumbers: readonly string[] = [];
  let originMs = 0;
  let restsAtS = 0;
  let version = 0;
  /** Server's clock minus this page's; null before the first snapshot. */
  let clockOffsetMs: number | null = null;
  let newestReceivedAt: number | null = null;
  /** Until when cars that were taken off are drawn, by invitation id. */
  const takenOff = new Map<number, number>();
  const isTakenOff = (index: number): boolean => takenOff.has(columns.ids[index] ?? 0);
  const listeners = new Set<() => void>();

  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };

  /** The least delayed message is the best clock sample; a slow drift back follows a clock that is adjusted. */
  const hearClock = (serverTime: number, nowMs: number): void => {
    const sample = serverTime - nowMs;
    clockOffsetMs =
      clockOffsetMs === null || sample > clockOffsetMs
        ? sample
        : clockOffsetMs + (sample - clockOffsetMs) * 0.01;
  };

  const pictureTimeS = (nowMs: number): number =>
    (nowMs + (clockOffsetMs ?? 0) - originMs) / 1_000 - PICTURE.slackS;

  const is = (index: number, state: number): boolean => ((columns.state[index] ?? 0) & state) !== 0;
  const isSos = (index: number): boolean => is(index, SOS) || shown[index]?.alarm === true;

  const updateAppearance = (index: number): void => {
    const control = shown[index];
    if (control === undefined) return;
    const look = carLook({
      sos: isSos(index),
      offline: is(index, OFFLINE),
      stopped: is(index, STOPPED),
      flags: control.flags,
    });
    column.look[index] = lookIndex(look);
    column.visible[index] = control.visible ? 1 : 0;
  };

  /** How far along its way a car is drawn at this picture time, 0 to 1. */
  const shareAt = (index: number, timeS: number): number => {
    const from = column.prevTimeS[index] ?? 0;
    const to = column.nextTimeS[index] ?? 0;
    return to <= from ? 1 : Math.min(1, Math.max(0, (timeS - from) / (to - from)));
  };

  const place = (index: number, { lat, lng, headingDeg }: CarValues, atS: number): void => {
    column.prevLat[index] = column.nextLat[index] = lat;
    column.prevLng[index] = column.nextLng[index] = lng;
    column.prevHeadingDeg[index] = column.nextHeadingDeg[index] = headingDeg;
    column.prevTimeS[index] = column.nextTimeS[index] = atS;
  };

  /** The way to a new fix begins where the picture has the car, so that no jitter shows as a leap. */
  const slide = (index: number, car: CarValues, fromS: number, toS: number): void => {
    const share = shareAt(index, fromS);
    const between = (from = NaN, to = NaN): number => from + (to - from) * share;
    column.prevLat[index] = between(column.prevLat[index], column.nextLat[index]);
    column.prevLng[index] = between(column.prevLng[index], column.nextLng[index]);
    column.prevHeadingDeg[index] = turned(
      column.prevHeadingDeg[index] ?? NaN,
      column.nextHeadingDeg[index] ?? NaN,
      share,
    );
    column.nextLat[index] = car.lat;
    column.nextLng[index] = car.lng;
    column.nextHeadingDeg[index] = car.headingDeg;
    column.prevTimeS[index] = fromS;
    column.nextTimeS[index] = toS;
    restsAtS = Math.max(restsAtS, toS);
  };

  const isJump = (index: number, after: CarValues, silenceS: number): boolean => {
    const [lat, lng] = [columns.lat[index] ?? NaN, columns.lng[index] ?? NaN];
    const mostM = (RACE.maxSpeedKph / 3.6) * silenceS;
    // Almost always near enough to decide without trigonometry; an unknown position is near nothing.
    const degrees = Math.abs(after.lat - lat) + Math.abs(after.lng - lng);
    return !(degrees * DEGREE_M <= mostM || distanceM(lat, lng, after.lat, after.lng) <= mostM);
  };

  const move = (index: number, after: CarValues, pictureS: number): void => {
    const formerAt = columns.receivedAt[index] ?? NaN;
    if (Number.isNaN(after.receivedAt) || after.receivedAt === formerAt) return;
    const silenceS = (after.receivedAt - formerAt) / 1_000;
    newestReceivedAt = Math.max(newestReceivedAt ?? after.receivedAt, after.receivedAt);
    if (silenceS <= 0) return;
    if (!(silenceS <= PICTURE.maxSilenceS) || isJump(index, after, silenceS)) {
      place(index, after, pictureS);
      return;
    }
    const usualS = intervalS[index] ?? 0;
    const newUsualS = usualS + (silenceS - usualS) * (usualS === 0 ? 1 : PICTURE.smoothing);
    intervalS[index] = newUsualS;
    const arrivesS = (after.receivedAt - originMs) / 1_000 + Math.min(newUsualS, PICTURE.maxDelayS);
    if (arrivesS <= pictureS) place(index, after, pictureS);
    else slide(index, after, pictureS, arrivesS);
  };

  /** A lap is columns of at once, a frame in its turn: one from before the lap, or before a reset, takes neither back. */
  const isBeforeLap = (
    index: number,
    { lapEpoch, counter }: Pick<CarValues, 'lapEpoch' | 'counter'>,
  ): boolean => {
    const [epoch = 0, laps = 0] = [columns.lapEpoch[index], columns.counter[index]];
    return lapEpoch < epoch || (lapEpoch === epoch && counter < laps);
  };

  const take = (index: number, car: CarValues): void => {
    const before = columns.state[index];
    keepState(columns, index, car);
    if (!isBeforeLap(index, car)) keepLap(columns, index, car);
    if (columns.state[index] !== before) updateAppearance(index);
  };

  const rowAt = (index: number): CarRow | undefined => {
    const control = shown[index];
    if (control === undefined) return undefined;
    const isOffline = is(index, OFFLINE);
    return {
      invitationId: columns.ids[index] ?? 0,
      carNumber: carNumbers[index] ?? '',
      counter: columns.counter[index] ?? 0,
      speedKph: columns.speedKph[index] ?? 0,
      look: lookAt(column.look[index] ?? 0),
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
      return { ...column, ids: columns.ids, count: shown.length, originMs, carNumbers, restsAtS };
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
      column = pictureColumns(ids.length);
      intervalS = new Float64Array(ids.length);
      carNumbers = cars.map(({ CarNumber }) => CarNumber);
      originMs = serverTime;
      clockOffsetMs = serverTime - nowMs;
      restsAtS = 0;
      newestReceivedAt = null;
      cars.forEach(({ live }, index) => {
        const car = carValuesOf(live);
        if (live.receivedAt !== null) {
          newestReceivedAt = Math.max(newestReceivedAt ?? live.receivedAt, live.receivedAt);
        }
        place(index, car, 0);
        take(index, car);
        updateAppearance(index);
      });
      changed();
    },

    apply(packed, nowMs) {
      reader.open(packed);
      const { serverTime } = reader;
      hearClock(serverTime, nowMs);
      const pictureS = pictureTimeS(nowMs);
      const notRunning: LiveCar[] = [];
      let areKnown = true;
      while (reader.next()) {
        const index = indexOf.get(reader.invitationId);
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
    serverNowMs: (nowMs) => (clockOffsetMs === null ? null : nowMs + clockOffsetMs),
    get newestReceivedAt() {
      return newestReceivedAt;
    },
  };
};
