import type { LiveCar } from '@flagpost/contracts';
import type { HeardPlace } from './state/messages.js';

/** A position this close to a report is where it was made. */
const SAME_MS = 5_000;

/** Where a car was heard last; null if it never was. */
export const heardPlaceOf = (
  car: Pick<LiveCar, 'lat' | 'lng' | 'receivedAt'> | undefined,
): HeardPlace | null =>
  car === undefined || car.lat === null || car.lng === null || car.receivedAt === null
    ? null
    : { lat: car.lat, lng: car.lng, at: car.receivedAt };

/** When the car was heard at this place, if that was not when it reported; null: it was, or there is no place. */
export const otherTimeOf = (place: HeardPlace | null, reportedAt: number): number | null =>
  place === null || Math.abs(place.at - reportedAt) <= SAME_MS ? null : place.at;
