import { expect, it } from '@jest/globals';
import { createStore } from '../../../app/store.js';
import { anAlert, aSnapshot } from '../../../testing/race-data.js';
import { selectAlertsToAnswer } from './alerts.js';
import { snapshotArrived } from './messages.js';

it('lists every open SOS, those that nobody has acknowledged first', () => {
  const at = '2026-05-01T10:00:05.000Z';
  const store = createStore();
  store.dispatch(
    snapshotArrived(
      aSnapshot({
        alerts: [
          anAlert(5, { AcknowledgedAt: at }),
          anAlert(4),
          anAlert(3, { AcknowledgedAt: at }),
          anAlert(2, { ClearedAt: at }),
          anAlert(1),
        ],
      }),
    ),
  );
  expect(selectAlertsToAnswer(store.getState()).map(({ AlertId }) => AlertId)).toEqual([4, 1, 5, 3]);
});
