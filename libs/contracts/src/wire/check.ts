import { z } from 'zod';
import { secret } from './sensitive.js';

/** The check of the cars before the start. */

/** A car of the event, with what its device said of itself last. Null: it did not say. Times are ISO 8601. */
export interface CheckCar {
  InvitationId: number;
  CarNumber: string | null;
  Driver: string;
  Category: string;
  Authorized: boolean;
  HasDevice: boolean;
  /** When a door received something of it last, in whole seconds. */
  HeardAt: string | null;
  /** Radius of its position, m. */
  AccuracyM: number | null;
  /** Per cent. */
  Battery: number | null;
  /** Its clock less that of the server when it was received, ms; what is sent late makes it lower. */
  ClockMs: number | null;
  /** What sends: `flagpost` is the driver's page; `osmand`, `owntracks`, `positions` and `inbound` are protocols. */
  App: string | null;
  /** Whether it is connected and shows flags; null for some seconds after a start of the server. */
  ShowsFlags: boolean | null;
  /** When the newest test flag was shown to the driver, and when the driver confirmed it; null if not. */
  TestShownAt: string | null;
  TestConfirmedAt: string | null;
}

/** GET /check/{eventId}: competitors who rejected their invitation are left out unless they are authorised. */
export interface CheckAnswer {
  /** By the server's clock. */
  Now: string;
  EventName: string;
  Past: boolean;
  /** The newest test flag; null before the first. */
  Test: TestRow | null;
  /** The newest check; null before the first. */
  Checked: CheckedRow | null;
  Cars: CheckCar[];
}

/** POST /check/{eventId}/checked: somebody has checked the cars. What was found is judged by the server. */
export interface CheckedRow {
  CheckedAt: string;
  CheckedBy: { Id: number; Name: string };
  Cars: number;
  Well: number;
}

/** POST /check/{eventId}/test: a test flag was sent to every car. */
export interface TestRow {
  /** Counts the tests of the event, from 1. */
  TestId: number;
  SentAt: string;
  SentBy: { Id: number; Name: string };
  Cars: number;
}

/** POST /check/{eventId}/codes: a link to the page of each car, to be printed as a code. */
export interface CarCode {
  InvitationId: number;
  CarNumber: string | null;
  Driver: string;
  /** A path alone if the installation does not know its address. */
  Link: string;
}

/** Body of POST /check/{eventId}/scan: the text of a code. */
export const scanRequest = z.object({ Code: secret(z.string().max(500)) });
export interface ScanAnswer {
  InvitationId: number;
}
