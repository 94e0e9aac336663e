import type { ReactNode } from 'react';
import { LANGUAGE } from '../../language.js';

/** One column of a list: its head, what it says of a row, and how rows stand by it. */
export interface Column<Row> {
  readonly head: string;
  /** What is shown and searched. */
  readonly text: (row: Row) => string;
  /** What is shown in place of the text: it says the same, and a mark or a link more. */
  readonly view?: (row: Row) => ReactNode;
  /** What rows are sorted by, where the text is not in order by itself. */
  readonly order?: (row: Row) => number | string;
  /** Words go on in a second line where nothing is said; an address is cut at the end, days and numbers never are. */
  readonly shape?: 'address' | 'days' | 'number';
}

export interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

export const PAGE_SIZES = [5, 10, 25] as const;
export const PAGE_SIZE = 10;

/** What is searched for, and which page of what is found is shown in which order. */
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

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase(LANGUAGE);

/** Rows that hold every word of the search in some column, sorted by one; rows that are equal stay in order. */
export const arrange = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  search: string,
  sorting: Sorting | null,
): readonly Row[] => {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const found =
    words.length === 0
      ? rows
      : rows.filter((row) => {
          const text = plain(columns.map((column) => column.text(row)).join('\n'));
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

/** A page that there is: the last one where there are fewer now. */
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
