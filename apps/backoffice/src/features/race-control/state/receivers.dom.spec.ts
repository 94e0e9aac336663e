import { describe, expect, it } from '@jest/globals';
import { createRaceStore } from '../../../testing/race-store.js';
import { aSnapshot, aSnapshotCar, EVENT_ID } from '../../../testing/race-data.js';
import { raceOpened, snapshotArrived } from './messages.js';
import {
  ALL_CARS,
  carAddressed,
  carsOf,
  carTicked,
  receiversChosen,
  selectRaceCategories,
  selectReceivers,
  withCategory,
  type Receivers,
} from './receivers.js';
import { selectCars } from './roster.js';

const FIELD = aSnapshot({
  cars: [
    aSnapshotCar(1, { CategoryId: 10, Category: 'Touring' }),
    aSnapshotCar(2, { CategoryId: 20, Category: 'GT' }),
    aSnapshotCar(3, { CategoryId: 10, Category: 'Touring' }),
    aSnapshotCar(4, { CategoryId: null, Category: '' }),
  ],
});

const TOURING: Receivers = { kind: 'categories', categoryIds: [10] };
const ofCategories = (...categoryIds: number[]) => receiversChosen({ kind: 'categories', categoryIds });

const after = (...actions: Parameters<ReturnType<typeof createRaceStore>['dispatch']>[0][]) => {
  const store = createRaceStore();
  for (const action of actions) store.dispatch(action);
  const state = store.getState();
  const chosen = selectReceivers(state);
  return { chosen, cars: carsOf(chosen, selectCars(state)).map(({ invitationId }) => invitationId) };
};

describe('receivers', () => {
  it('are every car of the race until somebody chooses, and again after', () => {
    expect(after(snapshotArrived(FIELD))).toEqual({ chosen: ALL_CARS, cars: [1, 2, 3, 4] });
    expect(after(carTicked(1), receiversChosen(ALL_CARS)).chosen).toEqual(ALL_CARS);
    expect(after(carTicked(1), raceOpened({ eventId: EVENT_ID })).chosen).toEqual(ALL_CARS);
  });

  it('are ticked one by one; without the last one they are all cars', () => {
    expect(after(carTicked(1), carTicked(3)).chosen).toEqual({ kind: 'cars', invitationIds: [1, 3] });
    expect(after(carTicked(1), carTicked(3), carTicked(1)).chosen).toMatchObject({ invitationIds: [3] });
    expect(after(carTicked(1), carTicked(1)).chosen).toEqual(ALL_CARS);
  });

  it("of 'Send to this car' are this car alone", () => {
    expect(after(carTicked(1), carAddressed(3)).chosen).toEqual({ kind: 'cars', invitationIds: [3] });
    expect(after(ofCategories(10), carAddressed(3)).chosen).toMatchObject({ invitationIds: [3] });
  });

  it('are categories or cars, never both', () => {
    expect(after(snapshotArrived(FIELD), ofCategories(10))).toEqual({
      chosen: { kind: 'categories', categoryIds: [10] },
      cars: [1, 3],
    });
    expect(after(snapshotArrived(FIELD), ofCategories(10, 20)).cars).toEqual([1, 2, 3]);
    expect(after(ofCategories(10), carTicked(2)).chosen).toEqual({ kind: 'cars', invitationIds: [2] });
    expect(after(carTicked(2), ofCategories(10)).chosen).toMatchObject({ kind: 'categories' });
    expect(withCategory(TOURING, 10)).toBeNull();
  });

  it('of a category are its cars at this moment', () => {
    const joined = aSnapshot({ cars: [...FIELD.cars, aSnapshotCar(5, { CategoryId: 10 })] });
    expect(after(snapshotArrived(FIELD), ofCategories(10), snapshotArrived(joined)).cars).toEqual([1, 3, 5]);
  });

  it('that have all left the race are nobody, not everybody', () => {
    const left = aSnapshot({ cars: FIELD.cars.slice(1, 2) });
    const { chosen, cars } = after(snapshotArrived(FIELD), carTicked(1), snapshotArrived(left));
    expect(chosen).toEqual({ kind: 'cars', invitationIds: [1] });
    expect(cars).toEqual([]);
  });
});

it('categories of the race are those that have cars, by name, with their number of cars', () => {
  const store = createRaceStore();
  store.dispatch(snapshotArrived(FIELD));
  expect(selectRaceCategories(store.getState())).toEqual([
    { id: 20, name: 'GT', count: 1 },
    { id: 10, name: 'Touring', count: 2 },
  ]);
});
