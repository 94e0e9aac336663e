import { MINUTE_MS, type LiveCar } from '@flagpost/contracts';
import { minuteOf } from '../codecs/fix-rows.js';
import { PAST, PAST_ROW, rowsWithin, type PastRows } from './car-replay.js';
import { encodePastSpan } from './past-span.js';
import { packShown, type Shown } from './shown.js';

/** In a minute that this divides, the block of a field has the state of each of its cars, also of those that do not change. */
export const SIGHTING_KEYFRAME_MINUTES = 5;
/** Numbers of the first states of a car; the room grows. */
const FIRST_ROOM = 8 * PAST_ROW;

/** What is published of a car beside its frames. */
export type Beside = Pick<Shown, 'linked' | 'track' | 'driver'>;

/** What frames have is kept in numbers of its own: a frame that lived until the next one of its cars would grow old. */
interface SeenCar {
  /** The newest state; its time and `shown` are in it from the end of the second on. */
  readonly newest: Float64Array;
  /** What is beside the frame is that of the last second. */
  readonly shown: { -readonly [Name in keyof Shown]: Shown[Name] };
  /** `serverTime` of the frame that had it first, epoch ms. */
  publishedAt: number;
  rows: Float64Array;
  /** Numbers of `rows` that are used. */
  length: number;
  readonly last: Float64Array;
  /** False before the first state was kept. */
  isKept: boolean;
}

/** What one process publishes of the cars of an event, a state a second at most, by the minute. */
export interface Sightings {
  /** @param serverTime of the frame, epoch ms */
  take(serverTime: number, car: LiveCar): void;
  /**
   * Keeps the states that changed since the last second.
   *
   * @param now epoch ms
   */
  second(now: number, besideOf: (invitationId: number) => Beside): void;
  /** The block of the newest minute that was kept, format of `encodePastSpan`; null if nothing of it was kept since. */
  block(): { readonly minute: number; readonly bytes: Uint8Array } | null;
  /** Whether what was kept is of a minute before this time's. */
  endsBefore(now: number): boolean;
}

export const createSightings = (eventId: number): Sightings => {
  const cars = new Map<number, SeenCar>();
  let minute = -1;
  let isChanged = false;

  const write = ({ newest, shown }: SeenCar, car: LiveCar): void => {
    newest[PAST.t] = Math.round(car.t ?? NaN);
    newest[PAST.receivedAt] = car.receivedAt ?? NaN;
    newest[PAST.lat] = car.lat ?? NaN;
    newest[PAST.lng] = car.lng ?? NaN;
    newest[PAST.speedKph] = car.speedKph;
    newest[PAST.headingDeg] = car.headingDeg ?? NaN;
    newest[PAST.stopped] = car.stopped ? 1 : 0;
    shown.offline = car.offline;
    shown.sos = car.sos;
    shown.counter = car.counter;
  };
  const keepLast = (car: SeenCar): void => {
    if (car.length === car.rows.length) {
      const larger = new Float64Array(2 * car.rows.length);
      larger.set(car.rows);
      car.rows = larger;
    }
    car.rows.set(car.last, car.length);
    car.length += PAST_ROW;
    isChanged = true;
  };
  const begin = (next: number): void => {
    minute = next;
    isChanged = false;
    for (const car of cars.values()) {
      car.length = 0;
      if (car.isKept && minute % SIGHTING_KEYFRAME_MINUTES === 0) keepLast(car);
    }
  };
  /** But for the time. */
  const isSame = ({ last, newest }: SeenCar): boolean => {
    for (let i = 1; i < PAST_ROW; i += 1) if (!Object.is(last[i], newest[i])) return false;
    return true;
  };
  const admit = (invitationId: number): SeenCar => {
    const car: SeenCar = {
      newest: new Float64Array(PAST_ROW),
      shown: { offline: false, sos: false, linked: false, track: null, driver: null, counter: 0 },
      publishedAt: 0,
      rows: new Float64Array(FIRST_ROOM),
      length: 0,
      last: new Float64Array(PAST_ROW),
      isKept: false,
    };
    cars.set(invitationId, car);
    return car;
  };

  return {
    take(serverTime, newest) {
      // Without a position there is nothing to show; an SOS without one is in the story of the race.
      if (newest.lat === null) return;
      const car = cars.get(newest.invitationId) ?? admit(newest.invitationId);
      write(car, newest);
      car.publishedAt = serverTime;
    },
    second(now, besideOf) {
      if (minuteOf(now) !== minute) begin(minuteOf(now));
      for (const [invitationId, car] of cars) {
        const { linked, track, driver } = besideOf(invitationId);
        car.shown.linked = linked;
        car.shown.track = track;
        car.shown.driver = driver;
        // What is beside the frame may have changed after it.
        const isNewer = car.publishedAt > (car.last[PAST.at] ?? 0);
        car.newest[PAST.at] = isNewer ? car.publishedAt : now;
        car.newest[PAST.shown] = packShown(car.shown);
        if (car.isKept && isSame(car)) continue;
        car.last.set(car.newest);
        car.isKept = true;
        keepLast(car);
      }
    },
    block() {
      if (!isChanged) return null;
      isChanged = false;
      const from = minute * MINUTE_MS;
      const kept = new Map(
        [...cars].flatMap(([id, { rows, length }]) =>
          length === 0 ? [] : [[id, rows.subarray(0, length)] as const],
        ),
      );
      const span = { eventId, truth: 'seen', from, to: from + MINUTE_MS, cars: kept } as const;
      return { minute, bytes: encodePastSpan(span) };
    },
    endsBefore: (now) => minute >= 0 && minute !== minuteOf(now),
  };
};

