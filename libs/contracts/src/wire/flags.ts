import { z } from 'zod';
import { LIMITS } from '../limits.js';
import { FAULTS } from '../texts/fields.js';
import { secret } from './sensitive.js';
import { line } from './text.js';

/** Flags: sent, withdrawn, cleared, and listed. */

/** Body of POST /flagRecords. Empty `InvitationsSelected`: every authorised car, if the flag allows it. */
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

/** Body of POST /flagRecords/{id}/withdraw. Empty `InvitationsSelected`: every car that the flag was sent to. */
export const withdrawFlagRequest = z.object({
  InvitationsSelected: z.array(z.number().int().positive()).max(2_000).default([]),
});
export type WithdrawFlagRequest = z.infer<typeof withdrawFlagRequest>;

/** Query of DELETE /flagRecords/event/{eventId}. `keep`: the flags end, and open SOS alerts stay. */
export const clearFlagsQuery = z.object({ alerts: z.enum(['clear', 'keep']).default('clear') });
export type ClearFlagsQuery = z.infer<typeof clearFlagsQuery>;

/** DELETE /flagRecords/event/{eventId}: the SOS alerts that ended with the flags. */
export interface FlagsClearedAnswer {
  AlertIds: number[];
}

interface Confirmation {
  InvitationId: number;
  ConfirmedAt: string;
}

interface Showing {
  InvitationId: number;
  ShownAt: string;
}

/** A flag was taken back from some cars, or from all that it was sent to. */
export interface FlagWithdrawalRow {
  /** In place of a flag's id, for the confirmations of the cars. */
  WithdrawalId: number;
  /** Empty: every authorised car. */
  InvitationsSelected: number[];
  WithdrawnAt: string;
  WithdrawnBy: { Id: number; Name: string };
  /** By the devices of these cars, to their drivers. A device that cannot show flags is never here, even if its driver confirms. */
  Shown: Showing[];
  Confirmed: Confirmation[];
}

/** A flag that was sent. */
export interface FlagRow {
  FlagId: number;
  StateId: number;
  Message: string;
  /** Empty: every authorised car, also those authorised later. */
  InvitationsSelected: number[];
  SectorId: number | null;
  SectorImg: string | null;
  SanctionedDriver: number | null;
  SentAt: string;
  SentBy: { Id: number; Name: string };
  Shown: Showing[];
  Confirmed: Confirmation[];
  /** Oldest first. */
  Withdrawals: FlagWithdrawalRow[];
  /** When the flags in force were cleared after this one, null while they are not. */
  ClearedAt: string | null;
  /** Who cleared them. */
  ClearedBy: { Id: number; Name: string } | null;
}

/** GET /events/flags/{id}, newest first: with the details that a report contains. */
export interface FlagReportRow extends FlagRow {
  /** Car numbers of `InvitationsSelected`, in its order; also of competitors who were deleted since. */
  CarNumbers: string[];
}
