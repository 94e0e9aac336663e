import { Button } from 'primereact/button';
import { Skeleton } from 'primereact/skeleton';
import {
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Link } from 'react-router-dom';
import { TEXTS } from '../../texts/common.js';
import { Failure } from '../failure.js';
import {
  filterAndSort,
  FIRST_QUESTION,
  pageOf,
  placeOf,
  type Column,
  type Question,
} from './filter-and-sort.js';
import { Pager } from './pager.js';
import './list.css';

/** An action for a row, at its right end. */
export interface RowAction<Row> {
  readonly icon: string;
  readonly label: (row: Row) => string;
  readonly isDanger?: boolean;
  readonly isOffered?: (row: Row) => boolean;
  /** Where it leads, or what it does. */
  readonly act: { readonly to: (row: Row) => string } | { readonly press: (row: Row) => void };
}

/** Rows selected on any page, for an action on all of them. */
export interface Selection<Row> {
  readonly ids: ReadonlySet<number | string>;
  readonly onChange: (ids: ReadonlySet<number | string>) => void;
  readonly label: (row: Row) => string;
}

export interface ListProps<Row> {
  readonly title: string;
  /** Heading level of the section that contains the list. */
  readonly heading?: 'h1' | 'h2';
  /** True if a dialog already shows the title. */
  readonly isTitleHidden?: boolean;
  /** Buttons beside the title; a function gets the rows that the search finds, on all pages, as they are sorted. */
  readonly actions?: ReactNode | ((found: readonly Row[]) => ReactNode);
  /** Label of the search box; if undefined, there is no search box. */
  readonly search?: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => number | string;
  readonly rowActions?: readonly RowAction<Row>[];
  readonly selection?: Selection<Row>;
  /** Between the head and the rows. */
  readonly toolbar?: ReactNode;
  readonly error?: unknown;
  /** Shown for an error in place of the server's message. */
  readonly failed?: string;
  readonly onRetry: () => void;
  readonly empty: string;
  readonly footer: (first: number, last: number, total: number) => string;
  /** If the server searches, sorts and pages: `rows` is its answer to `question`. */
  readonly server?: {
    readonly question: Question;
    readonly onAsk: (question: Question) => void;
    /** Number of rows on all pages. */
    readonly total: number;
    /** The newest question is not answered yet: `rows` is the answer to the previous one. */
    readonly isAsking: boolean;
  };
}

const SKELETON_ROWS = 3;

const ActionButton = <Row,>({ action, row }: { action: RowAction<Row>; row: Row }): ReactElement => {
  const label = action.label(row);
  if ('to' in action.act) {
    return (
      <Link
        className="p-button p-component p-button-icon-only p-button-text p-button-secondary"
        to={action.act.to(row)}
        aria-label={label}
        title={label}
      >
        <i className={action.icon} aria-hidden="true" />
      </Link>
    );
  }
  const { press } = action.act;
  return (
    <Button
      icon={action.icon}
      text
      severity={action.isDanger === true ? 'danger' : 'secondary'}
      aria-label={label}
      title={label}
      onClick={() => press(row)}
    />
  );
};

/** Elements of a row that arrow keys reach: its actions, or its checkbox. */
const stopsOf = (row: Element, from: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>(
    from.closest('.list-check') === null ? '.list-actions > *' : '.list-check input',
  ),
];

/** Up and down move to the same action of the next row with actions. */
const walkRows = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const target = event.target as HTMLElement;
  const from = target.closest('tr');
  if (from === null) return;
  const step = (row: Element): Element | null =>
    event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  let row = step(from);
  while (row !== null && stopsOf(row, target).length === 0) row = step(row);
  if (row === null) return;
  const at = stopsOf(from, target).indexOf(target);
  event.preventDefault();
  (stopsOf(row, target)[at] ?? stopsOf(row, target).at(-1))?.focus();
};

/** Selects every row that matches the search, on all pages, or none. */
const SelectAll = ({
  found,
  selected,
  onChange,
}: {
  found: readonly (number | string)[];
  selected: ReadonlySet<number | string>;
  onChange: (ids: ReadonlySet<number | string>) => void;
}): ReactElement => {
  const chosen = found.filter((id) => selected.has(id)).length;
  const isAll = found.length > 0 && chosen === found.length;
  return (
    <input
      type="checkbox"
      aria-label={TEXTS.list.selectAll(found.length)}
      title={TEXTS.list.selectAll(found.length)}
      checked={isAll}
      disabled={found.length === 0}
      ref={(box) => {
        if (box !== null) box.indeterminate = chosen > 0 && !isAll;
      }}
      onChange={() => {
        const rest = [...selected].filter((id) => !found.includes(id));
        onChange(new Set(isAll ? rest : [...rest, ...found]));
      }}
    />
  );
};

const ListRow = <Row,>({
  row,
  id,
  columns,
  rowActions,
  selection,
}: {
  row: Row;
  id: number | string;
  columns: readonly Column<Row>[];
  rowActions: readonly RowAction<Row>[];
  selection: Selection<Row> | undefined;
}): ReactElement => (
  <tr>
    {selection !== undefined && (
      <td className="list-check">
        <input
          type="checkbox"
          aria-label={selection.label(row)}
          checked={selection.ids.has(id)}
          onChange={({ target }) => {
            const others = [...selection.ids].filter((each) => each !== id);
            selection.onChange(new Set(target.checked ? [...others, id] : others));
          }}
        />
      </td>
    )}
    {columns.map((column) => (
      <td key={column.head} data-head={column.head} data-shape={column.shape}>
        <span title={column.text(row)}>{column.view?.(row) ?? column.text(row)}</span>
      </td>
    ))}
    {rowActions.length > 0 && (
      <td className="list-actions">
        {rowActions
          .filter(({ isOffered }) => isOffered?.(row) ?? true)
          .map((action) => (
            <ActionButton key={action.icon} action={action} row={row} />
          ))}
      </td>
    )}
  </tr>
);

