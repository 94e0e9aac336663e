/** What drivers tell race control besides an SOS. */

/** `ok`: the driver needs no help. `hazard`: there was a hazard where the car was. */
export interface CarReportRow {
  Report: 'ok' | 'hazard';
  InvitationId: number;
  CarNumber: string;
  /** ISO 8601, the time of the race. */
  ReportedAt: string;
  /** ISO 8601, of the stop that an OK is said of; null for none. */
  StoppedAt: string | null;
}
