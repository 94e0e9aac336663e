/** GET /events/alerts/{id}, newest first. */
export interface AlertRow {
  AlertId: number;
  AlertType: number;
  InvitationId: number;
  CarNumber: string;
  Pilot: string;
  RaisedAt: string;
  AcknowledgedAt: string | null;
  AcknowledgedBy: { Id: number; Name: string } | null;
  ClearedAt: string | null;
}
