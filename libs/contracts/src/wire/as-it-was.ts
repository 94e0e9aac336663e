import { z } from 'zod';
import type { LatLng } from '../geo.js';
import { FAULTS } from '../texts/fields.js';
import type { PoiIcon } from '../track.js';
import type { DisputeReason } from './invitations.js';

/**
 * An event at the track, its competitors or its route as they were at an instant, folded again from the log. People,
 * categories and institutions have the names of today.
 */

export const AS_IT_WAS = ['event', 'competitors', 'route'] as const;
export type AsItWasWhat = (typeof AS_IT_WAS)[number];

/** Query of GET /audit/asItWas/{eventId}. The same names are in the address of the screen. */
export const asItWasQuery = z.object({
  what: z.enum(AS_IT_WAS, FAULTS.asItWas),
  /** Everything that was recorded up to then, and at that millisecond. */
  instant: z.iso.datetime({ offset: true, error: FAULTS.time }).transform((text) => Date.parse(text)),
});

/** The name is empty once it is deleted; of a person who was erased it says so. */
export interface NamedToday {
  Id: number;
  Name: string;
}

export interface EventAsItWas {
  Name: string;
  Start: string;
  Finish: string;
  /** Null for an event that was created before events had one. */
  TimeZone: string | null;
  Institution: NamedToday;
  Country: string;
  State: string;
  City: string;
  CircuitName: string;
  Categories: NamedToday[];
  FinishRadiusM: number;
  SafetyCarDelayS: number;
  Planner: NamedToday | null;
  Viewer: NamedToday | null;
  ArePositionsDeleted: boolean;
}

export interface CompetitorAsItWas {
  InvitationId: number;
  Number: string | null;
  Driver: NamedToday;
  Codriver: NamedToday | null;
  Category: NamedToday | null;
  Brand: string | null;
  Model: string | null;
  Authorized: boolean;
  /** One of `INVITATION_STATES`. */
  StatusId: number;
  Disputed: DisputeReason | null;
}

export interface RouteAsItWas {
  /** Null if it had none of its own, or there was no track. */
  Name: string | null;
  Kilometres: number;
  Tracks: LatLng[][];
  Start: LatLng | null;
  Finish: LatLng | null;
  Boxes: LatLng[] | null;
  GmtHours: number;
  Sectors: { Id: number; Number: number; Kilometres: number; HasStretch: boolean }[];
  Stages: { Number: number; Name: string; Kilometres: number; StartsAt: string; Line: LatLng[] | null }[];
  Pois: { Id: number; Description: string; Icon: PoiIcon; Position: LatLng }[];
}

export interface AsItWasAnswer {
  /** As it is called today. */
  Race: NamedToday;
  Instant: string;
  /** Of the event then; `none`: it was not created yet. */
  Status: 'none' | 'draft' | 'published' | 'deleted';
  /** What was asked for; the others are null, as is all of an event that was not created yet. */
  Event: EventAsItWas | null;
  /** By number, without those that were deleted. */
  Competitors: CompetitorAsItWas[] | null;
  Route: RouteAsItWas | null;
  /** False while the log is being indexed: competitors who were added last may be missing. */
  IsComplete: boolean;
}

export interface AsItWasProgress {
  /** Streams that are folded, of all that are needed; `Of` is null until these are known, and while others wait before. */
  Streams: number;
  Of: number | null;
  /** Events that are folded. */
  Events: number;
}

/** A line of the answer: progress, then the answer as the last one. */
export type AsItWasLine = { Progress: AsItWasProgress } | { Answer: AsItWasAnswer };
