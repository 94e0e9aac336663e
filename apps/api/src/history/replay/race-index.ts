import { setImmediate as nextTurn } from 'node:timers/promises';
import { MINUTE_MS, type PastPeriod, type Truth } from '@flagpost/contracts';
import type { Clock } from '@flagpost/platform';
import {
  historyPages,
  type HistoryBlock,
  type HistoryStore,
  type Keyframe,
  type SightingStore,
} from '@flagpost/records';
import type { CarBlocks } from './car-reading.js';
import { silencesOf } from './heard.js';
import { decodeKeyframe, encodeKeyframe, type KeyframeContent } from './keyframe-codec.js';
import { publishedFrom } from './published-span.js';
import { GROWING_MINUTES, createRaceFold, type RaceFold } from './race-fold.js';

/** Where the fixes of a race lie, and what only a look at all of them shows. */
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
  readonly silences: Readonly<Record<Truth, readonly PastPeriod[]>>;
  readonly stops: Readonly<Record<Truth, readonly PastPeriod[]>>;
}

/** Blocks that the store is asked for at once. */
const PAGE = 500;
/** Blocks that are taken before others have a turn. */
const SLICE = 50;
const KEYFRAME_MINUTES = 5;
/** Blocks that came late make everything be read again, at most so often; a race that rests is read on as often. */
const AGAIN_MS = 60_000;

const byBeginning = ([, one]: PastPeriod, [, other]: PastPeriod): number => one - other;
/** The last minute of the period of a keyframe. */
const endOf = (minute: number): number => minute - (minute % KEYFRAME_MINUTES) + KEYFRAME_MINUTES - 1;

const indexOf = ({ cars, isReduced }: RaceFold, published: number | null): RaceIndex => {
  const all = [...cars.values()];
  const isEmpty = all.length === 0;
  const from = Math.min(...all.map(({ byTruth }) => byTruth.seen.heard[0] ?? Infinity));
  const to = Math.max(...all.map(({ byTruth }) => byTruth.seen.heard.at(-1) ?? -Infinity));
  const silences = (truth: Truth): PastPeriod[] =>
    all
      .flatMap(({ invitationId, byTruth }) => silencesOf(invitationId, byTruth[truth].heard, to))
      .sort(byBeginning);
  const stops = (truth: Truth): PastPeriod[] =>
    all
      .flatMap(({ invitationId, byTruth }): PastPeriod[] => {
        const { stops: over, stoppedSince } = byTruth[truth];
        return stoppedSince === null ? over : [...over, [invitationId, stoppedSince, null]];
      })
      .sort(byBeginning);
  return {
    cars,
    isReduced,
    from: isEmpty ? null : from,
    to: isEmpty ? null : to,
    publishedFrom: published,
    silences: { happened: silences('happened'), seen: silences('seen') },
    stops: { happened: stops('happened'), seen: stops('seen') },
  };
};

/** Reads a race on with each call. */
export interface RaceReading {
  read(): Promise<RaceIndex>;
}

/** Of a race without positions. */
export const NOTHING_READ: RaceReading = {
  read: () => Promise.resolve(indexOf(createRaceFold(), null)),
};

interface Reads {
  readonly history: Omit<HistoryStore, 'put' | 'get' | 'extent' | 'forget'>;
  readonly sightings: Pick<SightingStore, 'minutes' | 'read'>;
}

/**
 * Reads the history of a race. Silence and stops need every fix: all are decoded, in slices, from the newest keyframe on, and
 * every fifth minute that is complete becomes a keyframe for who reads it next.
 */
export const openRaceReading = (
  { history, sightings }: Reads,
  eventId: number,
  clock: Clock,
): RaceReading => {
  let published: number | null = null;
  let fold: RaceFold | null = null;
  let againAt = -Infinity;
  /** When it was last read to its end; -Infinity while it is being read, and after that has failed. */
  let readAt = -Infinity;

  const readKeyframes = async (): Promise<RaceFold> => {
    const contents: KeyframeContent[] = [];
    for (const { bytes } of await history.keyframes(eventId)) {
      const content = await decodeKeyframe(bytes);
      if (content === null) break;
      contents.push(content);
    }
    return createRaceFold(contents);
  };

  const readBlocks = async (into: RaceFold): Promise<void> => {
    const resumed = into.resume();
    const kept = await history.minutes(eventId);
    if (kept === null) return;
    const { first, newest } = kept;
    /** Takes some blocks; returns what to keep of the minutes that have become complete. */
    const take = (blocks: readonly HistoryBlock[]): readonly KeyframeContent[] =>
      blocks.flatMap((block) => {
        const ends = endOf(into.through);
        const isOver = into.through > 0 && block.minute > ends && ends > into.keptMinute;
        const keyframes = isOver && ends + GROWING_MINUTES < newest ? [into.keyframe(ends)] : [];
        into.take(block);
        return keyframes;
      });
    const minutes = { first: Math.max(first, resumed), last: newest };
    for await (const page of historyPages(history, eventId, PAGE, minutes))
      for (let from = 0; from < page.length; from += SLICE) {
        const keyframes: Keyframe[] = [];
        for (const content of take(page.slice(from, from + SLICE))) {
          const bytes = await encodeKeyframe(content);
          keyframes.push({ eventId, minute: content.minute, bytes });
        }
        if (keyframes.length > 0) await history.putKeyframes(keyframes);
        await nextTurn();
      }
  };

  /** Whether there is something in minutes that counted as complete: a telemetry-ingest was behind. */
  const isIncomplete = async (read: RaceFold): Promise<boolean> => {
    const complete = read.through - GROWING_MINUTES;
    return (await history.count(eventId, complete)) !== read.count(complete);
  };

  /** Whether no car has been heard for minutes, as of a race that is over: the newest block no longer grows, unless late. */
  const rests = async ({ through }: RaceFold): Promise<boolean> =>
    clock.now() - readAt < AGAIN_MS &&
    clock.now() > (through + 1 + GROWING_MINUTES) * MINUTE_MS &&
    (await history.minutes(eventId))?.newest === through;

  return {
    async read() {
      if (fold !== null && (await rests(fold))) return indexOf(fold, published);
      const began = clock.now();
      readAt = -Infinity;
      fold ??= await readKeyframes();
      await readBlocks(fold);
      if (clock.now() - againAt >= AGAIN_MS && (await isIncomplete(fold))) {
        againAt = clock.now();
        await history.dropKeyframes(eventId);
        fold = createRaceFold();
        await readBlocks(fold);
      }
      published ??= await publishedFrom(sightings, eventId);
      readAt = began;
      return indexOf(fold, published);
    },
  };
};
