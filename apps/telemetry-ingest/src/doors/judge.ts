import { RACE, type DropReason } from '@flagpost/contracts';
import type { DecodedInput } from './decoded.js';

/**
 * What the sender of a fix is told is wrong with it. Only what needs no knowledge of the car; the engine judges (and
 * counts) every fix itself, and takes such an input as a sign of life.
 */
export const faultOf = (input: DecodedInput, receivedAt: number): DropReason | null => {
  const { lat, lng, t } = input;
  if (lat === undefined || lng === undefined || input.signal !== undefined) return null;
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return 'invalidCoordinates';
  return t !== undefined && t > receivedAt + RACE.maxClockAheadMs ? 'clockAhead' : null;
};
