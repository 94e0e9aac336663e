/** Stops of cars outside the boxes, and the question to their drivers. */

/** All times ISO 8601, of the race. */
export interface StopRow {
  InvitationId: number;
  CarNumber: string;
  StoppedAt: string;
  /** When the device asked the driver whether all is well; null while it has not. */
  AskedAt: string | null;
  /** When the driver said OK; null until then. */
  AnsweredAt: string | null;
  /** When an answer was due that had not come. */
  MissedAt: string | null;
  /** Null while the car stands. */
  DroveOnAt: string | null;
}
