/** GET /alerts/{id}/phone: of the driver of the car in SOS. */
export interface SosPhoneAnswer {
  /** Null if none is stored. */
  Phone: string | null;
}

/** GET /events/alerts/{id}, newest first. */
export interface AlertRow {
  AlertId: number;
  AlertType: number;
  InvitationId: number;
  CarNumber: string;
  Pilot: string;
  RaisedAt: string;
  /** The fastest that the car was in the 15 to 30 s before, km/h; null if it is unknown. */
  SpeedBefore: number | null;
  /** Also when a person cleared it, which is an acknowledgement. */
  AcknowledgedAt: string | null;
  AcknowledgedBy: { Id: number; Name: string } | null;
  ClearedAt: string | null;
  /** Null while it is open, and if the car cleared it. */
  ClearedBy: { Id: number; Name: string } | null;
}
