import { InputText } from 'primereact/inputtext';
import { useState, type ReactElement } from 'react';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectCars } from '../state/roster.js';
import { isFound } from '../state/view.js';

/** More cars than this are found by typing. */
const SEARCH_FROM = 30;

/** Every car as a button to press, for a gloved finger. */
export const CarChips = ({
  chosen,
  onToggle,
  isInvalid,
}: {
  chosen: readonly number[];
  onToggle: (invitationId: number) => void;
  isInvalid: boolean;
}): ReactElement => {
  const cars = useRaceSelector(selectCars);
  const [search, setSearch] = useState('');
  const found = cars.filter((car) => isFound(car, search));
  return (
    <>
      {cars.length > SEARCH_FROM && (
        <InputText
          type="search"
          aria-label={TEXTS.flags.searchCar}
          placeholder={TEXTS.flags.searchCar}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <ul className={isInvalid ? 'car-chips car-chips-invalid' : 'car-chips'} aria-label={TEXTS.panels.cars}>
        {found.map(({ invitationId, carNumber, pilot }) => (
          <li key={invitationId}>
            <button
              type="button"
              className="car-chip"
              title={pilot}
              aria-pressed={chosen.includes(invitationId)}
              onClick={() => onToggle(invitationId)}
            >
              {carNumber}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
