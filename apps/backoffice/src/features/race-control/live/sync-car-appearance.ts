import { NO_FLAGS } from '@flagpost/contracts';
import type { RaceStore, RaceState } from '../state/race-store.js';
import type { LiveCars } from '../live-cars.js';
import { selectOpenAlerts } from '../state/alerts.js';
import { selectBrightGreens, shownFlags } from '../state/green.js';
import { selectCarsById } from '../state/roster.js';
import { selectShownCars } from '../state/view.js';

const shown = (state: RaceState, serverNowMs: number) => {
  const byId = selectCarsById(state);
  const greens = selectBrightGreens(state);
  const alarms = new Set(selectOpenAlerts(state).map((alert) => alert.InvitationId));
  const visible = new Set(selectShownCars(state).map((car) => car.invitationId));
  return (invitationId: number) => ({
    flags: shownFlags(
      byId[invitationId]?.flags ?? NO_FLAGS,
      (greens.get(invitationId) ?? -Infinity) > serverNowMs,
    ),
    alarm: alarms.has(invitationId),
    visible: visible.has(invitationId),
  });
};

/** Keeps the appearance of the cars in sync with control state, until the returned function is called. */
export const syncCarAppearance = (store: RaceStore, cars: LiveCars): (() => void) => {
  const read = (state: RaceState) =>
    [
      selectCarsById(state),
      selectOpenAlerts(state),
      selectShownCars(state),
      selectBrightGreens(state),
    ] as const;
  let greenEnds: number | undefined;
  const show = (): void => {
    const state = store.getState();
    const serverNowMs = cars.serverNowMs(performance.now()) ?? Date.now();
    cars.show(shown(state, serverNowMs));
    window.clearTimeout(greenEnds);
    const ends = [...selectBrightGreens(state).values()].filter((end) => end > serverNowMs);
    if (ends.length > 0)
      greenEnds = window.setTimeout(show, ends.reduce((a, b) => Math.min(a, b)) - serverNowMs + 1);
  };
  let before = read(store.getState());
  show();
  const stop = store.subscribe(() => {
    const now = read(store.getState());
    if (now.every((part, index) => part === before[index])) return;
    before = now;
    show();
  });
  return () => {
    window.clearTimeout(greenEnds);
    stop();
  };
};
