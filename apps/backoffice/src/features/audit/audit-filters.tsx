import { Button } from 'primereact/button';
import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { AUDIT_KINDS } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/audit.js';
import type { AuditFilters as Filters } from './address.js';
import { useAuditPeopleQuery } from './api.js';
import { isoOf, localOf } from './local-time.js';
import { CarChoice, RaceChoice } from './subject-choices.js';
import { kindText } from './words.js';

const words = TEXTS.audit;

const kinds = [...AUDIT_KINDS]
  .map((kind) => ({ kind, text: kindText(kind) }))
  .sort((one, other) => one.text.localeCompare(other.text));

/** On a phone they would fill the screen: there they are folded until somebody opens them. */
const isWide = (): boolean => window.matchMedia('(min-width: 768px)').matches;

/** The filters of the log. They are asked for when the form is sent. */
export const AuditFilters = ({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
}): ReactElement => {
  const id = useId();
  const { data: people = [] } = useAuditPeopleQuery(null);
  const [typed, setTyped] = useState(filters);
  const set = (name: keyof Filters, value: string): void => setTyped({ ...typed, [name]: value });
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    // After the event: React would tie the navigation to the sending of the form, and read its fields for that.
    queueMicrotask(() => onChange(typed));
  };
  const { person = '', race = '' } = typed;
  const isListed = person === '' || people.some(({ useId: user }) => String(user) === person);
  const time = (name: 'from' | 'until'): ReactElement => (
    <div className="field">
      <label htmlFor={`${id}-${name}`}>{words[name]}</label>
      <input
        id={`${id}-${name}`}
        className="p-inputtext p-component"
        type="datetime-local"
        step={1}
        value={localOf(typed[name])}
        onChange={({ target }) => set(name, isoOf(target.value))}
      />
    </div>
  );
  return (
    <details className="audit-filters" open={isWide()}>
      <summary>{words.filters}</summary>
      <form aria-label={words.filters} onSubmit={send}>
        <div className="field">
          <label htmlFor={`${id}-kind`}>{words.kind}</label>
          <select
            id={`${id}-kind`}
            className="p-inputtext p-component"
            value={typed.kind ?? ''}
            onChange={({ target }) => set('kind', target.value)}
          >
            <option value="">{words.anyKind}</option>
            {kinds.map(({ kind, text: shown }) => (
              <option key={kind} value={kind}>
                {shown}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-person`}>{words.person}</label>
          <select
            id={`${id}-person`}
            className="p-inputtext p-component"
            value={person}
            onChange={({ target }) => set('person', target.value)}
          >
            <option value="">{words.anyPerson}</option>
            {!isListed && <option value={person}>{`${words.person} ${person}`}</option>}
            {people.map(({ useId: user, useName, useSurname }) => (
              <option key={user} value={String(user)}>{`${useName} ${useSurname}`}</option>
            ))}
          </select>
        </div>
        <RaceChoice chosen={race} onChoose={(next) => setTyped({ ...typed, race: next, car: '' })} />
        <CarChoice race={race} chosen={typed.car ?? ''} onChoose={(car) => set('car', car)} />
        <div className="field">
          <label htmlFor={`${id}-stream`}>{words.stream}</label>
          <input
            id={`${id}-stream`}
            className="p-inputtext p-component"
            pattern="[A-Za-z][-_A-Za-z0-9]{0,79}"
            value={typed.stream ?? ''}
            onChange={({ target }) => set('stream', target.value)}
          />
        </div>
        {time('from')}
        {time('until')}
        <div className="audit-buttons">
          <Button type="submit" label={words.apply} icon="pi pi-filter" />
          {Object.keys(filters).length > 0 && (
            <Button type="button" label={words.clear} text onClick={() => onChange({})} />
          )}
        </div>
      </form>
    </details>
  );
};
