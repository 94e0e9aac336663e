import type { DropReason } from '../live/topics.js';

/** Devices of competitors. */

/** POST /invitations/{id}/deviceToken: shown once; the former token ends. */
export interface DeviceTokenAnswer {
  token: string;
  doors: { osmand: string; owntracks: string; positions: string; signals: string; orders: string };
}

/** GET /invitations/{id}/device: input under the competitor's present token; all null without one. ISO 8601. */
export interface DeviceAnswer {
  hasToken: boolean;
  /** When the door received something last. */
  heardAt: string | null;
  /** When the input dropped last was received, and why it was dropped. */
  droppedAt: string | null;
  droppedReason: DropReason | null;
}
