import type { CircuitRouteAnswer, LatLng } from '@flagpost/contracts';
import { headingDeg } from '@flagpost/telemetry';
import { isClosed, lengthM, pointAt, raceLine } from '@flagpost/track-geometry';

/** The race line of an event, driven again and again: a circuit round, a stage to its end and back. */
export interface Course {
  readonly lengthM: number;
  /** After so many metres, which may be below 0. */
  at(metres: number): { readonly place: LatLng; readonly headingDeg: number };
}

const AHEAD_M = 5;

/** Null if no line is drawn. */
export const courseOf = ({ pointsTrack, pointsMetaFinish }: CircuitRouteAnswer['track']): Course | null => {
  const lines = pointsTrack.map(({ Positions }) => Positions);
  const index = raceLine(lines, pointsMetaFinish);
  const drawn = index === null ? undefined : lines[index];
  if (drawn === undefined || lengthM(drawn) === 0) return null;
  const line = isClosed(drawn) ? drawn : [...drawn, ...drawn.toReversed().slice(1)];
  const wholeM = lengthM(line);
  const placeAt = (metres: number): LatLng => {
    const place = pointAt(line, ((metres % wholeM) + wholeM) % wholeM);
    if (place === undefined) throw new Error('A line has a point at every distance.');
    return place;
  };
  return {
    lengthM: wholeM,
    at(metres) {
      const [place, ahead] = [placeAt(metres), placeAt(metres + AHEAD_M)];
      return { place, headingDeg: headingDeg(place.lat, place.lng, ahead.lat, ahead.lng) };
    },
  };
};
