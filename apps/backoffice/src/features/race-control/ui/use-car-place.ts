import { useMemo } from 'react';
import type { LatLng } from '@flagpost/contracts';
import { useRouteQuery } from '../api.js';
import { placesOn, type CarPlace } from '../car-place.js';
import { useLiveCars, useRace } from '../race-context.js';
import { useSectors } from './sector-choice.js';

/** The place on the route of a point; null without a point, or if the route has no race line. */
export const usePlaceAt = (point: LatLng | null): CarPlace | null => {
  const { eventId } = useRace();
  const { data: route } = useRouteQuery(eventId);
  const { sectors } = useSectors();
  const find = useMemo(() => (route === undefined ? null : placesOn(route, sectors)), [route, sectors]);
  return find === null || point === null ? null : find(point);
};

/** The place of a car by its newest position; null while it has none, or the route has no race line. */
export const useCarPlace = (invitationId: number): CarPlace | null => {
  const { lat = null, lng = null } = useLiveCars().live(invitationId) ?? {};
  return usePlaceAt(lat === null || lng === null ? null : { lat, lng });
};
