import { setImmediate as nextTurn } from 'node:timers/promises';
import { RACE, type PastPeriod } from '@flagpost/contracts';
import {
  LAST_MINUTE,
  historyPages,
  type HistoryBlock,
  type HistoryStore,
  type SightingStore,
} from '@flagpost/records';
import { FIX_ROW, createCarReplay, happenedAt, type CarReplay } from '@flagpost/telemetry';
import { createHistoryCodec } from '@flagpost/telemetry/journal';
import { publishedFrom } from './published-span.js';

/** The blocks of one car in order of their minutes, as columns. */
export interface CarBlocks {
  readonly minutes: number[];
  /** Epoch ms at which its first and last fix happened (`happenedAt`). */
  readonly earliest: number[];
  readonly latest: number[];
  /** Index of the block with the newest device time up to each. */
  readonly newest: number[];
}

/**
 * Where the fixes of a race lie, and what only a look at all of them shows. Silence and stops need
 * every fix: the first question to a race decodes all of them, once, in slices.
 */
export interface RaceIndex {
  readonly cars: ReadonlyMap<number, CarBlocks>;
  /** Whether some of it was written by a release that kept positions alone. */
  readonly isReduced: boolean;
  /** `receivedAt` of the first and of the last fix, epoch ms; null if there is none. */
  readonly from: number | null;
  readonly to: number | null;
  /** What race control saw is as published from then on, epoch ms; null if none of it is kept. */
  readonly publishedFrom: number | null;
  /** In order of their beginnings. */
  readonly silences: readonly PastPeriod[];
  readonly stops: readonly PastPeriod[];
}

interface CarReading extends CarBlocks {
  readonly invitationId: number;
  readonly replay: CarReplay;
  /** Fixes of the last block that were read. */
  fixesRead: number;
  heardAt: number;
  stoppedSince: number | null;
  readonly silences: PastPeriod[];
  readonly stops: PastPeriod[];
}

const BLOCKS_AT_ONCE = 50;
/** Blocks of the newest minutes grow: so many are read again. */
const GROWING_MINUTES = 3;

const beginReading = (invitationId: number): CarReading => ({
  invitationId,
  minutes: [],
  earliest: [],
  latest: [],
  newest: [],
  replay: createCarReplay(),
  fixesRead: 0,
  heardAt: NaN,
  stoppedSince: null,
  silences: [],
  stops: [],
});

const hear = (car: CarReading, receivedAt: number): void => {
  if (receivedAt - car.heardAt > RACE.offlineAfterMs)
    car.silences.push([car.invitationId, car.heardAt + RACE.offlineAfterMs, receivedAt]);
  if (!(receivedAt <= car.heardAt)) car.heardAt = receivedAt;
  const { isStopped } = car.replay;
  if (isStopped && car.stoppedSince === null) car.stoppedSince = receivedAt;
  if (!isStopped && car.stoppedSince !== null) {
    car.stops.push([car.invitationId, car.stoppedSince, receivedAt]);
    car.stoppedSince = null;
  }
};

const byBeginning = ([, one]: PastPeriod, [, other]: PastPeriod): number => one - other;

/** Reads a race on with each call. */
export interface RaceReading {
  read(): Promise<RaceIndex>;
}

export const openRaceReading = (
  {
    history,
    sightings,
  }: {
    readonly history: Pick<HistoryStore, 'read'>;
    readonly sightings: Pick<SightingStore, 'minutes' | 'read'>;
  },
  eventId: number,
): RaceReading => {
  let published: number | null = null;
  const codec = createHistoryCodec();
  const cars = new Map<number, CarReading>();
  let through = 0;
  let isReduced = false;
  let [from, to] = [Infinity, -Infinity];

  const take = ({ invitationId, minute, bytes }: HistoryBlock): void => {
    isReduced ||= codec.isReduced(bytes);
    const rows = codec.decodeRows(minute, bytes);
    // The journal has inputs of cars that never drove.
    if (rows.length === 0) return;
    const car = cars.get(invitationId) ?? beginReading(invitationId);
    cars.set(invitationId, car);
    const isKnown = car.minutes.at(-1) === minute;
    // A block before the newest one of its car is complete.
    if (!isKnown && minute < (car.minutes.at(-1) ?? 0)) return;
    const first = isKnown ? car.fixesRead * FIX_ROW : 0;
    let [earliest, latest] = isKnown
      ? [car.earliest.pop() ?? 0, car.latest.pop() ?? 0]
      : [Infinity, -Infinity];
    if (isKnown) [car.minutes, car.newest].forEach((column) => column.pop());
    for (let i = first; i < rows.length; i += FIX_ROW) {
      const [receivedAt = 0, t = 0, lat = 0, lng = 0, speedKph = NaN, headingDeg = NaN] = rows.subarray(
        i,
        i + FIX_ROW,
      );
      car.replay.apply(receivedAt, t, lat, lng, speedKph, headingDeg);
      hear(car, receivedAt);
      const happened = happenedAt(receivedAt, t);
      earliest = Math.min(earliest, happened);
      latest = Math.max(latest, happened);
      from = Math.min(from, receivedAt);
      to = Math.max(to, receivedAt);
    }
    car.fixesRead = rows.length / FIX_ROW;
    const before = car.newest.at(-1);
    const isNewest = before === undefined || latest >= (car.latest[before] ?? 0);
    car.newest.push(isNewest ? car.minutes.length : before);
    car.minutes.push(minute);
    car.earliest.push(earliest);
    car.latest.push(latest);
  };

  return {
    async read() {
      const minutes = { first: Math.max(0, through - GROWING_MINUTES), last: LAST_MINUTE };
      for await (const blocks of historyPages(history, eventId, BLOCKS_AT_ONCE, minutes)) {
        blocks.forEach(take);
        through = Math.max(through, blocks.at(-1)?.minute ?? 0);
        await nextTurn();
      }
      published ??= await publishedFrom(sightings, eventId);
      const all = [...cars.values()];
      const isEmpty = all.length === 0;
      const silent = all
        .filter(({ heardAt }) => to - heardAt > RACE.offlineAfterMs)
        .map(({ invitationId, heardAt }): PastPeriod => [invitationId, heardAt + RACE.offlineAfterMs, null]);
      const standing = all.flatMap(({ invitationId, stoppedSince }): PastPeriod[] =>
        stoppedSince === null ? [] : [[invitationId, stoppedSince, null]],
      );
      return {
        cars,
        isReduced,
        from: isEmpty ? null : from,
        to: isEmpty ? null : to,
        publishedFrom: published,
        silences: [...all.flatMap(({ silences }) => silences), ...silent].sort(byBeginning),
        stops: [...all.flatMap(({ stops }) => stops), ...standing].sort(byBeginning),
      };
    },
  };
};
