import { z } from 'zod';
import { LIMITS } from '../constants.js';
import { FAULTS } from '../texts/fields.js';
import { secret } from './sensitive.js';
import { line, requiredLine } from './text.js';

/** Flags, alerts, laps and timers. */

/** Body of POST /flagRecords. Empty `InvitationsSelected`: every authorised car, where the flag allows it. */
export const flagRequest = z.object({
  StateId: z.number().int(),
  InvitationsSelected: z.array(z.number().int().positive()).max(2_000).default([]),
  EventId: z.number().int().positive(),
  Message: line(LIMITS.message).nullish(),
  SectorId: z.number().int().positive().nullish(),
  SanctionedDriver: z.number().int().positive().nullish(),
  SectorImg: line(LIMITS.imagePath).nullish(),
});
export type FlagRequest = z.infer<typeof flagRequest>;

export interface FlagAnswer {
  FlagId: number;
}

/** An `Idempotency-Key`. */
export const requestKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, FAULTS.requestKey);

/** Body of POST /flagRecords/withdrawals: the key that a flag was sent under, of which no answer came. */
export const flagWithdrawal = z.object({ EventId: z.number().int().positive(), Key: secret(requestKey) });
export type FlagWithdrawal = z.infer<typeof flagWithdrawal>;

/**
 * `withdrawn`: it was not sent, and never will be under this key. `sent`: it was. `pending`: it arrived, and has no
 * answer yet.
 */
export interface FlagWithdrawalAnswer {
  Outcome: 'withdrawn' | 'sent' | 'pending';
}

/** DELETE /flagRecords/event/{eventId}: the SOS alerts that ended with the flags. */
export interface FlagsClearedAnswer {
  AlertIds: number[];
}

export interface LapsResetAnswer {
  LapEpoch: number;
  beganAt: string;
}

/** Body of POST /timers */
export const timerRequest = z.object({
  EventId: z.number().int().positive(),
  Title: requiredLine(LIMITS.name, FAULTS.timerTitle),
});
export type TimerRequest = z.infer<typeof timerRequest>;

/**
 * POST /timers and PUT /timers/{id}/start, pause, resume and stop. It runs where `RunningSince` is set, has been paused
 * where it is null and `ElapsedMs` above 0, and else stands at 00:00:00.
 */
export interface TimerRow {
  TimerId: number;
  Title: string;
  /** Null while it does not run. */
  RunningSince: string | null;
  /** Counted before `RunningSince`. */
  ElapsedMs: number;
}

/** GET /events/timers/{id}; the socket tells the same. */
export interface TimersAnswer {
  /** When this was said, by the clock of `RunningSince`: a timer that runs showed `ElapsedMs + timersAt - RunningSince`. */
  timersAt: string;
  /** In order of creation. */
  timers: TimerRow[];
}

/** DELETE /timers/{id} */
export interface TimerRemovedAnswer {
  TimerId: number;
}

/** So much history is read at once. */
export const HISTORY_SPAN_MS = 3_600_000;
/** And so many fixes of it: 27 cars at 1 Hz for an hour, and well under a second of the server's time. */
export const HISTORY_FIXES = 100_000;

/** GET /api/history/{eventId}?from&to: fixes in order of `receivedAt`, from `from` to before `to`. */
export interface HistoryAnswer {
  eventId: number;
  from: string;
  to: string;
  cars: {
    InvitationId: number;
    CarNumber: string;
    /** [receivedAt, t, lat, lng, speedKph, headingDeg], times in epoch ms; the last two null where unknown. */
    fixes: [number, number, number, number, number | null, number | null][];
  }[];
}
