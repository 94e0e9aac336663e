import { NO_FLAGS } from '@flagpost/contracts';
import type { RaceStore, RaceState } from '../state/race-store.js';
import type { LiveCars } from '../live-cars.js';
import { selectOpenAlerts } from '../state/alerts.js';
import { selectCarsById } from '../state/roster.js';
import { selectShownCars } from '../state/view.js';

const shown = (state: RaceState) => {
  const byId = selectCarsById(state);
  const alarms = new Set(selectOpenAlerts(state).map((alert) => alert.InvitationId));
  const visible = new Set(selectShownCars(state).map((car) => car.invitationId));
  return (invitationId: number) => ({
    flags: byId[invitationId]?.flags ?? NO_FLAGS,
    alarm: alarms.has(invitationId),
    visible: visible.has(invitationId),
  });
};

/** Keeps the appearance of the cars in sync with control state, until the returned function is called. */
export const syncCarAppearance = (store: RaceStore, cars: LiveCars): (() => void) => {
  const read = (state: RaceState) =>
    [selectCarsById(state), selectOpenAlerts(state), selectShownCars(state)] as const;
  let before = read(store.getState());
  cars.show(shown(store.getState()));
  return store.subscribe(() => {
    const now = read(store.getState());
    if (now.every((part, index) => part === before[index])) return;
    before = now;
    cars.show(shown(store.getState()));
  });
};
