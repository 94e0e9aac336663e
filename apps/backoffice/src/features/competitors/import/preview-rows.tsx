import { useState, type ReactElement } from 'react';
import type { ImportAnswer, ImportRowAnswer, RowFate } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/imports.js';
import type { Column } from '../../../shared/ui/list/filter-and-sort.js';
import { List } from '../../../shared/ui/list/list.js';
import { faultLine } from './faults.js';

const words = TEXTS.imports;

const fateText = ({ row, fate, error }: ImportRowAnswer): string =>
  error === null ? words.fates[fate] : faultLine({ row, error });

const columns: readonly Column<ImportRowAnswer>[] = [
  { head: words.heads.row, text: ({ row }) => String(row), order: ({ row }) => row, shape: 'number' },
  { head: words.heads.fate, text: fateText },
  { head: words.heads.number, text: ({ number }) => number },
  { head: words.heads.name, text: ({ name }) => name },
  { head: words.heads.email, text: ({ email }) => email, shape: 'address' },
  { head: words.heads.category, text: ({ category }) => category },
];

const FATES: readonly RowFate[] = ['refused', 'new', 'changed', 'same'];

/** Every row and its outcome; if any are refused, those are shown first. */
export const PreviewRows = ({ preview: { counts, rows } }: { preview: ImportAnswer }): ReactElement => {
  const [shown, setShown] = useState<RowFate | null>(counts.refused > 0 ? 'refused' : null);
  const choice = (fate: RowFate | null, label: string): ReactElement => (
    <button
      key={fate ?? 'all'}
      type="button"
      className="import-fate"
      data-fate={fate}
      aria-pressed={shown === fate}
      onClick={() => setShown(fate)}
    >
      {label}
    </button>
  );
  return (
    <>
      <div className="import-fates" role="group" aria-label={words.show}>
        {choice(null, words.all(rows.length))}
        {FATES.map((fate) => choice(fate, words.count(words.fates[fate], counts[fate])))}
      </div>
      <List
        key={shown ?? 'all'}
        title={words.rowsTitle}
        heading="h2"
        isTitleHidden
        search={words.search}
        columns={columns}
        rows={shown === null ? rows : rows.filter(({ fate }) => fate === shown)}
        rowId={({ row }) => row}
        onRetry={() => undefined}
        empty={words.empty}
        footer={words.footer}
      />
    </>
  );
};
