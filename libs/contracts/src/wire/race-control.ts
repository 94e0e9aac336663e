import { z } from 'zod';
import { LIMITS } from '../constants.js';

/** Flags, alerts and laps. */

/** Body of POST /flagRecords. Empty `InvitationsSelected`: every authorised car, where the flag allows it. */
export const flagRequest = z.object({
  StateId: z.number().int(),
  InvitationsSelected: z.array(z.number().int().positive()).max(2_000).default([]),
  EventId: z.number().int().positive(),
  Message: z.string().trim().max(LIMITS.message).nullish(),
  SectorId: z.number().int().positive().nullish(),
  SanctionedDriver: z.number().int().positive().nullish(),
  SectorImg: z.string().max(LIMITS.imagePath).nullish(),
});
export type FlagRequest = z.infer<typeof flagRequest>;

export interface FlagAnswer {
  FlagId: number;
}

/** DELETE /flagRecords/event/{eventId}: the SOS alerts that ended with the flags. */
export interface FlagsClearedAnswer {
  AlertIds: number[];
}

export interface LapsResetAnswer {
  LapEpoch: number;
  beganAt: string;
}

/** So much history is read at once. */
export const HISTORY_SPAN_MS = 3_600_000;

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
