import type { LatLng } from '@flagpost/contracts';
import type { RaceStore } from '../state/race-store.js';
import { raceApi } from '../api.js';

/** Reads an event's boxes from the route that the screen has asked for: null where none are drawn, undefined until it is there. */
export const eventBoxes = (
  { getState }: Pick<RaceStore, 'getState'>,
  eventId: number,
): (() => readonly LatLng[] | null | undefined) => {
  const selectRoute = raceApi.endpoints.route.select(eventId);
  return () => selectRoute(getState()).data?.track.pointsBoxes;
};