/** While the rows are loading. */
const SkeletonRows = <Row,>({
  columns,
  isSelectable,
  hasActions,
}: {
  columns: readonly Column<Row>[];
  isSelectable: boolean;
  hasActions: boolean;
}): ReactElement[] =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row}>
      {isSelectable && <td className="list-check" />}
      {columns.map(({ head }) => (
        <td key={head} data-head={head}>
          <Skeleton height="20px" />
        </td>
      ))}
      {hasActions && <td className="list-actions" />}
    </tr>
  ));

const sortIcon = (isSorted: boolean, isDescending: boolean): string => {
  if (!isSorted) return 'pi pi-sort-alt';
  return isDescending ? 'pi pi-sort-amount-down' : 'pi pi-sort-amount-up-alt';
};

/** A list of the back-office: search, sort, pages, and messages while it is empty, loading or failed. */
export const List = <Row,>({
  title,
  heading: Heading = 'h1',
  isTitleHidden = false,
  actions,
  search,
  columns,
  rows,
  rowId,
  rowActions = [],
  selection,
  toolbar,
  error,
  failed,
  onRetry,
  empty,
  footer,
  server,
}: ListProps<Row>): ReactElement => {
  const [own, setOwn] = useState(FIRST_QUESTION);
  const question = server?.question ?? own;
  const { search: words, sorting, size } = question;
  const id = useId();
  // If the server pages the list, the selection is limited to the current page.
  const found = server === undefined ? filterAndSort(rows ?? [], columns, words, sorting) : (rows ?? []);
  const { shown, page, pages, first, last, total } =
    server === undefined ? pageOf(found, question) : { ...placeOf(server.total, question), shown: found };
  const hasFailed = error !== undefined && rows === undefined;

  /** A new question starts at the first page. */
  const ask = (change: Partial<Question>): void =>
    (server?.onAsk ?? setOwn)({ ...question, page: 0, ...change });
  // Rows were removed, or the address contains a page that does not exist.
  const isBeyondEnd = server !== undefined && !server.isAsking && shown.length === 0 && total > 0;
  const askForLastPage = useEffectEvent(() => server?.onAsk({ ...question, page }));
  useEffect(() => {
    if (isBeyondEnd) askForLastPage();
  }, [isBeyondEnd, page]);
  const sortBy = (column: number): void =>
    ask({ sorting: { column, isDescending: sorting?.column === column && !sorting.isDescending } });
  const ariaSort = (column: number): 'ascending' | 'descending' | 'none' => {
    if (sorting?.column !== column) return 'none';
    return sorting.isDescending ? 'descending' : 'ascending';
  };

  return (
    <section className="list" aria-labelledby={id}>
      <header className="list-head">
        <Heading id={id} className={isTitleHidden ? 'visually-hidden' : undefined}>
          {title}
        </Heading>
        {search !== undefined && (
          <span className="list-search">
            <i className="pi pi-search" aria-hidden="true" />
            <input
              className="p-inputtext p-component"
              type="search"
              aria-label={search}
              placeholder={search}
              value={words}
              onChange={(event) => ask({ search: event.target.value })}
            />
          </span>
        )}
        {typeof actions === 'function' ? actions(found) : actions}
      </header>
      {toolbar}
      {error !== undefined && <Failure error={error} text={failed} onRetry={onRetry} />}
      {!hasFailed && (
        <div className="list-card">
          <table aria-busy={rows === undefined || server?.isAsking === true}>
            <thead>
              <tr>
                {selection !== undefined && (
                  <th scope="col" className="list-check" data-label={TEXTS.list.selectAll(found.length)}>
                    <SelectAll
                      found={found.map(rowId)}
                      selected={selection.ids}
                      onChange={selection.onChange}
                    />
                  </th>
                )}
                {columns.map(({ head, shape }, column) => (
                  <th key={head} scope="col" aria-sort={ariaSort(column)} data-shape={shape}>
                    <button type="button" onClick={() => sortBy(column)}>
                      {head}
                      <i
                        className={sortIcon(sorting?.column === column, sorting?.isDescending === true)}
                        aria-hidden="true"
                      />
                    </button>
                  </th>
                ))}
                {rowActions.length > 0 && (
                  <th scope="col">
                    <span className="visually-hidden">{TEXTS.list.actions}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody onKeyDown={walkRows}>
              {shown.map((row) => (
                <ListRow
                  key={rowId(row)}
                  row={row}
                  id={rowId(row)}
                  columns={columns}
                  rowActions={rowActions}
                  selection={selection}
                />
              ))}
              {rows === undefined && (
                <SkeletonRows
                  columns={columns}
                  isSelectable={selection !== undefined}
                  hasActions={rowActions.length > 0}
                />
              )}
            </tbody>
          </table>
          {rows === undefined && (
            <p className="visually-hidden" role="status">
              {TEXTS.loading}
            </p>
          )}
          {rows !== undefined && shown.length === 0 && (
            <div className="list-empty" role="status">
              <p>{words === '' ? empty : TEXTS.list.noMatch}</p>
              {words !== '' && (
                <Button label={TEXTS.list.clearSearch} outlined onClick={() => ask({ search: '' })} />
              )}
            </div>
          )}
          {shown.length > 0 && (
            <Pager
              page={page}
              pages={pages}
              size={size}
              footer={footer(first, last, total)}
              onPage={(next) => ask({ page: next })}
              onSize={(next) => ask({ size: next })}
            />
          )}
        </div>
      )}
    </section>
  );
};
