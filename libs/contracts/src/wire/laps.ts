/** Laps. */

/** GET /events/laps/{id}, in order of crossing. */
export interface LapRow {
  InvitationId: number;
  CarNumber: string;
  LapEpoch: number;
  Lap: number;
  /** Null for a finish without a start. */
  lapTimeMs: number | null;
  crossedAt: string;
}

export interface LapsResetAnswer {
  LapEpoch: number;
  beganAt: string;
}
