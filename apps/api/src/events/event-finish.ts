import { isPast } from '@flagpost/contracts';
import { ValidationError } from '../http/validation-error.js';

/** The finish of a request. @throws {ValidationError} if an event with it would be over, and so could not be mended */
export const requireToCome = (finishesAt: number, now: number): number => {
  if (isPast({ finishesAt }, now)) throw new ValidationError({ Finish: 'finishPast' });
  return finishesAt;
};
