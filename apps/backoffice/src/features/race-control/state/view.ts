import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { ALL_CATEGORIES_ID } from '@flagpost/contracts';
import { showsCategory, toggleCategory } from './categories.js';
import { raceOpened } from './messages.js';
import { selectCars } from './roster.js';

/** One of the bar's counts; it narrows the cars box while it is pressed. */
export type CarState = 'running' | 'stopped' | 'offline' | 'sos';
export const CAR_STATES: readonly CarState[] = ['running', 'stopped', 'offline', 'sos'];

interface ViewState {
  /** Invitation ids that the next flag goes to; empty: all cars. */
  selection: number[];
  /** Category ids, 999 among them when 'all' is checked. */
  categories: number[];
  carState: CarState | null;
  showsPois: boolean;
}

const initialState = (): ViewState => ({
  selection: [],
  categories: [ALL_CATEGORIES_ID],
  carState: null,
  showsPois: false,
});

/** What this screen has selected and filtered. */
export const viewSlice = createSlice({
  name: 'view',
  initialState,
  reducers: {
    carToggled: (state, { payload }: PayloadAction<number>) => {
      state.selection = state.selection.includes(payload)
        ? state.selection.filter((id) => id !== payload)
        : [...state.selection, payload];
    },
    selectionCleared: (state) => {
      state.selection = [];
    },
    categoriesArrived: (state, { payload }: PayloadAction<number[]>) => {
      if (state.categories.includes(ALL_CATEGORIES_ID)) state.categories = [ALL_CATEGORIES_ID, ...payload];
    },
    categoryToggled: (state, { payload }: PayloadAction<{ id: number; categories: number[] }>) => {
      state.categories = toggleCategory(state.categories, payload.id, payload.categories);
    },
    carStateToggled: (state, { payload }: PayloadAction<CarState>) => {
      state.carState = state.carState === payload ? null : payload;
    },
    poisToggled: (state) => {
      state.showsPois = !state.showsPois;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
  },
});

export const {
  carToggled,
  selectionCleared,
  categoriesArrived,
  categoryToggled,
  carStateToggled,
  poisToggled,
} = viewSlice.actions;

interface WithView {
  view: ViewState;
}
export const selectView = (state: WithView): ViewState => state.view;

/** Selected cars that are still in the race. */
export const selectSelectedCars = createSelector(
  [selectCars, (state: WithView) => state.view.selection],
  (cars, selection) => cars.filter((car) => selection.includes(car.invitationId)),
);

/** Cars that the category filter leaves. */
export const selectShownCars = createSelector(
  [selectCars, (state: WithView) => state.view.categories],
  (cars, categories) => cars.filter((car) => showsCategory(categories, car.categoryId)),
);
