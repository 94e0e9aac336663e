import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import type { Truth } from '@flagpost/contracts';
import { byCarNumber } from '../../../shared/format.js';
import { PATHS } from '../../../shared/paths.js';
import { TEXTS } from '../../../shared/texts/history.js';
import { timeAtTrack, type GmtHoursAt } from '../../race-control/track-clock.js';
import type { Column } from '../../../shared/ui/list/filter-and-sort.js';

/** Columns of answers: what a row shows, and what its cell of a file has. */

type Cell = string | number | null;
export interface AnswerColumn<Row> extends Column<Row> {
  readonly cell: (row: Row) => Cell;
}

/** Where a link in an answer leads. */
export interface Place {
  readonly eventId: number;
  readonly gmtHoursAt: GmtHoursAt;
  readonly truth: Truth;
  /** Called as somebody follows a link. */
  readonly onFollow: () => void;
}

const SECOND_MS = 1_000;
/** A time of day at the track, to a tenth of a second. */
export const instantText = (instant: number, gmtHoursAt: GmtHoursAt): string =>
  `${timeAtTrack(instant, gmtHoursAt)}.${Math.floor((((instant % SECOND_MS) + SECOND_MS) % SECOND_MS) / 100)}`;

export const InstantOf = ({
  place,
  instant,
  car,
}: {
  place: Place;
  instant: number;
  car: number;
}): ReactElement => (
  <Link
    className="answer-instant"
    to={`${PATHS.history(place.eventId, instant)}&truth=${place.truth}&car=${car}`}
    title={TEXTS.showInHistory}
    onClick={place.onFollow}
  >
    {instantText(instant, place.gmtHoursAt)}
  </Link>
);

interface Numbered {
  readonly InvitationId: number;
  readonly CarNumber: string;
}

const ranks = (rows: readonly Numbered[]): ReadonlyMap<string, number> =>
  new Map(
    [...new Set(rows.map(({ CarNumber }) => CarNumber))].sort(byCarNumber).map((number, i) => [number, i]),
  );

export const carColumn = <Row extends Numbered>(rows: readonly Row[]): AnswerColumn<Row> => {
  const rankOf = ranks(rows);
  return {
    head: TEXTS.history.questions.heads.car,
    text: ({ CarNumber }) => CarNumber,
    order: ({ CarNumber }) => rankOf.get(CarNumber) ?? 0,
    cell: ({ CarNumber }) => CarNumber,
  };
};

/** `digits` after the point; what is not known is a dash, and the last when sorted upwards. */
export const numberColumn = <Row,>(
  head: string,
  valueOf: (row: Row) => number | null,
  digits = 0,
): AnswerColumn<Row> => ({
  head,
  text: (row) => valueOf(row)?.toFixed(digits) ?? TEXTS.history.questions.none,
  order: (row) => valueOf(row) ?? Infinity,
  cell: (row) => {
    const value = valueOf(row);
    return value === null ? null : Number(value.toFixed(digits));
  },
  shape: 'number',
});

export const timeColumn = <Row extends Numbered>(
  head: string,
  place: Place,
  timeOf: (row: Row) => number | null,
): AnswerColumn<Row> => ({
  head,
  text: (row) => {
    const at = timeOf(row);
    return at === null ? TEXTS.history.questions.none : instantText(at, place.gmtHoursAt);
  },
  view: (row) => {
    const at = timeOf(row);
    return at === null ? (
      TEXTS.history.questions.none
    ) : (
      <InstantOf place={place} instant={at} car={row.InvitationId} />
    );
  },
  order: (row) => timeOf(row) ?? Infinity,
  cell: (row) => {
    const at = timeOf(row);
    return at === null ? null : new Date(at).toISOString();
  },
  shape: 'number',
});
