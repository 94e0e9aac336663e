import { describe, expect, it } from '@jest/globals';
import { createStore } from '../../../app/store.js';
import {
  carClosed,
  carOpened,
  carPressed,
  carToggled,
  followToggled,
  isFound,
  selectionCleared,
  selectView,
} from './view.js';

const after = (...actions: Parameters<ReturnType<typeof createStore>['dispatch']>[0][]) => {
  const store = createStore();
  for (const action of actions) store.dispatch(action);
  const { selection, opened, isFollowing } = selectView(store.getState());
  return { selection, opened, isFollowing };
};

describe('a press on a car', () => {
  it('selects it and shows it in full, a second press takes both back', () => {
    expect(after(carPressed(1))).toEqual({ selection: [1], opened: 1, isFollowing: false });
    expect(after(carPressed(1), carPressed(1))).toEqual({ selection: [], opened: null, isFollowing: false });
  });

  it('that unselects another car leaves open what is open', () => {
    expect(after(carPressed(1), carPressed(2), carPressed(1))).toMatchObject({ selection: [2], opened: 2 });
  });

  it('stays open when the selection is dropped after a sending', () => {
    expect(after(carPressed(1), selectionCleared())).toMatchObject({ selection: [], opened: 1 });
  });

  it('in a dialog selects alone', () => {
    expect(after(carToggled(1))).toMatchObject({ selection: [1], opened: null });
  });
});

describe('following', () => {
  it('ends with the car that is shown', () => {
    expect(after(carOpened(1), followToggled())).toMatchObject({ isFollowing: true, selection: [] });
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
});
