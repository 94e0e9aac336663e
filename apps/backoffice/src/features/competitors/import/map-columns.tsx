import { useId, type ReactElement } from 'react';
import {
  IMPORT_ENCODINGS,
  IMPORT_FIELDS,
  LIMITS,
  type CategoryOption,
  type ImportAnswer,
  type ImportEncoding,
  type ImportField,
} from '@flagpost/contracts';
import { RULES } from '../../../shared/texts/rules.js';
import { TEXTS } from '../../../shared/texts/imports.js';
import type { Choices } from './api.js';

const words = TEXTS.imports;

/** The field in each column, and the values for fields that no column holds. */
export const MapColumns = ({
  preview: { columns, encoding },
  choices,
  missing,
  categories,
  isBusy,
  onRead,
  onMap,
  onFill,
}: {
  preview: ImportAnswer;
  choices: Choices;
  /** Fields that a competitor needs and no column holds. */
  missing: readonly ImportField[];
  categories: readonly CategoryOption[];
  isBusy: boolean;
  /** The file is to be read another way. */
  onRead: (change: Pick<Choices, 'hasHeader'> & Pick<Choices, 'encoding'>) => void;
  onMap: (column: number, field: ImportField | null) => void;
  onFill: (field: ImportField, text: string) => void;
}): ReactElement => {
  const id = useId();
  const { hasHeader, mapping = [], fill = {} } = choices;
  return (
    <>
      <div className="import-reading">
        <label className="import-check">
          <input
            type="checkbox"
            checked={hasHeader}
            disabled={isBusy}
            onChange={({ target }) =>
              onRead({ hasHeader: target.checked, ...(encoding !== null && { encoding }) })
            }
          />
          {words.header}
        </label>
        {encoding !== null && (
          <label className="import-letters">
            {words.encoding}
            <select
              className="p-inputtext p-component"
              value={encoding}
              disabled={isBusy}
              onChange={({ target }) => onRead({ hasHeader, encoding: target.value as ImportEncoding })}
            >
              {IMPORT_ENCODINGS.map((each) => (
                <option key={each} value={each}>
                  {words.encodings[each]}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p>{words.columnsHelp}</p>
      <ul className="import-columns">
        {columns.map(({ header, samples }, column) => {
          const name = header === '' ? words.column(column + 1) : header;
          const shown = samples.filter((sample) => sample !== '').join(' · ');
          return (
            <li key={column}>
              <label htmlFor={`${id}-${column}`}>{name}</label>
              <span className="import-samples" title={shown}>
                {shown}
              </span>
              <select
                id={`${id}-${column}`}
                className="p-inputtext p-component"
                value={mapping[column] ?? ''}
                onChange={({ target }) =>
                  onMap(column, target.value === '' ? null : (target.value as ImportField))
                }
              >
                <option value="">{words.ignored}</option>
                {IMPORT_FIELDS.map((field) => (
                  <option key={field} value={field}>
                    {RULES.columns[field]}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
      {missing.length > 0 && (
        <fieldset className="import-fill">
          <legend>{words.needed(missing.map((field) => RULES.columns[field]).join(', '))}</legend>
          {missing
            .filter((field) => field === 'GrupoSanguineo' || field === 'Category')
            .map((field) => (
              <label key={field} htmlFor={`${id}-${field}`}>
                {words.fillOf(RULES.columns[field])}
                {field === 'Category' ? (
                  <select
                    id={`${id}-${field}`}
                    className="p-inputtext p-component"
                    value={fill[field] ?? ''}
                    onChange={({ target }) => onFill(field, target.value)}
                  >
                    <option value="" />
                    {categories.map(({ Id, Description }) => (
                      <option key={Id} value={Description}>
                        {Description}
                      </option>
                    ))}
                  </select>
                ) : (
                  <input
                    id={`${id}-${field}`}
                    className="p-inputtext p-component"
                    value={fill[field] ?? ''}
                    maxLength={LIMITS.bloodType}
                    placeholder={words.fillHint.GrupoSanguineo}
                    onChange={({ target }) => onFill(field, target.value)}
                  />
                )}
              </label>
            ))}
        </fieldset>
      )}
    </>
  );
};
