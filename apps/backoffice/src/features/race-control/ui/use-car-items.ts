import { isInState } from '../live-field.js';
import { useLiveCars, useRace } from '../race-context.js';
import { selectUnconfirmedCounts, selectUnreachedCars } from '../state/confirmations.js';
import { useRaceSelector } from '../state/race-store.js';
import { namesCar, selectReceivers } from '../state/receivers.js';
import { isFound, selectShownCars, selectView } from '../state/view.js';
import type { CarItem } from './car-table.js';

/** The cars that filters and search leave, and cars in alarm, which neither hides. */
export const useCarItems = (inAlarm: ReadonlySet<number>): CarItem[] => {
  const live = useLiveCars();
  const shown = useRaceSelector(selectShownCars);
  const { carState, opened, search } = useRaceSelector(selectView);
  const receivers = useRaceSelector(selectReceivers);
  const unconfirmed = useRaceSelector(selectUnconfirmedCounts);
  const unreached = useRaceSelector(selectUnreachedCars);
  const { mayControl } = useRace();
  return shown.flatMap((car) => {
    const { invitationId } = car;
    const row = live.row(invitationId);
    if (row === undefined) return [];
    const isLeft = isFound(car, search) && (carState === null || isInState(row, carState));
    if (!isLeft && !inAlarm.has(invitationId)) return [];
    const { carNumber, pilot, category } = car;
    const { look, state, counter, lastLapMs, bestLapMs } = row;
    return [
      {
        invitationId,
        carNumber,
        pilot,
        category,
        look,
        state,
        counter,
        lastLapMs,
        bestLapMs,
        speedKph: row.isOffline ? null : row.speedKph,
        unconfirmed: unconfirmed.get(invitationId) ?? 0,
        isUnreached: unreached.has(invitationId),
        isOpened: opened === invitationId,
        isTicked: mayControl ? namesCar(receivers, invitationId) : null,
      },
    ];
  });
};
