import { MAP_DEFAULT, type LatLng } from '@flagpost/contracts';
import { localPlane } from '@flagpost/telemetry';
import type { Course } from './made-event.js';

/** A circle around the map's default centre, driven clockwise, with the finish line in the north. */
export interface RoundCourse extends Course {
  /** Degrees clockwise from north. */
  headingAt(metres: number): number;
}

const DRAWN_PIECES = 120;

export const roundCourse = (lengthM: number): RoundCourse => {
  const plane = localPlane(MAP_DEFAULT.lat, MAP_DEFAULT.lng);
  const radiusM = lengthM / (2 * Math.PI);
  const placeAt = (metres: number): LatLng => ({
    lat: plane.lat + (radiusM * Math.cos(metres / radiusM)) / plane.metresPerLat,
    lng: plane.lng + (radiusM * Math.sin(metres / radiusM)) / plane.metresPerLng,
  });
  return {
    lengthM,
    line: placeAt(0),
    placeAt,
    headingAt: (metres) => (Math.round((metres / lengthM) * 360 + 90) + 3_600) % 360,
    drawn: Array.from({ length: DRAWN_PIECES + 1 }, (_, index) => placeAt((index * lengthM) / DRAWN_PIECES)),
  };
};
