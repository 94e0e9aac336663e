import type { ReactElement } from 'react';
import { useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import {
  ALL_CARS,
  namesCategory,
  selectRaceCategories,
  withCar,
  withCategory,
  type Receivers,
} from '../state/receivers.js';
import { CarChips } from './car-chips.js';

/** All cars in one press, categories, or cars. `null`: nobody is chosen yet. */
export const ReceiversPicker = ({
  chosen,
  onChoose,
  isInvalid = false,
}: {
  chosen: Receivers | null;
  onChoose: (receivers: Receivers | null) => void;
  isInvalid?: boolean;
}): ReactElement => {
  const categories = useRaceSelector(selectRaceCategories);
  return (
    <div className="receivers-picker">
      <button
        type="button"
        className="car-chip"
        aria-pressed={chosen?.kind === 'all'}
        onClick={() => onChoose(chosen?.kind === 'all' ? null : ALL_CARS)}
      >
        {TEXTS.flags.allCars}
      </button>
      {categories.length > 1 && (
        <ul className="category-chips" aria-label={TEXTS.panels.categories}>
          {categories.map(({ id, name, count }) => (
            <li key={id}>
              <button
                type="button"
                className="car-chip"
                aria-pressed={namesCategory(chosen, id)}
                onClick={() => onChoose(withCategory(chosen, id))}
              >
                {TEXTS.flags.categoryChip(name, count)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <CarChips
        chosen={chosen?.kind === 'cars' ? chosen.invitationIds : []}
        onToggle={(invitationId) => onChoose(withCar(chosen, invitationId))}
        isInvalid={isInvalid}
      />
    </div>
  );
};
