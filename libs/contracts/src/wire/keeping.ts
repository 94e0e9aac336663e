import { z } from 'zod';
import { KEEP_DAYS, KEEP_PERIODS } from '../keeping.js';
import { FAULTS } from '../texts/fields.js';

/** How long an institution keeps the positions of its races. */

/** Days after the finish of a race; null: for ever. */
const keepDays = z.literal([...KEEP_DAYS, null], { error: FAULTS.keepDays });

/**
 * Body of PUT /keeping/{id}. `Former` is the rule as the sender has read it: if somebody has set another one since, the request is
 * refused; left out, the last one wins.
 */
export const keepingRequest = z.object({
  KeepDays: keepDays,
  Former: z.object({ KeepDays: keepDays }).optional(),
});
export type KeepingRequest = z.infer<typeof keepingRequest>;

/** Query of GET /keeping/{id}: a rule, to see what it would delete if it were set now. */
export const keepingQuery = z.object({
  days: z.enum(KEEP_PERIODS, { error: FAULTS.keepDays }).optional(),
});

/** Races that one answer lists. */
export const KEEPING_RACES = 50;

/** A past race that loses its positions. */
export interface KeepingRace {
  EventId: number;
  Name: string;
  Finish: string;
  TimeZone: string;
  /** Within an hour after it its positions are deleted. */
  EndsAt: string;
}

/** GET and PUT /keeping/{id} */
export interface KeepingAnswer {
  KeepDays: number | null;
  /** The rule before; null: for ever. */
  FormerKeepDays: number | null;
  /** Null: it was never set. */
  SetAt: string | null;
  SetBy: { Id: number; Name: string } | null;
  /** Nothing is deleted before; null: nothing is deleted. */
  InForceAt: string | null;
  IsInForce: boolean;
  /** Those of today that have positions, the first to lose them first; at most 50. */
  Races: KeepingRace[];
  /** All of them. */
  Total: number;
  /** How many of them lose their positions as soon as the rule is in force. */
  AtOnce: number;
}

/** The positions of a race that were deleted, and the rule under which they were. */
export interface PositionsDeleted {
  DeletedAt: string;
  KeepDays: number;
  SetAt: string;
  SetBy: { Id: number; Name: string };
  Cars: number;
  /** With positions, of all cars together. */
  Minutes: number;
  /** Pictures of the race that were kept until then. */
  Pictures: number;
}
