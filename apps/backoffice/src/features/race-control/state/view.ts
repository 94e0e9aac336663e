import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { ALL_CATEGORIES_ID } from '@flagpost/contracts';
import { searchable } from '../../../shared/searchable.js';
import { selectCarsInAlarm } from './alerts.js';
import { showsCategory, toggleCategory } from './categories.js';
import { raceLeft, raceOpened } from './messages.js';
import { selectCars } from './roster.js';

/** One of the bar's counts; it narrows the cars box while it is pressed. */
export type CarState = 'running' | 'stopped' | 'offline' | 'sos';
export const CAR_STATES: readonly CarState[] = ['running', 'stopped', 'offline', 'sos'];

interface ViewState {
  /** Sector id for the next flag of a hazard; null: the whole track. */
  sectorId: number | null;
  /** Category ids; 999 alone: 'all' is checked. */
  categories: number[];
  carState: CarState | null;
  /** Invitation id of the car that is shown in full. */
  opened: number | null;
  /** The newest request to bring a car to the middle of the map; each is an object of its own. */
  centre: { invitationId: number } | null;
  /** The map keeps the opened car in view. */
  isFollowing: boolean;
  /** Search text of the cars box. */
  search: string;
  showsPois: boolean;
}

const initialState = (): ViewState => ({
  sectorId: null,
  categories: [ALL_CATEGORIES_ID],
  carState: null,
  opened: null,
  centre: null,
  isFollowing: false,
  search: '',
  showsPois: false,
});

const open = (state: ViewState, id: number | null): void => {
  if (state.opened !== id) state.isFollowing = false;
  state.opened = id;
};

/** What this screen shows, filters and follows. Nothing here addresses a flag: see `receivers.ts`. */
export const viewSlice = createSlice({
  name: 'view',
  initialState,
  reducers: {
    /** On the map or in the cars box: shows the car in full; a second press closes it. */
    carPressed: (state, { payload }: PayloadAction<number>) =>
      open(state, state.opened === payload ? null : payload),
    /** Found, and shown in full. */
    carOpened: (state, { payload }: PayloadAction<number>) => open(state, payload),
    /** Shown in full and brought to the middle of the map. */
    carShown: (state, { payload }: PayloadAction<number>) => {
      open(state, payload);
      state.centre = { invitationId: payload };
    },
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
    sectorChosen: (state, { payload }: PayloadAction<number | null>) => {
      state.sectorId = payload;
    },
    /** On the map: chooses the sector; a second press leads back to the whole track. */
    sectorPressed: (state, { payload }: PayloadAction<number>) => {
      state.sectorId = state.sectorId === payload ? null : payload;
    },
    categoryToggled: (state, { payload }: PayloadAction<{ id: number; categories: number[] }>) => {
      state.categories = toggleCategory(state.categories, payload.id, payload.categories);
    },
    carStateToggled: (state, { payload }: PayloadAction<CarState>) => {
      state.carState = state.carState === payload ? null : payload;
    },
    /** As an address has them; without categories none is hidden. */
    filtersGiven: (
      state,
      { payload }: PayloadAction<{ search: string; carState: CarState | null; categories: number[] | null }>,
    ) => {
      state.search = payload.search;
      state.carState = payload.carState;
      if (payload.categories !== null) state.categories = payload.categories;
    },
    poisToggled: (state) => {
      state.showsPois = !state.showsPois;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
  },
});

export const {
  carPressed,
  carOpened,
  carShown,
  carClosed,
  followToggled,
  followEnded,
  searched,
  sectorChosen,
  sectorPressed,
  categoryToggled,
  carStateToggled,
  filtersGiven,
  poisToggled,
} = viewSlice.actions;

interface WithView {
  view: ViewState;
}
export const selectView = (state: WithView): ViewState => state.view;

/** Cars that the category filter leaves, and cars in alarm, which no filter hides. */
export const selectShownCars = createSelector(
  [selectCars, (state: WithView) => state.view.categories, selectCarsInAlarm],
  (cars, categories, inAlarm) =>
    cars.filter((car) => inAlarm.has(car.invitationId) || showsCategory(categories, car.categoryId)),
);

/** How many cars the filter hides. */
export const selectHiddenCars = createSelector(
  [selectCars, selectShownCars],
  (cars, shown) => cars.length - shown.length,
);

/** Whether a car matches the search: part of its number or of its pilot's name. */
export const isFound = (car: { carNumber: string; pilot: string }, search: string): boolean =>
  searchable(`${car.carNumber} ${car.pilot}`).includes(searchable(search.trim()));
