import { expect, it } from '@jest/globals';
import { createRaceStore } from '../../../testing/race-store.js';
import { anAlert, aSnapshot, aSnapshotCar, EVENT_ID } from '../../../testing/race-data.js';
import { selectAlertsToAnswer, selectCarsInAlarm, selectUnacknowledged } from './alerts.js';
import { raceControlled, snapshotArrived } from './messages.js';
import { categoryToggled, selectShownCars } from './view.js';

it('lists every open SOS, those that nobody has acknowledged first, the oldest of them first', () => {
  const at = '2026-05-01T10:00:05.000Z';
  const store = createRaceStore();
  store.dispatch(
    snapshotArrived(
      aSnapshot({
        alerts: [
          anAlert(5, { AcknowledgedAt: at, InvitationId: 5 }),
          anAlert(4, { InvitationId: 4 }),
          anAlert(3, { AcknowledgedAt: at, InvitationId: 3 }),
          anAlert(2, { ClearedAt: at, AcknowledgedAt: at, InvitationId: 2 }),
          anAlert(1, { InvitationId: 1 }),
        ],
      }),
    ),
  );
  expect(selectAlertsToAnswer(store.getState()).map(({ AlertId }) => AlertId)).toEqual([1, 4, 3, 5]);
});

it('keeps an SOS that the car has cleared until somebody acknowledges it, one for each car', () => {
  const at = '2026-05-01T10:00:05.000Z';
  const store = createRaceStore();
  store.dispatch(snapshotArrived(aSnapshot({ alerts: [anAlert(2), anAlert(1, { ClearedAt: at })] })));
  expect(selectAlertsToAnswer(store.getState()).map(({ AlertId }) => AlertId)).toEqual([2]);
  expect(selectUnacknowledged(store.getState())).toHaveLength(2);
});

it('keeps the place of a car that raises again', () => {
  const store = createRaceStore();
  store.dispatch(
    snapshotArrived(
      aSnapshot({
        alerts: [
          anAlert(3, { InvitationId: 7 }),
          anAlert(2, { InvitationId: 8 }),
          anAlert(1, { InvitationId: 7, ClearedAt: '2026-05-01T10:00:05.000Z' }),
        ],
      }),
    ),
  );
  expect(selectAlertsToAnswer(store.getState()).map(({ AlertId }) => AlertId)).toEqual([3, 2]);
});

it('takes the clearing of all flags for the acknowledgement of its alerts', () => {
  const store = createRaceStore();
  store.dispatch(snapshotArrived(aSnapshot({ alerts: [anAlert(1)] })));
  const by = { Id: 3, Name: 'Dora' };
  const clearedAt = '2026-05-01T10:01:00.000Z';
  const numbered = { eventId: EVENT_ID, streamId: 'stream', seq: 1 };
  store.dispatch(raceControlled({ ...numbered, action: 'flagsCleared', clearedAt, alertIds: [1], by }));
  expect(selectAlertsToAnswer(store.getState())).toEqual([]);
});

it('hides no car in alarm by a filter', () => {
  const cars = [10, 10, 11].map((CategoryId, index) => aSnapshotCar(index + 1, { CategoryId }));
  const store = createRaceStore();
  store.dispatch(snapshotArrived(aSnapshot({ cars, alerts: [anAlert(1, { InvitationId: 2 })] })));
  store.dispatch(categoryToggled({ id: 999, categories: [10, 11] }));
  store.dispatch(categoryToggled({ id: 11, categories: [10, 11] }));
  expect([...selectCarsInAlarm(store.getState())]).toEqual([2]);
  expect(selectShownCars(store.getState()).map(({ invitationId }) => invitationId)).toEqual([2, 3]);
});
