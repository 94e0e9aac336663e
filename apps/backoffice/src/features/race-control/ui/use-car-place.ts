import { useMemo } from 'react';
import type { LatLng } from '@flagpost/contracts';
import { useRouteQuery } from '../api.js';
import { placesOn, type CarPlace, type FindPlace } from '../car-place.js';
import { useLiveCars, useRace } from '../race-context.js';
import { useSectors } from './sector-choice.js';

/** Finds places on the route; null if it has no race line. */
export const useFindPlace = (): FindPlace | null => {
  const { eventId } = useRace();
  const { data: route } = useRouteQuery(eventId);
  const { sectors } = useSectors();
  return useMemo(() => (route === undefined ? null : placesOn(route, sectors)), [route, sectors]);
};

/** The place on the route of a point; null without a point, or if the route has no race line. */
export const usePlaceAt = (point: LatLng | null): CarPlace | null => {
  const find = useFindPlace();
  return find === null || point === null ? null : find(point);
};

/** The place of a car by its newest position; null while it has none, or the route has no race line. */
export const useCarPlace = (invitationId: number): CarPlace | null => {
  const { lat = null, lng = null } = useLiveCars().live(invitationId) ?? {};
  return usePlaceAt(lat === null || lng === null ? null : { lat, lng });
};
