import { RACE } from '@flagpost/contracts';
import { createQuietPeriod } from './quiet-period.js';

/**
 * The time during and after an outage in which no car counts as offline: devices that were refused have to send again
 * first.
 */
export interface OfflineGrace {
  /** Call with the time of each answer of the topics. */
  isOver(now: number): boolean;
}

export const createOfflineGrace = (): OfflineGrace => ({ isOver: createQuietPeriod(RACE.afterOutageMs) });
