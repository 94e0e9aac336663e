import type { LiveCar, Snapshot } from '@flagpost/contracts';
import type { LiveCarsBuffer, LiveCarsSource } from '@flagpost/map-layers';
import { createListeners } from '@flagpost/map-layers/listeners';
import { createFrameReader } from '@flagpost/telemetry';
import { liveAt } from './car-columns.js';
import { createCarPicture, type CarPicture } from './car-picture.js';
import { createLiveField, liveOf, type CarRow, type SectorFlagAt, type ShownCar } from './live-field.js';
import { createServerClock, type ServerClock } from './server-clock.js';
import { createTakenOff, takenOffControl } from './taken-off.js';

/**
 * The cars of one race as typed arrays, outside Redux: positions come ten times a second, screens look when they like.
 * The map reads columns, panels read rows twice a second.
 */
export interface LiveCars extends LiveCarsSource {
  /** The current state of the race: cars, order, clock. `nowMs` is `performance.now()` everywhere here. */
  begin(snapshot: Pick<Snapshot, 'streamId' | 'serverTime' | 'cars' | 'takenOff'>, nowMs: number): void;
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
  showSectors(flagAt: SectorFlagAt): void;
  /** Row of a car; undefined for one that is not in the race. */
  row(invitationId: number): CarRow | undefined;
  rows(): CarRow[];
  /** The newest state of a car, as the server has it. */
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

/** What tells the time of the race, and where cars are drawn between fixes: of now, or of a race that is replayed. */
export interface CarsTiming {
  clock: ServerClock;
  createPicture: (size: number, originMs: number) => CarPicture;
}

const live = (): CarsTiming => ({ clock: createServerClock(), createPicture: createCarPicture });

export const createLiveCars = ({ clock, createPicture }: CarsTiming = live()): LiveCars => {
  const reader = createFrameReader();
  const takenOff = createTakenOff();
  const listeners = createListeners();
  let field = createLiveField([], createPicture(0, 0));
  let sectorFlagAt: SectorFlagAt = null;
  let version = 0;

  const changed = (): void => {
    version += 1;
    listeners.call();
  };
  const pictureTimeS = (nowMs: number): number => field.picture.timeS(clock.pictureMs(nowMs) ?? nowMs);
  const isTakenOff = (index: number): boolean => takenOff.has(field.columns.ids[index] ?? 0);

  return {
    get version() {
      return version;
    },
    get buffer(): LiveCarsBuffer {
      const { columns, picture, size, carNumbers } = field;
      const { originMs, restsAtS } = picture;
      return { ...picture.columns, ids: columns.ids, count: size, originMs, carNumbers, restsAtS };
    },
    subscribe: listeners.subscribe,
    pictureTimeS,

    begin(snapshot, nowMs) {
      const former = field;
      const cars = [...snapshot.cars, ...takenOff.begin(snapshot, former, nowMs)];
      const controlOf = (id: number) => former.control(former.indexOf(id) ?? -1);
      const picture = createPicture(cars.length, snapshot.serverTime);
      field = createLiveField(cars, picture, controlOf, sectorFlagAt);
      clock.begin(snapshot, nowMs);
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
        index = field.indexAfter(index, reader.invitationId);
        if (index === undefined) {
          areKnown = false;
          continue;
        }
        const didRun = field.isRunning(index);
        field.take(index, reader, pictureS);
        if (!didRun || !field.isRunning(index)) notRunning.push(liveAt(field.columns, index));
      }
      changed();
      return { serverTime, areKnown, notRunning };
    },

    lapCounted(invitationId, lapEpoch, counter) {
      const index = field.indexOf(invitationId);
      if (index === undefined) return;
      field.countLap(index, lapEpoch, counter);
      changed();
    },

    lapsReset(lapEpoch) {
      field.resetLaps(lapEpoch);
      changed();
    },

    show(stateOf) {
      field.show((id, index) => (takenOff.has(id) ? takenOffControl(field.control(index)) : stateOf(id)));
      changed();
    },

    showSectors(flagAt) {
      if (flagAt === sectorFlagAt) return;
      sectorFlagAt = flagAt;
      field.showSectors(flagAt);
      changed();
    },

    takeOff(invitationIds, untilMs) {
      for (const id of invitationIds) if (field.indexOf(id) !== undefined) takenOff.add(id, untilMs);
    },
    dropTakenOff(nowMs) {
      const over = takenOff.over(nowMs);
      if (over.length === 0) return;
      for (const id of over) field.hide(field.indexOf(id) ?? -1);
      changed();
    },

    row: (invitationId) => field.row(field.indexOf(invitationId) ?? -1),
    live: (invitationId) => liveOf(field, invitationId),
    rows: () => field.carNumbers.flatMap((_, index) => (isTakenOff(index) ? [] : (field.row(index) ?? []))),
    serverNowMs: (nowMs) => clock.nowMs(nowMs),
    get newestReceivedAt() {
      return field.newestReceivedAt;
    },
  };
};
