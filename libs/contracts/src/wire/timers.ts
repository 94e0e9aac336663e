import { z } from 'zod';
import { LIMITS } from '../limits.js';
import { FAULTS } from '../texts/fields.js';
import { requiredLine } from './text.js';

/** Timers of an event. */

/** Body of POST /timers */
export const timerRequest = z.object({
  EventId: z.number().int().positive(),
  Title: requiredLine(LIMITS.name, FAULTS.timerTitle),
});
export type TimerRequest = z.infer<typeof timerRequest>;

/**
 * POST /timers and PUT /timers/{id}/start, pause, resume and stop. It runs if `RunningSince` is set, is paused if that
 * is null and `ElapsedMs` above 0, and is at 00:00:00 otherwise.
 */
export interface TimerRow {
  TimerId: number;
  Title: string;
  /** Null while it does not run. */
  RunningSince: string | null;
  /** Counted before `RunningSince`. */
  ElapsedMs: number;
}

/** GET /events/timers/{id}; the socket sends the same. */
export interface TimersAnswer {
  /** Of this answer, by the clock of `RunningSince`: a running timer showed `ElapsedMs + timersAt - RunningSince`. */
  timersAt: string;
  /** In order of creation. */
  timers: TimerRow[];
}

/** DELETE /timers/{id} */
export interface TimerRemovedAnswer {
  TimerId: number;
}