/** A block is encoded in one turn. */
const CARS_OF_A_BLOCK = 100;

/** The cars of an event by the hundred, in the order in which they were first published: a block each. */
export interface SightingParts {
  readonly parts: readonly Sightings[];
  of(invitationId: number): Sightings;
}

export const createSightingParts = (eventId: number): SightingParts => {
  const parts: Sightings[] = [];
  const partOf = new Map<number, Sightings>();
  return {
    parts,
    of(invitationId) {
      const known = partOf.get(invitationId);
      if (known !== undefined) return known;
      const newest = partOf.size % CARS_OF_A_BLOCK === 0 ? undefined : parts.at(-1);
      const part = newest ?? createSightings(eventId);
      if (newest === undefined) parts.push(part);
      partOf.set(invitationId, part);
      return part;
    },
  };
};

const timeAt = (rows: PastRows, index: number): number => rows[index + PAST.at] ?? NaN;

/** In order of their times; of states with one time the first. */
const inOrder = (rows: PastRows): PastRows => {
  let isOrdered = true;
  for (let index = PAST_ROW; index < rows.length && isOrdered; index += PAST_ROW)
    isOrdered = timeAt(rows, index - PAST_ROW) < timeAt(rows, index);
  if (isOrdered) return rows;
  const order = Array.from({ length: rows.length / PAST_ROW }, (_, i) => i * PAST_ROW);
  order.sort((one, other) => timeAt(rows, one) - timeAt(rows, other));
  const distinct = order.filter((index, i) => timeAt(rows, index) !== timeAt(rows, order[i - 1] ?? -1));
  const sorted = new Float64Array(distinct.length * PAST_ROW);
  distinct.forEach((index, i) => sorted.set(rows.subarray(index, index + PAST_ROW), i * PAST_ROW));
  return sorted;
};

/**
 * The states of a car out of blocks in any order, each in order of its states: from the one in force at `from` to the first one
 * from `to` on. A state that two blocks have is one.
 */
export const joinSightings = (parts: readonly PastRows[], from: number, to: number): PastRows => {
  const kept = parts.map((part) => rowsWithin(part, from, to));
  const all = new Float64Array(kept.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of kept) {
    all.set(part, length);
    length += part.length;
  }
  return rowsWithin(inOrder(all), from, to).slice();
};
