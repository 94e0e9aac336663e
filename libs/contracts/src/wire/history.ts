/** Recorded positions. */

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
    /** [receivedAt, t, lat, lng, speedKph, headingDeg], times in epoch ms; the last two null if unknown. */
    fixes: [number, number, number, number, number | null, number | null][];
  }[];
}
