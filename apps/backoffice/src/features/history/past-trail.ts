import type { TrailColumns, TrailSource } from '@flagpost/map-layers';
import type { Truth } from '@flagpost/contracts';
import { lngNear, PAST, PAST_ROW, type PastRows } from '@flagpost/telemetry';
import { WINDOW_MS, windowOf, type SpanStore } from './span-store.js';

/** A car is slid between two positions that are no farther apart, ms. */
const MAX_SLIDE_MS = 5_000;
/** The live map arrives at a position one interval after it has come, but no later than this. */
const MAX_DELAY_MS = 2_000;
/** Over a longer silence nobody knows where a car has driven, ms. */
const MAX_SILENCE_MS = 15_000;

/**
 * When a car is drawn on its way between two positions, [leaves, arrives]; null: it is placed at the second one.
 * What happened is known to its next position; race control's screen comes to one when it has been received.
 */
export const slideOf = (truth: Truth, fromAt: number, toAt: number): readonly [number, number] | null => {
  const intervalMs = toAt - fromAt;
  if (!(intervalMs > 0 && intervalMs <= MAX_SLIDE_MS)) return null;
  return truth === 'happened' ? [fromAt, toAt] : [toAt, toAt + Math.min(intervalMs, MAX_DELAY_MS)];
};

/** What is shown. */
export interface ShownMoment {
  /** Epoch ms. */
  readonly instant: number;
  readonly truth: Truth;
}

/** What is shown, and from when on picture time counts, epoch ms. */
interface TrailMoment extends ShownMoment {
  readonly originMs: number;
}

interface Columns {
  readonly from: number[];
  readonly to: number[];
  readonly spans: number[];
}

/** Adds the way of one car, as far as the truth knows it at that instant. */
const addWay = (
  { from, to, spans }: Columns,
  rows: readonly PastRows[],
  { instant, truth, originMs }: TrailMoment,
  lastsMs: number,
): void => {
  let [lastAt, lastLat, lastLng] = [-Infinity, NaN, NaN];
  for (const of of rows) {
    for (let row = 0; row < of.length; row += PAST_ROW) {
      const valueOf = (field: number): number => of[row + field] ?? NaN;
      const [at, lat, lng] = [valueOf(PAST.at), valueOf(PAST.lat), valueOf(PAST.lng)];
      // Windows overlap by the positions at their ends.
      if (at <= lastAt || Number.isNaN(lat)) continue;
      const [leavesAt, arrivesAt] = slideOf(truth, lastAt, at) ?? [at, at];
      const isDrawn = leavesAt <= instant && arrivesAt > instant - lastsMs && at - lastAt <= MAX_SILENCE_MS;
      if (isDrawn) {
        from.push(lastLng, lastLat);
        to.push(lngNear(lastLng, lng), lat);
        spans.push((leavesAt - originMs) / 1_000, (arrivesAt - originMs) / 1_000);
      }
      [lastAt, lastLat, lastLng] = [at, lat, lng];
    }
  }
};

/**
 * Where cars were in the last seconds, by what is shown when it is asked.
 *
 * @param onMissing positions of that time are not there yet, and have been asked for
 */
export const createTrail = ({
  invitationIds,
  lastsS,
  spans,
  moment,
  onMissing,
}: {
  readonly invitationIds: readonly number[];
  readonly lastsS: number;
  readonly spans: SpanStore;
  /** Null before the first instant is shown. */
  readonly moment: () => TrailMoment | null;
  readonly onMissing: () => void;
}): TrailSource => ({
  lastsS,
  columns(): TrailColumns {
    const columns: Columns = { from: [], to: [], spans: [] };
    const now = moment();
    if (now !== null) {
      const { instant, truth } = now;
      const windows: number[] = [];
      for (let at = windowOf(instant - lastsS * 1_000); at <= instant; at += WINDOW_MS) windows.push(at);
      const missing = windows.filter((at) => !spans.has(truth, at));
      if (missing.length > 0) {
        spans.want(
          [],
          missing.map((at) => [truth, at]),
        );
        onMissing();
      }
      for (const id of invitationIds) {
        const rows = windows.flatMap((at) => spans.rows(truth, id, at) ?? []);
        addWay(columns, rows, now, lastsS * 1_000);
      }
    }
    return {
      length: columns.spans.length / 2,
      from: Float64Array.from(columns.from),
      to: Float64Array.from(columns.to),
      spans: Float32Array.from(columns.spans),
    };
  },
});
