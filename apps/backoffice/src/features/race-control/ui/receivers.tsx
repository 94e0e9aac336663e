import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { firstFew } from '../../../shared/format.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { selectSelectedCars, selectionCleared } from '../state/view.js';

/** 'All cars' or 'Car 12, 31 and 4 more'. */
export const receiverNames = (carNumbers: readonly string[]): string => {
  if (carNumbers.length === 0) return TEXTS.flags.allCars;
  const { shown, more } = firstFew(carNumbers);
  return TEXTS.flags.someCars(shown, more);
};

/** Receivers of the next flag, always visible. */
export const Receivers = ({ isArmed }: { isArmed: boolean }): ReactElement => {
  const cars = useRaceSelector(selectSelectedCars);
  const dispatch = useRaceDispatch();
  return (
    <div className={isArmed ? 'receivers receivers-armed' : 'receivers'}>
      <div className="receivers-words" aria-live="polite">
        <span>{isArmed ? TEXTS.flags.armedHint : TEXTS.flags.receivers}</span>
        <strong>{receiverNames(cars.map(({ carNumber }) => carNumber))}</strong>
      </div>
      {cars.length > 0 && (
        <Button
          icon="pi pi-times"
          text
          severity="secondary"
          aria-label={TEXTS.flags.clearSelection}
          title={TEXTS.flags.clearSelection}
          onClick={() => dispatch(selectionCleared())}
        />
      )}
    </div>
  );
};
