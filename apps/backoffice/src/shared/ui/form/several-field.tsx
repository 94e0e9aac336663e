import { useId, useState, type ReactElement } from 'react';
import { useController, type FieldValues, type Path } from 'react-hook-form';
import { searchable } from '../../searchable.js';
import { TEXTS } from '../../texts/common.js';
import { Fault } from './labelled.js';
import './several-field.css';

interface Numbered {
  readonly id: number;
  readonly name: string;
}

/** From this number of options on, they can be searched. */
const MANY = 8;

/** A field whose value is the ids of the ticked options. */
export const SeveralField = <Values extends FieldValues>({
  name,
  label,
  options,
  empty,
  fault,
  isFirst,
}: {
  name: Path<Values>;
  label: string;
  options: readonly Numbered[];
  empty: string;
  /** In words. */
  fault: string | undefined;
  isFirst: boolean;
}): ReactElement => {
  const id = useId();
  const { field } = useController<Values>({ name });
  const chosen = field.value as readonly number[];
  const [search, setSearch] = useState('');
  const found = options.filter(({ name: each }) => searchable(each).includes(searchable(search)));
  const change = (option: number, isTicked: boolean): void =>
    field.onChange(isTicked ? [...chosen, option] : chosen.filter((each) => each !== option));
  return (
    <fieldset
      className="field several"
      {...(fault !== undefined && { 'aria-describedby': `${id}-fault`, 'data-invalid': true })}
    >
      <legend>
        {label} <span className="several-count">{TEXTS.form.chosen(chosen.length)}</span>
      </legend>
      {options.length === 0 && <p className="several-empty">{empty}</p>}
      {options.length >= MANY && (
        <input
          className="p-inputtext p-component"
          type="search"
          aria-label={TEXTS.form.searchIn(label)}
          placeholder={TEXTS.form.searchIn(label)}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {options.length > 0 && (
        <div className="several-options">
          {found.map((option, order) => (
            <label key={option.id}>
              <input
                type="checkbox"
                ref={order === 0 ? field.ref : undefined}
                checked={chosen.includes(option.id)}
                onBlur={field.onBlur}
                onChange={(event) => change(option.id, event.target.checked)}
                {...(isFirst && order === 0 && { 'data-pc-autofocus': 'true' })}
              />
              {option.name}
            </label>
          ))}
          {found.length === 0 && <p className="several-empty">{TEXTS.list.noMatch}</p>}
        </div>
      )}
      <Fault id={`${id}-fault`} text={fault} />
    </fieldset>
  );
};
