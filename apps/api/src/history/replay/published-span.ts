import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  historyMinuteOf,
  type HistoryStore,
  type SightingBlock,
  type SightingStore,
} from '@flagpost/records';
import {
  PAST,
  PAST_ROW,
  SIGHTING_KEYFRAME_MINUTES,
  joinSightings,
  minuteOf,
  pastIndexAt,
  type PastRows,
} from '@flagpost/telemetry';
import { inputsIn, openSightings, type JournalOf } from '@flagpost/telemetry/journal';
import type { Span } from './past-span.js';

/** A state that a picture moves towards is in the minute after a span at the latest. */
const AHEAD_MS = 60_000;
const keyframeOf = (minute: number): number => minute - (minute % SIGHTING_KEYFRAME_MINUTES);

type Sightings = Pick<SightingStore, 'minutes' | 'read'>;

/** When what race control saw begins to be kept, epoch ms; null if it is not. */
export const publishedFrom = async (sightings: Sightings, eventId: number): Promise<number | null> => {
  const minutes = await sightings.minutes(eventId, Number.MAX_SAFE_INTEGER);
  if (minutes === null) return null;
  const blocks = await sightings.read(eventId, minutes.first, minutes.first);
  return Math.min(...blocks.map(({ bytes }) => openSightings(bytes).firstAt()));
};

/** Blocks by their minutes, the newest first. */
const byMinute = (blocks: readonly SightingBlock[]): [minute: number, blocks: SightingBlock[]][] => {
  const minutes = new Map<number, SightingBlock[]>();
  for (const block of blocks) {
    const ofMinute = minutes.get(block.minute) ?? [];
    ofMinute.push(block);
    minutes.set(block.minute, ofMinute);
  }
  return [...minutes].sort(([one], [other]) => other - one);
};

interface Reads {
  readonly history: Pick<HistoryStore, 'get' | 'read'>;
  readonly sightings: Sightings;
}

/** Reads the journals of a race that states refer to, each once. */
const createJournals = (history: Reads['history'], eventId: number) => {
  /** By minute and car. */
  const known = new Map<number, Map<number, Uint8Array>>();
  return {
    inputsOf: inputsIn((invitationId, minute) => known.get(minute)?.get(invitationId)),
    async read(needed: readonly JournalOf[]): Promise<void> {
      for (const minute of new Set(needed.map((one) => one.minute))) {
        const ofMinute = known.get(minute) ?? new Map<number, Uint8Array>();
        known.set(minute, ofMinute);
        const unknown = needed.filter((one) => one.minute === minute && !ofMinute.has(one.invitationId));
        const cars = unknown.map(({ invitationId }) => invitationId);
        for (const { invitationId, bytes } of await historyMinuteOf(history, eventId, minute, cars))
          ofMinute.set(invitationId, bytes);
      }
    },
  };
};

/**
 * What was published of the cars of a race in a span. From the last minute backwards: of minutes before the span only those cars
 * are read whose state at its beginning is not known yet.
 *
 * @param isWanted of all cars, which
 * @throws RangeError if the journal of a state is gone, or another one than when it was published
 */
export const readPublishedSpan = async (
  { history, sightings }: Reads,
  eventId: number,
  { from, to }: Span,
  isWanted: (invitationId: number) => boolean = () => true,
): Promise<ReadonlyMap<number, PastRows>> => {
  const last = minuteOf(to + AHEAD_MS);
  const read = await sightings.read(eventId, keyframeOf(minuteOf(from)), last);
  const hasKeyframe = read.some(({ minute }) => minute === keyframeOf(minuteOf(from)));
  const before = hasKeyframe ? null : await sightings.minutes(eventId, keyframeOf(minuteOf(from)) - 1);
  // The process had begun anew, or nothing was published for a time.
  const earlier =
    before === null ? [] : await sightings.read(eventId, keyframeOf(before.newest), before.newest);
  const journals = createJournals(history, eventId);
  const parts = new Map<number, PastRows[]>();
  /** By car, epoch ms: when the newest known state from before the span came to be. */
  const inForceSince = new Map<number, number>();
  for (const [minute, blocks] of byMinute([...earlier, ...read])) {
    const isRead = (id: number): boolean =>
      isWanted(id) && !(minuteOf(inForceSince.get(id) ?? -Infinity) > minute);
    const opened = blocks.map(({ bytes }) => openSightings(bytes));
    await journals.read(opened.flatMap((block) => block.journals(isRead)));
    const found: [id: number, rows: PastRows][] = [];
    for (const block of opened) {
      found.push(...block.states(journals.inputsOf, isRead));
      await nextTurn();
    }
    for (const [id, rows] of found) {
      const ofCar = parts.get(id) ?? [];
      ofCar.push(rows);
      parts.set(id, ofCar);
      const since = rows[pastIndexAt(rows, from) + PAST.at] ?? -Infinity;
      inForceSince.set(id, Math.max(since, inForceSince.get(id) ?? -Infinity));
    }
  }
  return new Map([...parts].map(([id, rows]) => [id, joinSightings(rows.toReversed(), from, to)]));
};

const NO_ROWS: PastRows = new Float64Array();

/** Computed states until `since`, then published ones. */
export const joinTruths = (
  computed: ReadonlyMap<number, PastRows>,
  published: ReadonlyMap<number, PastRows>,
  since: number,
  { from, to }: Span,
): ReadonlyMap<number, PastRows> =>
  new Map(
    [...new Set([...computed.keys(), ...published.keys()])].map((id) => {
      const rows = computed.get(id) ?? NO_ROWS;
      const before = rows.subarray(0, pastIndexAt(rows, since - 1) + PAST_ROW);
      return [id, joinSightings([before, published.get(id) ?? NO_ROWS], from, to)];
    }),
  );
