import { skipToken } from '@reduxjs/toolkit/query';
import { useId, useState, type ReactElement } from 'react';
import { LIMITS, type CompetitorRow } from '@flagpost/contracts';
import { useDebounced } from '../../shared/debounced.js';
import { byCarNumber } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/audit.js';
import { SelectField } from '../../shared/ui/form/fields.js';
import { useCompetitorsQuery } from '../competitors/api.js';
import { useEventQuery, useEventsQuery } from '../events/api.js';
import { daysText } from '../events/times.js';
import { useAuditCarQuery } from './api.js';

const words = TEXTS.audit;

/** Events that the choice lists, the newest first; if there are more, they are searched for. */
const LISTED = 100;
/** The search starts once typing pauses. */
const SEARCH_AFTER_MS = 250;

interface ChoiceProps {
  /** Its id as the address has it; empty for none. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** An event at the track, of those that the person may see. One that is deleted keeps its id for a name. */
export const RaceChoice = ({
  chosen,
  onChoose,
  isRequired = false,
}: ChoiceProps & { isRequired?: boolean }): ReactElement => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_AFTER_MS);
  const { data: listed } = useEventsQuery({
    sort: 'Start',
    order: 'desc',
    rows: String(LISTED),
    ...(search !== '' && { search }),
  });
  const rows = listed?.rows ?? [];
  const isListed = chosen === '' || rows.some(({ EventId }) => String(EventId) === chosen);
  const { currentData: event } = useEventQuery(isListed || listed === undefined ? skipToken : Number(chosen));
  const isSearched = typed !== '' || (listed?.total ?? 0) > LISTED;
  return (
    <div className="field">
      <label htmlFor={id}>{words.race}</label>
      {isSearched && (
        <input
          className="p-inputtext p-component"
          type="search"
          aria-label={words.searchRace}
          placeholder={words.searchRace}
          maxLength={LIMITS.search}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <select
        id={id}
        className="p-inputtext p-component"
        required={isRequired}
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">{isRequired ? '' : words.anyRace}</option>
        {!isListed && <option value={chosen}>{event?.eveName ?? words.unknownRace(Number(chosen))}</option>}
        {rows.map(({ EventId, Name, Start, Finish, TimeZone }) => (
          <option key={EventId} value={String(EventId)}>
            {`${Name}, ${daysText(Start, Finish, TimeZone)}`}
          </option>
        ))}
      </select>
    </div>
  );
};

const nameOfCar = ({ Number: number, FirstName, LastName }: CompetitorRow): string =>
  [number ?? '', `${FirstName} ${LastName}`.trim()].filter((part) => part !== '').join(', ');

/** A competitor of the chosen event; without one, of the event that the chosen competitor is of. */
export const CarChoice = ({ race, chosen, onChoose }: ChoiceProps & { race: string }): ReactElement => {
  const { currentData: entry } = useAuditCarQuery(race !== '' || chosen === '' ? skipToken : Number(chosen));
  const eventId = race === '' ? entry?.eveId : Number(race);
  const { currentData: cars = [] } = useCompetitorsQuery(eventId ?? skipToken);
  const isListed = chosen === '' || cars.some(({ InvitationId }) => String(InvitationId) === chosen);
  const hasNone = race === '' && chosen === '';
  return (
    <SelectField
      label={words.car}
      value={chosen}
      isDisabled={hasNone}
      options={[
        ['', hasNone ? words.raceFirst : words.anyCar],
        ...(isListed ? [] : [[chosen, words.unknownCar(Number(chosen))] as const]),
        ...cars
          .toSorted((one, other) => byCarNumber(one.Number ?? '', other.Number ?? ''))
          .map((car) => [String(car.InvitationId), nameOfCar(car)] as const),
      ]}
      onChange={onChoose}
    />
  );
};
