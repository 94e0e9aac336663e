import { expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { aFlag, aSnapshot, EVENT_ID } from '../../../testing/race-data.js';
import { createRaceStore } from '../../../testing/race-store.js';
import { flagConfirmed, raceOpened, snapshotArrived } from './messages.js';
import { selectMissing } from './confirmations.js';

const CARS = [1, 2, 3];

it('tells the page once a frame of confirmations, however many', async () => {
  const store = createRaceStore();
  store.dispatch(raceOpened({ eventId: EVENT_ID }));
  store.dispatch(snapshotArrived(aSnapshot({ flags: [aFlag(1)] })));
  let told = 0;
  store.subscribe(() => (told += 1));
  for (const InvitationId of CARS)
    store.dispatch(
      flagConfirmed({
        ...{ eventId: EVENT_ID, streamId: 'stream', seq: InvitationId },
        ...{ FlagId: 1, InvitationId, ConfirmedAt: '2026-05-01T10:00:01.000Z' },
      }),
    );
  expect(told).toBe(0);
  expect(selectMissing(store.getState()).get(1)).toEqual([]);
  await waitFor(() => expect(told).toBe(1));
});
