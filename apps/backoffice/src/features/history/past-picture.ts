import { PAST, PAST_ROW, lngNear, pastIndexAt } from '@flagpost/telemetry';
import { pictureColumns, type CarPicture } from '../race-control/car-picture.js';
import type { CarsTiming } from '../race-control/live-cars.js';
import { slideOf, type ShownMoment } from './past-trail.js';
import type { SpanStore } from './span-store.js';

export interface PastPictureParts {
  /** Invitation ids, in the order of the columns. */
  readonly ids: readonly number[];
  readonly spans: Pick<SpanStore, 'rows'>;
  /** Null before the first instant is shown. */
  readonly moment: () => ShownMoment | null;
  /** While it does not play, the picture does not change by itself. */
  readonly isPlaying: () => boolean;
}

/** Where cars of the past are drawn: on their way between the positions around the instant that is shown. */
export const createPastPictures =
  ({ ids, spans, moment, isPlaying }: PastPictureParts): CarsTiming['createPicture'] =>
  (size, originMs): CarPicture => {
    const columns = pictureColumns(size);
    const timeS = (instant: number): number => (instant - originMs) / 1_000;
    const place = (index: number): void => {
      const id = ids[index];
      const now = moment();
      if (id === undefined || now === null) return;
      const rows = spans.rows(now.truth, id, now.instant);
      const at = pastIndexAt(rows, now.instant);
      const valueOf = (row: number, field: number): number => rows?.[row + field] ?? NaN;
      const [from, to] = now.truth === 'happened' ? [at, at + PAST_ROW] : [at - PAST_ROW, at];
      const slide = from < 0 ? null : slideOf(now.truth, valueOf(from, PAST.at), valueOf(to, PAST.at));
      const [first, last] = slide === null ? [at, at] : [from, to];
      const [leavesAt, arrivesAt] = slide ?? [now.instant, now.instant];
      columns.prevLat[index] = valueOf(first, PAST.lat);
      columns.prevLng[index] = valueOf(first, PAST.lng);
      columns.nextLat[index] = valueOf(last, PAST.lat);
      columns.nextLng[index] = lngNear(valueOf(first, PAST.lng), valueOf(last, PAST.lng));
      columns.prevHeadingDeg[index] = valueOf(first, PAST.headingDeg);
      columns.nextHeadingDeg[index] = valueOf(last, PAST.headingDeg);
      columns.prevTimeS[index] = timeS(leavesAt);
      columns.nextTimeS[index] = timeS(arrivesAt);
    };
    return {
      columns,
      originMs,
      get restsAtS() {
        return isPlaying() ? Infinity : -Infinity;
      },
      timeS,
      place,
      move: place,
    };
  };
