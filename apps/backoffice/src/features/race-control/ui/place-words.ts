import { TEXTS } from '../../../shared/texts/race.js';
import type { CarPlace } from '../car-place.js';

const words = TEXTS.sos;

/** The sector of a car, else its distance from the start. */
export const placeWords = (place: CarPlace | null): string => {
  if (place === null) return words.noPlace;
  if (place.sector !== null) return TEXTS.flags.sector(place.sector.secNumber);
  if (place.fromStartM === null) return words.offTrack;
  return words.fromStart(TEXTS.flags.kilometres(place.fromStartM / 1_000));
};
