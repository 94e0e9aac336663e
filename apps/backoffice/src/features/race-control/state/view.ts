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
  /** Sector id for the next flag of a hazard; null: the whole track. */
  sectorId: number | null;
  /** Category ids, 999 among them when 'all' is checked. */
  categories: number[];
  carState: CarState | null;
  /** Invitation id of the car that is shown in full. */
  opened: number | null;
  /** The map keeps the opened car in view. */
  isFollowing: boolean;
  /** Search text of the cars box. */
  search: string;
  showsPois: boolean;
}

const initialState = (): ViewState => ({
  selection: [],
  sectorId: null,
  categories: [ALL_CATEGORIES_ID],
  carState: null,
  opened: null,
  isFollowing: false,
  search: '',
  showsPois: false,
});

const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

const open = (state: ViewState, id: number | null): void => {
  if (state.opened !== id) state.isFollowing = false;
  state.opened = id;
};

/** Selection and filters of this screen. */
export const viewSlice = createSlice({
  name: 'view',
  initialState,
  reducers: {
    carToggled: (state, { payload }: PayloadAction<number>) => {
      state.selection = toggled(state.selection, payload);
    },
    /** On the map or in the cars box: selects a car and shows it in full; a second press takes both back. */
    carPressed: (state, { payload }: PayloadAction<number>) => {
      state.selection = toggled(state.selection, payload);
      if (state.selection.includes(payload)) open(state, payload);
      else if (state.opened === payload) open(state, null);
    },
    /** Found, and shown in full without being selected. */
    carOpened: (state, { payload }: PayloadAction<number>) => open(state, payload),
    carClosed: (state) => open(state, null),
    followToggled: (state) => {
      state.isFollowing = state.opened !== null && !state.isFollowing;
    },
    /** The person dragged the map away. */
    followEnded: (state) => {
      state.isFollowing = false;
    },
    searched: (state, { payload }: PayloadAction<string>) => {
      state.search = payload;
    },
    selectionCleared: (state) => {
      state.selection = [];
    },
    sectorChosen: (state, { payload }: PayloadAction<number | null>) => {
      state.sectorId = payload;
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
  carPressed,
  carOpened,
  carClosed,
  followToggled,
  followEnded,
  searched,
  selectionCleared,
  sectorChosen,
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

/** Whether a car matches the search: part of its number or of its pilot's name. */
export const isFound = (car: { carNumber: string; pilot: string }, search: string): boolean =>
  `${car.carNumber} ${car.pilot}`.toLowerCase().includes(search.trim().toLowerCase());
