import { describe, expect, it } from '@jest/globals';
import { createRaceStore } from '../../../testing/race-store.js';
import { ALL_CARS, carTicked, selectReceivers } from './receivers.js';
import {
  carClosed,
  carOpened,
  carPressed,
  carShown,
  followToggled,
  isFound,
  sectorChosen,
  sectorPressed,
  selectView,
} from './view.js';

const after = (...actions: Parameters<ReturnType<typeof createRaceStore>['dispatch']>[0][]) => {
  const store = createRaceStore();
  for (const action of actions) store.dispatch(action);
  const { opened, isFollowing } = selectView(store.getState());
  return { opened, isFollowing, receivers: selectReceivers(store.getState()) };
};

describe('a press on a car', () => {
  it('shows it, and a second press closes it', () => {
    expect(after(carPressed(1))).toEqual({ opened: 1, isFollowing: false, receivers: ALL_CARS });
    expect(after(carPressed(1), carPressed(1))).toMatchObject({ opened: null, receivers: ALL_CARS });
    expect(after(carPressed(1), carPressed(2))).toMatchObject({ opened: 2, receivers: ALL_CARS });
  });

  it('leaves the receivers as they were chosen', () => {
    const chosen = { kind: 'cars', invitationIds: [1] };
    expect(after(carTicked(1), carPressed(2))).toMatchObject({ opened: 2, receivers: chosen });
    expect(after(carPressed(1), carTicked(1), carPressed(1))).toMatchObject({
      opened: null,
      receivers: chosen,
    });
  });
});

it('chooses the sector that is pressed, leads back by a second press, and opens no car', () => {
  const store = createRaceStore();
  const { dispatch } = store;
  const chosen = () => selectView(store.getState()).sectorId;
  dispatch(sectorPressed(71));
  expect(chosen()).toBe(71);
  dispatch(sectorPressed(72));
  expect(chosen()).toBe(72);
  dispatch(sectorPressed(72));
  expect(chosen()).toBeNull();
  dispatch(sectorChosen(71));
  dispatch(sectorPressed(71));
  expect(chosen()).toBeNull();
  expect(selectView(store.getState()).opened).toBeNull();
});

it('shows a car in full and asks for it in the middle of the map, each time anew', () => {
  const store = createRaceStore();
  store.dispatch(carShown(2));
  const first = selectView(store.getState());
  expect(first).toMatchObject({ opened: 2, centre: { invitationId: 2 } });
  expect(selectReceivers(store.getState())).toEqual(ALL_CARS);
  store.dispatch(carShown(2));
  expect(selectView(store.getState()).centre).not.toBe(first.centre);
});

describe('following', () => {
  it('ends with the car that is shown', () => {
    expect(after(carOpened(1), followToggled())).toMatchObject({ isFollowing: true, receivers: ALL_CARS });
    expect(after(carOpened(1), followToggled(), carOpened(2))).toMatchObject({ isFollowing: false });
    expect(after(carOpened(1), followToggled(), carClosed())).toMatchObject({ isFollowing: false });
  });

  it('needs a car', () => {
    expect(after(followToggled()).isFollowing).toBe(false);
  });
});

it("finds a car by part of its number or of its pilot's name", () => {
  const car = { carNumber: '12B', pilot: 'Ada Lovelace' };
  expect(['12', 'b', 'LOVE', ' ada ', ''].every((search) => isFound(car, search))).toBe(true);
  expect(isFound(car, '13')).toBe(false);
  expect(isFound({ carNumber: '7', pilot: 'Zoë Müller' }, 'zoe mu')).toBe(true);
});
