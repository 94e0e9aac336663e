import { useMemo } from 'react';
import { useRouteQuery } from '../api.js';
import { placesOn, type CarPlace } from '../car-place.js';
import { useLiveCars, useRace } from '../race-context.js';
import { useSectors } from './sector-choice.js';

/** The place of a car by its newest position; null while it has none, or the route has no race line. */
export const useCarPlace = (invitationId: number): CarPlace | null => {
  const { eventId } = useRace();
  const { data: route } = useRouteQuery(eventId);
  const { sectors } = useSectors();
  const find = useMemo(() => (route === undefined ? null : placesOn(route, sectors)), [route, sectors]);
  const live = useLiveCars().live(invitationId);
  if (find === null || live === undefined || live.lat === null || live.lng === null) return null;
  return find({ lat: live.lat, lng: live.lng });
};
