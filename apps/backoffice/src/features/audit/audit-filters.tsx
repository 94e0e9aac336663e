import { Button } from 'primereact/button';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { AUDIT_KINDS } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/audit.js';
import { SelectField, TextField, TimeField } from '../../shared/ui/form/fields.js';
import type { AuditFilters as Filters } from './address.js';
import { useAuditPeopleQuery } from './api.js';
import { isoOf, localOf } from './local-time.js';
import { CarChoice, RaceChoice } from './subject-choices.js';
import { kindText } from './words.js';

const words = TEXTS.audit;

const kinds = [...AUDIT_KINDS]
  .map((kind) => [kind as string, kindText(kind)] as const)
  .sort(([, one], [, other]) => one.localeCompare(other));

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
    <TimeField
      label={words[name]}
      value={localOf(typed[name])}
      onChange={(local) => set(name, isoOf(local))}
    />
  );
  return (
    <details className="audit-filters" open={isWide()}>
      <summary>{words.filters}</summary>
      <form aria-label={words.filters} onSubmit={send}>
        <SelectField
          label={words.kind}
          value={typed.kind ?? ''}
          options={[['', words.anyKind], ...kinds]}
          onChange={(kind) => set('kind', kind)}
        />
        <SelectField
          label={words.person}
          value={person}
          options={[
            ['', words.anyPerson],
            ...(isListed ? [] : [[person, `${words.person} ${person}`] as const]),
            ...people.map(
              ({ useId, useName, useSurname }) => [String(useId), `${useName} ${useSurname}`] as const,
            ),
          ]}
          onChange={(user) => set('person', user)}
        />
        <RaceChoice chosen={race} onChoose={(next) => setTyped({ ...typed, race: next, car: '' })} />
        <CarChoice race={race} chosen={typed.car ?? ''} onChoose={(car) => set('car', car)} />
        <TextField
          label={words.stream}
          pattern="[A-Za-z][-_A-Za-z0-9]{0,79}"
          value={typed.stream ?? ''}
          onChange={(stream) => set('stream', stream)}
        />
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
