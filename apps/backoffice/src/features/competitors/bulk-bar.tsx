import { Button } from 'primereact/button';
import { useState, type ReactElement } from 'react';
import { TEXTS } from '../../shared/texts/competitors.js';
import type { Bulk } from './use-bulk.js';

const words = TEXTS.entries;

const BULK_ACTIONS = ['authorize', 'unauthorize', 'send', 'delete'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Competitors that are often chosen together. */
export interface Group {
  readonly name: string;
  readonly ids: readonly number[];
}

/** The bulk actions on the selected competitors, and their progress. */
export const BulkBar = ({
  groups,
  selected,
  bulk,
  onSelect,
  onApply,
  onClear,
  removeAll,
}: {
  groups: readonly Group[];
  selected: number;
  bulk: Bulk | null;
  /** These and no others. */
  onSelect: (ids: readonly number[]) => void;
  /** Null: none was chosen. */
  onApply: (action: BulkAction | null) => void;
  onClear: () => void;
  removeAll: ReactElement | null;
}): ReactElement => {
  const [action, setAction] = useState<BulkAction | null>(null);
  return (
    <div className="bulk-bar">
      <select
        className="p-inputtext p-component"
        aria-label={words.group}
        value=""
        disabled={groups.length === 0 || bulk !== null}
        onChange={({ target }) => onSelect(groups[Number(target.value)]?.ids ?? [])}
      >
        <option value="">{words.group}</option>
        {groups.map(({ name, ids }, index) => (
          <option key={name} value={index}>
            {words.groupOf(name, ids.length)}
          </option>
        ))}
      </select>
      <select
        className="p-inputtext p-component"
        aria-label={words.action}
        value={action ?? ''}
        onChange={({ target }) => setAction(BULK_ACTIONS.find((one) => one === target.value) ?? null)}
      >
        <option value="">{words.action}</option>
        {BULK_ACTIONS.map((one) => (
          <option key={one} value={one}>
            {words.actions[one]}
          </option>
        ))}
      </select>
      <Button label={words.apply} loading={bulk !== null} onClick={() => onApply(action)} />
      <span className="bulk-selected" role="status">
        {selected > 0 && words.selected(selected)}
      </span>
      {selected > 0 && (
        <Button label={words.clear} text severity="secondary" onClick={onClear} disabled={bulk !== null} />
      )}
      {removeAll}
      {bulk?.isShown === true && (
        <div className="bulk-progress">
          <progress
            aria-label={action === null ? words.removeAll : words.actions[action]}
            max={bulk.of}
            value={bulk.done}
          />
          <span role="status">{words.progress(bulk.done, bulk.of)}</span>
        </div>
      )}
    </div>
  );
};
