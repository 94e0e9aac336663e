import {
  CAR_LOOKS,
  carLook,
  NO_FLAGS,
  RACE,
  type CarFlags,
  type CarLook,
  type LiveCar,
  type Snapshot,
} from '@flagpost/contracts';
import type { LiveCarsBuffer, LiveCarsSource } from '@flagpost/map-layers';
import { distanceM } from '@flagpost/telemetry';

/**
 * The cars of one race as typed arrays, outside Redux: positions come ten times a second, screens look when they like.
 * The map reads columns, panels read rows twice a second.
 */
export interface LiveCars extends LiveCarsSource {
  /** The race as it stands: cars, order, clock. `nowMs` is `performance.now()` everywhere here. */
  begin(snapshot: Pick<Snapshot, 'serverTime' | 'cars'>, nowMs: number): void;
  /** Newest states of some cars. False: one of them is unknown, the snapshot is out of date. */
  apply(frame: { cars: readonly LiveCar[]; serverTime: number }, nowMs: number): boolean;
  lapCounted(invitationId: number, lapEpoch: number, counter: number): void;
  lapsReset(lapEpoch: number): void;
  /** What control state says of each car: flags, open alerts, the category filter. */
  show(stateOf: (invitationId: number) => ShownCar): void;
  /** Row of a car; undefined for one that is not in the race. */
  row(invitationId: number): CarRow | undefined;
  rows(): CarRow[];
  /** The newest state of a car, as the server told it. */
  live(invitationId: number): LiveCar | undefined;
  /** Server's clock, epoch ms; null before the first snapshot. */
  serverNowMs(nowMs: number): number | null;
  /** When the newest position was received, by the server's clock, epoch ms; null while there is none. */
  readonly newestReceivedAt: number | null;
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

const columns = (size: number) => ({
  ids: new Int32Array(size),
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

const LOOK_INDEX = new Map(CAR_LOOKS.map((look, index) => [look, index]));

/** The short way round from one heading to another, `share` of it done. */
export const turned = (fromDeg: number, toDeg: number, share: number): number => {
  if (Number.isNaN(fromDeg) || Number.isNaN(toDeg)) return toDeg;
  const turn = ((toDeg - fromDeg + 540) % 360) - 180;
  return (fromDeg + turn * share + 360) % 360;
};

/** A lap is told of at once, a frame in its turn: one from before the lap, or before a reset, takes neither back. */
const withNewestLaps = (before: LiveCar, after: LiveCar): LiveCar => {
  const { lapEpoch, counter, lastLapMs, bestLapMs } = before;
  const isOlder = after.lapEpoch < lapEpoch || (after.lapEpoch === lapEpoch && after.counter < counter);
  return isOlder ? { ...after, lapEpoch, counter, lastLapMs, bestLapMs } : after;
};

/** Whether both look the same, under the same flags. */
const isAlike = (a: LiveCar, b: LiveCar): boolean =>
  a.sos === b.sos && a.offline === b.offline && a.stopped === b.stopped;

export const createLiveCars = (): LiveCars => {
  let cars: { live: LiveCar; carNumber: string; shown: ShownCar; intervalS: number }[] = [];
  let indexOf = new Map<number, number>();
  let column = columns(0);
  let carNumbers: readonly string[] = [];
  let originMs = 0;
  let restsAtS = 0;
  let version = 0;
  /** Server's clock minus this page's; null before the first snapshot. */
  let clockOffsetMs: number | null = null;
  let newestReceivedAt: number | null = null;
  const listeners = new Set<() => void>();

  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };

  /** The least delayed message tells the clock best; a slow drift back follows a clock that is set. */
  const hearClock = (serverTime: number, nowMs: number): void => {
    const sample = serverTime - nowMs;
    clockOffsetMs =
      clockOffsetMs === null || sample > clockOffsetMs
        ? sample
        : clockOffsetMs + (sample - clockOffsetMs) * 0.01;
  };

  const pictureTimeS = (nowMs: number): number =>
    (nowMs + (clockOffsetMs ?? 0) - originMs) / 1_000 - PICTURE.slackS;

  const isSos = (index: number): boolean => {
    const car = cars[index];
    return car !== undefined && (car.live.sos || car.shown.alarm);
  };

  const dress = (index: number): void => {
    const car = cars[index];
    if (car === undefined) return;
    const { offline, stopped } = car.live;
    const look = carLook({ sos: isSos(index), offline, stopped, flags: car.shown.flags });
    column.look[index] = LOOK_INDEX.get(look) ?? 0;
    column.visible[index] = car.shown.visible ? 1 : 0;
  };

  /** How far along its way a car is drawn at this picture time, 0 to 1. */
  const shareAt = (index: number, timeS: number): number => {
    const from = column.prevTimeS[index] ?? 0;
    const to = column.nextTimeS[index] ?? 0;
    return to <= from ? 1 : Math.min(1, Math.max(0, (timeS - from) / (to - from)));
  };

  const place = (index: number, { lat, lng, headingDeg }: LiveCar, atS: number): void => {
    column.prevLat[index] = column.nextLat[index] = lat ?? NaN;
    column.prevLng[index] = column.nextLng[index] = lng ?? NaN;
    column.prevHeadingDeg[index] = column.nextHeadingDeg[index] = headingDeg ?? NaN;
    column.prevTimeS[index] = column.nextTimeS[index] = atS;
  };

  /** The way to a new fix begins where the picture has the car, so that no jitter shows as a leap. */
  const slide = (index: number, car: LiveCar, fromS: number, toS: number): void => {
    const share = shareAt(index, fromS);
    const between = (from = NaN, to = NaN): number => from + (to - from) * share;
    column.prevLat[index] = between(column.prevLat[index], column.nextLat[index]);
    column.prevLng[index] = between(column.prevLng[index], column.nextLng[index]);
    column.prevHeadingDeg[index] = turned(
      column.prevHeadingDeg[index] ?? NaN,
      column.nextHeadingDeg[index] ?? NaN,
      share,
    );
    column.nextLat[index] = car.lat ?? NaN;
    column.nextLng[index] = car.lng ?? NaN;
    column.nextHeadingDeg[index] = car.headingDeg ?? NaN;
    column.prevTimeS[index] = fromS;
    column.nextTimeS[index] = toS;
    restsAtS = Math.max(restsAtS, toS);
  };

  const isJump = (before: LiveCar, after: LiveCar, silenceS: number): boolean => {
    if (before.lat === null || before.lng === null || after.lat === null || after.lng === null) return true;
    const mostM = (RACE.maxSpeedKph / 3.6) * silenceS;
    // Almost always near enough to tell without trigonometry.
    const degrees = Math.abs(after.lat - before.lat) + Math.abs(after.lng - before.lng);
    return degrees * DEGREE_M > mostM && distanceM(before.lat, before.lng, after.lat, after.lng) > mostM;
  };

  const move = (index: number, after: LiveCar, nowMs: number): void => {
    const car = cars[index];
    if (car === undefined || after.receivedAt === null || after.receivedAt === car.live.receivedAt) return;
    const silenceS = (after.receivedAt - (car.live.receivedAt ?? -Infinity)) / 1_000;
    const pictureS = pictureTimeS(nowMs);
    newestReceivedAt = Math.max(newestReceivedAt ?? after.receivedAt, after.receivedAt);
    if (silenceS <= 0) return;
    if (silenceS > PICTURE.maxSilenceS || isJump(car.live, after, silenceS)) {
      place(index, after, pictureS);
      return;
    }
    car.intervalS += (silenceS - car.intervalS) * (car.intervalS === 0 ? 1 : PICTURE.smoothing);
    const arrivesS = (after.receivedAt - originMs) / 1_000 + Math.min(car.intervalS, PICTURE.maxDelayS);
    if (arrivesS <= pictureS) place(index, after, pictureS);
    else slide(index, after, pictureS, arrivesS);
  };

  const rowAt = (index: number): CarRow | undefined => {
    const car = cars[index];
    if (car === undefined) return undefined;
    const { offline, stopped } = car.live;
    const state = isSos(index) ? 'sos' : offline ? 'offline' : stopped ? 'stopped' : 'running';
    return {
      invitationId: car.live.invitationId,
      carNumber: car.carNumber,
      counter: car.live.counter,
      speedKph: car.live.speedKph,
      look: CAR_LOOKS[column.look[index] ?? 0] ?? 'default',
      state,
      isOffline: offline,
      visible: car.shown.visible,
    };
  };

  return {
    get version() {
      return version;
    },
    get buffer(): LiveCarsBuffer {
      return { ...column, count: cars.length, originMs, carNumbers, restsAtS };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pictureTimeS,

    begin({ serverTime, cars: snapshot }, nowMs) {
      const shownBefore = new Map(cars.map((car) => [car.live.invitationId, car.shown]));
      cars = snapshot.map(({ live, CarNumber }) => ({
        live,
        carNumber: CarNumber,
        shown: shownBefore.get(live.invitationId) ?? { flags: NO_FLAGS, alarm: false, visible: true },
        intervalS: 0,
      }));
      indexOf = new Map(cars.map(({ live }, index) => [live.invitationId, index]));
      column = columns(cars.length);
      carNumbers = cars.map(({ carNumber }) => carNumber);
      originMs = serverTime;
      clockOffsetMs = serverTime - nowMs;
      restsAtS = 0;
      newestReceivedAt = null;
      cars.forEach(({ live }, index) => {
        column.ids[index] = live.invitationId;
        if (live.receivedAt !== null) {
          newestReceivedAt = Math.max(newestReceivedAt ?? live.receivedAt, live.receivedAt);
        }
        place(index, live, 0);
        dress(index);
      });
      changed();
    },

    apply(frame, nowMs) {
      hearClock(frame.serverTime, nowMs);
      let known = true;
      for (const after of frame.cars) {
        const index = indexOf.get(after.invitationId);
        const car = index === undefined ? undefined : cars[index];
        if (index === undefined || car === undefined) {
          known = false;
          continue;
        }
        const before = car.live;
        move(index, after, nowMs);
        car.live = withNewestLaps(before, after);
        if (!isAlike(before, after)) dress(index);
      }
      changed();
      return known;
    },

    lapCounted(invitationId, lapEpoch, counter) {
      const car = cars[indexOf.get(invitationId) ?? -1];
      if (car === undefined || car.live.lapEpoch > lapEpoch) return;
      if (car.live.lapEpoch === lapEpoch && car.live.counter >= counter) return;
      car.live = { ...car.live, lapEpoch, counter };
      changed();
    },

    lapsReset(lapEpoch) {
      for (const car of cars) {
        if (car.live.lapEpoch < lapEpoch) {
          car.live = { ...car.live, lapEpoch, counter: 0, lastLapMs: null, bestLapMs: null };
        }
      }
      changed();
    },

    show(stateOf) {
      cars.forEach((car, index) => {
        car.shown = stateOf(car.live.invitationId);
        dress(index);
      });
      changed();
    },

    row: (invitationId) => rowAt(indexOf.get(invitationId) ?? -1),
    live: (invitationId) => cars[indexOf.get(invitationId) ?? -1]?.live,
    rows: () => cars.flatMap((_, index) => rowAt(index) ?? []),
    serverNowMs: (nowMs) => (clockOffsetMs === null ? null : nowMs + clockOffsetMs),
    get newestReceivedAt() {
      return newestReceivedAt;
    },
  };
};
