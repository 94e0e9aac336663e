import { afterEach, expect, it } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createRaceStore } from '../../../testing/race-store.js';
import { aLiveCar, anAlert, aSnapshot, aSnapshotCar, EVENT_ID } from '../../../testing/race-data.js';
import { createLiveCars } from '../live-cars.js';
import { PastRaceProvider } from '../race-context.js';
import { selectCarsInAlarm } from '../state/alerts.js';
import { snapshotArrived } from '../state/messages.js';
import { carStateToggled, categoryToggled, searched } from '../state/view.js';
import { useCarItems } from './use-car-items.js';

afterEach(cleanup);

/** Three cars of two categories, of which the third is in SOS, stands and has no neighbour in its category. */
const snapshot = aSnapshot({
  cars: [
    aSnapshotCar(1, { CategoryId: 1 }),
    aSnapshotCar(2, { CategoryId: 1 }),
    aSnapshotCar(3, { CategoryId: 2, live: aLiveCar(3, { sos: true, offline: true }) }),
  ],
  alerts: [anAlert(9, { InvitationId: 3 })],
});

const listed = (...actions: Parameters<ReturnType<typeof createRaceStore>['dispatch']>[0][]) => {
  const store = createRaceStore();
  const cars = createLiveCars();
  cars.begin(snapshot, 0);
  store.dispatch(snapshotArrived(snapshot));
  for (const action of actions) store.dispatch(action);
  const { result } = renderHook(() => useCarItems(selectCarsInAlarm(store.getState())), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <Provider store={store}>
        <PastRaceProvider eventId={EVENT_ID} timeZone="UTC" safetyCarDelayS={3} cars={cars}>
          {children}
        </PastRaceProvider>
      </Provider>
    ),
  });
  return result.current.map(({ invitationId }) => invitationId);
};

it('lists a car in SOS whatever is searched, and whatever state or category is shown', () => {
  expect(listed()).toEqual([1, 2, 3]);
  expect(listed(searched('no such driver'))).toEqual([3]);
  expect(listed(carStateToggled('running'))).toEqual([1, 2, 3]);
  expect(listed(carStateToggled('stopped'))).toEqual([3]);
  const categories = [1, 2];
  expect(listed(categoryToggled({ id: 2, categories }))).toEqual([1, 2, 3]);
  expect(listed(categoryToggled({ id: 1, categories }))).toEqual([3]);
});
