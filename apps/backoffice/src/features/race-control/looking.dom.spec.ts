import { expect, it } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { FLAG_CODES } from '@flagpost/contracts';
import { aFlag, anAlert, aSnapshot, aSnapshotCar, EVENT_ID } from '../../testing/race-data.js';
import { api } from '../../shared/api.js';
import { sessionSlice } from '../../shared/session/slice.js';
import { carByDigits, mayGoOn } from './car-number.js';
import { afterKey, NO_KEYS, takesNumber, type FlagKey, type KeyState } from './flag-keys.js';
import { linkLost } from './state/link.js';
import { alertArrived, raceControlled, snapshotArrived } from './state/messages.js';
import type { RaceStore } from './state/race-store.js';
import { raceReducers } from './state/reducers.js';
import { ALL_CARS, carAddressed, carsOf, selectReceivers } from './state/receivers.js';
import { selectCars } from './state/roster.js';
import {
  carClosed,
  carOpened,
  carPressed,
  carShown,
  carStateToggled,
  CAR_STATES,
  categoryToggled,
  followEnded,
  followToggled,
  poisToggled,
  searched,
  sectorChosen,
  sectorPressed,
} from './state/view.js';

/** Looking is not aiming: no order of looking at cars changes who gets the next flag. */

const RUNS = 10_000;
const CATEGORIES = [1, 2, 3];
const CARS = Array.from({ length: 24 }, (_, index) =>
  aSnapshotCar(index + 1, { CategoryId: CATEGORIES[index % CATEGORIES.length] ?? null }),
);

type Look = (store: RaceStore) => void;
const car = fc.integer({ min: 1, max: CARS.length + 2 });
const digit = fc.constantFrom('0', '1', '2', '7');

/** Keys with nothing armed, as the screen carries them out. */
const typing = fc.array(digit, { minLength: 1, maxLength: 3 }).map((digits): Look => (store) => {
  let keys: KeyState = NO_KEYS;
  for (const pressed of digits) keys = afterKey(keys, { does: 'digit', digit: pressed });
  const cars = selectCars(store.getState());
  const match = carByDigits(cars, keys.digits);
  if (!mayGoOn(cars, keys.digits) && match.found === 'one') store.dispatch(carShown(match.car.invitationId));
});

const looks: fc.Arbitrary<Look> = fc.oneof(
  typing,
  fc
    .oneof(
      car.map(carPressed),
      car.map(carOpened),
      car.map(carShown),
      fc.constant(carClosed()),
      fc.constant(followToggled()),
      fc.constant(followEnded()),
      fc.string({ maxLength: 4 }).map(searched),
      fc.constantFrom(...CAR_STATES).map(carStateToggled),
      fc.constantFrom(...CATEGORIES, 999).map((id) => categoryToggled({ id, categories: CATEGORIES })),
      fc.constantFrom(null, 71, 72).map(sectorChosen),
      fc.constantFrom(71, 72).map(sectorPressed),
      fc.constant(poisToggled()),
      // What happens meanwhile: cars leave and come, call for help, are sent flags; the link is lost.
      fc.subarray(CARS).map((cars) => snapshotArrived(aSnapshot({ cars }))),
      car.map((InvitationId) =>
        alertArrived({
          eventId: EVENT_ID,
          streamId: 's',
          seq: 1,
          alert: anAlert(InvitationId, { InvitationId }),
        }),
      ),
      fc.tuple(fc.constantFrom(...FLAG_CODES), fc.subarray([1, 2, 3])).map(([StateId, InvitationsSelected]) =>
        raceControlled({
          eventId: EVENT_ID,
          streamId: 's',
          seq: 1,
          action: 'flagSent',
          flag: aFlag(1, { StateId, InvitationsSelected }),
          correlationId: 'other',
        }),
      ),
      fc.constant(linkLost({ at: 0 })),
    )
    .map(
      (action): Look =>
        (store) =>
          void store.dispatch(action),
    ),
);

/** The store without the checks of each state, which other specs make. */
const raceStore = (): RaceStore => {
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      [sessionSlice.name]: sessionSlice.reducer,
      ...raceReducers,
    },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }),
  });
  store.dispatch(snapshotArrived(aSnapshot({ cars: CARS })));
  return store;
};

it(`over ${RUNS} sequences of looking, filtering, searching and following the receivers stay all cars`, () => {
  fc.assert(
    fc.property(fc.array(looks, { maxLength: 12 }), (sequence) => {
      const store = raceStore();
      for (const look of sequence) look(store);
      expect(selectReceivers(store.getState())).toBe(ALL_CARS);
    }),
    { numRuns: RUNS },
  );
});

it('receivers that were chosen stay as they are, and are never widened to all', () => {
  fc.assert(
    fc.property(car, fc.array(looks, { maxLength: 12 }), (chosen, sequence) => {
      const store = raceStore();
      store.dispatch(carAddressed(chosen));
      const receivers = selectReceivers(store.getState());
      for (const look of sequence) look(store);
      expect(selectReceivers(store.getState())).toBe(receivers);
      expect(carsOf(receivers, selectCars(store.getState())).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 1_000 },
  );
});

it('Enter sends an armed flag only if it was the last thing to be armed or addressed', () => {
  const key: fc.Arbitrary<FlagKey> = fc.oneof(
    fc.constantFrom(...FLAG_CODES).map((code): FlagKey => ({ does: 'arm', code })),
    digit.map((pressed): FlagKey => ({ does: 'digit', digit: pressed })),
    fc.constantFrom<FlagKey>({ does: 'erase' }, { does: 'find' }, { does: 'disarm' }, { does: 'list' }),
  );
  fc.assert(
    fc.property(fc.array(key, { maxLength: 10 }), (keys) => {
      const { armed, digits } = keys.reduce(afterKey, NO_KEYS);
      if (armed === null) return;
      const since = keys.slice(keys.findLastIndex(({ does }) => does === 'arm') + 1);
      const isNumber = since.every(({ does }) => does === 'digit' || does === 'erase');
      expect(isNumber).toBe(true);
      if (!takesNumber(armed))
        expect([digits, since.some(({ does }) => does === 'digit')]).toEqual(['', false]);
    }),
    { numRuns: RUNS },
  );
});
