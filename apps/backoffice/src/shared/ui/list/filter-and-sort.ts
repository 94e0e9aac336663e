import type { ReactNode } from 'react';
import { LANGUAGE } from '../../language.js';
import { searchable } from '../../searchable.js';

/** One column of a list: its header, its text for a row, and its sort order. */
export interface Column<Row> {
  readonly head: string;
  /** The text that is shown and searched. */
  readonly text: (row: Row) => string;
  /** Rendered instead of the text, with the same content plus a mark or a link. */
  readonly view?: (row: Row) => ReactNode;
  /** Sort key, if sorting by the text would be wrong. */
  readonly order?: (row: Row) => number | string;
  /** By default text wraps into a second line; an address is truncated, days and numbers never are. */
  readonly shape?: 'address' | 'days' | 'number';
}

export interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

export const PAGE_SIZES = [5, 10, 25] as const;
const PAGE_SIZE = 10;

/** Search, sorting and page of a list. */
export interface Question {
  readonly search: string;
  readonly sorting: Sorting | null;
  /** From 0. */
  readonly page: number;
  /** Rows of a page. */
  readonly size: number;
}
export const FIRST_QUESTION: Question = { search: '', sorting: null, page: 0, size: PAGE_SIZE };

const collator = new Intl.Collator(LANGUAGE, { numeric: true, sensitivity: 'base' });

/** Rows that contain every word of the search in some column, sorted by one column; the sort is stable. */
export const filterAndSort = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  search: string,
  sorting: Sorting | null,
): readonly Row[] => {
  const words = searchable(search).split(/\s+/).filter(Boolean);
  const found =
    words.length === 0
      ? rows
      : rows.filter((row) => {
          const text = searchable(columns.map((column) => column.text(row)).join('\n'));
          return words.every((word) => text.includes(word));
        });
  const column = sorting === null ? undefined : columns[sorting.column];
  if (column === undefined) return found;
  const order = column.order ?? column.text;
  const way = sorting?.isDescending === true ? -1 : 1;
  return found.toSorted((one, other) => {
    const [a, b] = [order(one), order(other)];
    return (
      way * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
    );
  });
};

/** Clamps the page to the last one that exists. */
export const placeOf = (total: number, { page: wanted, size }: Pick<Question, 'page' | 'size'>) => {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(wanted, pages - 1);
  const first = total === 0 ? 0 : page * size + 1;
  return { page, pages, first, last: Math.min(total, (page + 1) * size), total };
};

/** The rows of that page. */
export const pageOf = <Row>(rows: readonly Row[], question: Pick<Question, 'page' | 'size'>) => {
  const place = placeOf(rows.length, question);
  const from = place.page * question.size;
  return { ...place, shown: rows.slice(from, from + question.size) };
};
