import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { raceLeft, raceOpened } from './messages.js';
import { selectCars, type RosterCar } from './roster.js';

/**
 * The cars that the next flag goes to. Only a person who addresses cars changes them; the cars that are shown, filtered,
 * searched and followed are in `view.ts`.
 */
export type Receivers =
  | { readonly kind: 'all' }
  | { readonly kind: 'categories'; readonly categoryIds: readonly number[] }
  | { readonly kind: 'cars'; readonly invitationIds: readonly number[] };

export const ALL_CARS: Receivers = { kind: 'all' };

const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

/** With this car, or without it if it is one of them; null: none is left. Cars replace categories. */
export const withCar = (receivers: Receivers | null, invitationId: number): Receivers | null => {
  const before = receivers?.kind === 'cars' ? receivers.invitationIds : [];
  const invitationIds = toggled(before, invitationId);
  return invitationIds.length === 0 ? null : { kind: 'cars', invitationIds };
};

/** With this category, or without it if it is one of them; null: none is left. Categories replace cars. */
export const withCategory = (receivers: Receivers | null, categoryId: number): Receivers | null => {
  const before = receivers?.kind === 'categories' ? receivers.categoryIds : [];
  const categoryIds = toggled(before, categoryId);
  return categoryIds.length === 0 ? null : { kind: 'categories', categoryIds };
};

/** Whether a car was named as a receiver, by itself and not by its category. */
export const namesCar = (receivers: Receivers | null, invitationId: number): boolean =>
  receivers?.kind === 'cars' && receivers.invitationIds.includes(invitationId);

export const namesCategory = (receivers: Receivers | null, categoryId: number): boolean =>
  receivers?.kind === 'categories' && receivers.categoryIds.includes(categoryId);

/**
 * The cars of these receivers that are in the race at this moment. Chosen receivers that have all left it are no cars:
 * that is never read as all of them.
 */
export const carsOf = (receivers: Receivers, cars: readonly RosterCar[]): readonly RosterCar[] => {
  switch (receivers.kind) {
    case 'all':
      return cars;
    case 'categories':
      return cars.filter(
        ({ categoryId }) => categoryId !== null && receivers.categoryIds.includes(categoryId),
      );
    case 'cars':
      return cars.filter(({ invitationId }) => receivers.invitationIds.includes(invitationId));
  }
};

interface ReceiversState {
  chosen: Receivers;
}

const initialState = (): ReceiversState => ({ chosen: ALL_CARS });

export const receiversSlice = createSlice({
  name: 'receivers',
  initialState,
  reducers: {
    /** 'Send to this car': this car alone. */
    carAddressed: (_, { payload }: PayloadAction<number>): ReceiversState => ({
      chosen: { kind: 'cars', invitationIds: [payload] },
    }),
    /** Its tick in the list. */
    carTicked: ({ chosen }, { payload }: PayloadAction<number>): ReceiversState => ({
      chosen: withCar(chosen, payload) ?? ALL_CARS,
    }),
    receiversChosen: (_, { payload }: PayloadAction<Receivers>): ReceiversState => ({ chosen: payload }),
  },
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
  },
});

export const { carAddressed, carTicked, receiversChosen } = receiversSlice.actions;

interface WithReceivers {
  receivers: ReceiversState;
}

export const selectReceivers = (state: WithReceivers): Receivers => state.receivers.chosen;

export interface RaceCategory {
  readonly id: number;
  readonly name: string;
  /** Number of its cars. */
  readonly count: number;
}

/** The categories that have cars in the race, by name. */
export const selectRaceCategories = createSelector([selectCars], (cars): readonly RaceCategory[] => {
  const byId = new Map<number, RaceCategory>();
  for (const { categoryId: id, category: name } of cars) {
    if (id !== null) byId.set(id, { id, name, count: (byId.get(id)?.count ?? 0) + 1 });
  }
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name));
});
