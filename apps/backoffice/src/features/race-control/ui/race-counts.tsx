import type { ReactElement } from 'react';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { isInState } from '../live-cars.js';
import { useLiveCars } from '../race-context.js';
import { CAR_STATES, carStateToggled, selectView } from '../state/view.js';

/** Cars by state; a press narrows the cars box. */
export const RaceCounts = (): ReactElement => {
  const rows = useLiveCars()
    .rows()
    .filter(({ visible }) => visible);
  const { carState } = useRaceSelector(selectView);
  const dispatch = useRaceDispatch();
  return (
    <div className="race-counts" role="group" aria-label={TEXTS.race.countsLabel}>
      {CAR_STATES.map((state) => {
        const count = rows.filter((row) => isInState(row, state)).length;
        return (
          <button
            key={state}
            type="button"
            className={`race-count race-count-${state}`}
            data-some={count > 0}
            aria-pressed={carState === state}
            onClick={() => dispatch(carStateToggled(state))}
          >
            <strong>{count}</strong>
            <span>{TEXTS.race.counts[state]}</span>
          </button>
        );
      })}
    </div>
  );
};
