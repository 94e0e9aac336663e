import { RACE, type DropReason } from '@flagpost/contracts';
import type { DecodedInput } from './decoded.js';

/**
 * The reason reported to the sender of an invalid fix, as far as it can be found without the car's state. The engine
 * validates and counts every fix itself, and takes such an input as a sign of life.
 */
export const validateFix = (input: DecodedInput, receivedAt: number): DropReason | null => {
  const { lat, lng, t } = input;
  if (lat === undefined || lng === undefined || input.signal !== undefined) return null;
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return 'invalidCoordinates';
  return t !== undefined && t > receivedAt + RACE.maxClockAheadMs ? 'clockAhead' : null;
};
