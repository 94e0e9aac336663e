import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SightingStore } from '@flagpost/records';
import {
  PAST,
  PAST_ROW,
  SIGHTING_KEYFRAME_MINUTES,
  decodePastSpan,
  joinSightings,
  minuteOf,
  pastIndexAt,
  type PastRows,
} from '@flagpost/telemetry';
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
  return Math.min(
    ...blocks.flatMap(({ bytes }) =>
      [...decodePastSpan(bytes).cars.values()].map((rows) => rows[PAST.at] ?? Infinity),
    ),
  );
};

/** What was published of all cars of a race in a span. */
export const readPublishedSpan = async (
  sightings: Sightings,
  eventId: number,
  { from, to }: Span,
): Promise<ReadonlyMap<number, PastRows>> => {
  const last = minuteOf(to + AHEAD_MS);
  const read = await sightings.read(eventId, keyframeOf(minuteOf(from)), last);
  const hasKeyframe = read.some(({ minute }) => minute === keyframeOf(minuteOf(from)));
  const before = hasKeyframe ? null : await sightings.minutes(eventId, keyframeOf(minuteOf(from)) - 1);
  // The process had begun anew, or nothing was published for a time.
  const earlier =
    before === null ? [] : await sightings.read(eventId, keyframeOf(before.newest), before.newest);
  const parts = new Map<number, PastRows[]>();
  for (const { bytes } of [...earlier, ...read]) {
    for (const [invitationId, rows] of decodePastSpan(bytes).cars)
      parts.set(invitationId, [...(parts.get(invitationId) ?? []), rows]);
    await nextTurn();
  }
  return new Map([...parts].map(([invitationId, rows]) => [invitationId, joinSightings(rows, from, to)]));
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
