import type { ReactElement } from 'react';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { isInState, type CarRow } from '../live-field.js';
import { useLiveCars } from '../race-context.js';
import { selectCarsInAlarm } from '../state/alerts.js';
import { selectLink } from '../state/link.js';
import { CAR_STATES, carStateToggled, selectView, type CarState } from '../state/view.js';

/** Cars by state; a press narrows the cars box. An SOS counts until somebody acknowledges it, also when the car has cleared it. */
export const RaceCounts = (): ReactElement => {
  const rows = useLiveCars()
    .rows()
    .filter(({ visible }) => visible);
  const isLive = useRaceSelector((state) => selectLink(state).phase === 'live');
  const { carState } = useRaceSelector(selectView);
  const inAlarm = useRaceSelector(selectCarsInAlarm);
  const counts = (row: CarRow, state: CarState): boolean =>
    isInState(row, state) || (state === 'sos' && inAlarm.has(row.invitationId));
  const dispatch = useRaceDispatch();
  return (
    <div className="race-counts" data-live={isLive} role="group" aria-label={TEXTS.race.countsLabel}>
      {CAR_STATES.map((state) => {
        const count = rows.filter((row) => counts(row, state)).length;
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
