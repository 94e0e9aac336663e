import { RACE } from '@flagpost/contracts';
import { steadyFor } from './gaps.js';

/**
 * Whether silence of cars means anything now. It does not while inputs could not be stored, nor for a while after: who
 * was refused has to come again first.
 */
export interface Silence {
  /** The topics answered a question asked at `now`. False: nobody is to be taken for silent. */
  answered(now: number): boolean;
}

export const watchSilence = (): Silence => ({ answered: steadyFor(RACE.afterOutageMs) });
