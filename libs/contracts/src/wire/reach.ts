/** Whether a car has a device that shows orders and is connected. */
export interface ReachRow {
  InvitationId: number;
  Reachable: boolean;
  /** Since when it is so, ISO 8601. */
  Since: string;
}
