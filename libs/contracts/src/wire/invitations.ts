import { z } from 'zod';

/** Invitations on their way to competitors, and the page that a mailed link opens. */

/**
 * State of the newest mail of an invitation. `queued`: it waits to be sent. `sent`: the mail server has accepted it.
 * `refused`: the mail server refuses the address. `interrupted`: it may have been taken over or not, and is not sent
 * again by itself. `noAddress`: there is no address to send it to. `ended`: the event was over first.
 */
export const INVITATION_MAIL_STATES = [
  'queued',
  'sent',
  'refused',
  'interrupted',
  'noAddress',
  'ended',
] as const;
export type InvitationMailState = (typeof INVITATION_MAIL_STATES)[number];
/** How a mail can end. */
export type InvitationMailOutcome = Exclude<InvitationMailState, 'queued'>;

/** PATCH /invitations/send/, whose body is a `selectedRequest`. */
export interface SendInvitationsAnswer {
  /** Invitations that are being mailed. */
  sent: number[];
}

/** The part of an invitation's link that opens it: a keyed hash as text. */
export const DRIVE_SECRET = /^[\w-]{43}$/;

/** The answers of a competitor. */
export const INVITATION_ANSWERS = ['accept', 'reject'] as const;
/** Body of POST /drive/{secret} */
export const invitationAnswerRequest = z.object({ Answer: z.enum(INVITATION_ANSWERS) });
export type InvitationAnswerRequest = z.infer<typeof invitationAnswerRequest>;

/** Reasons to dispute an invitation: the person, the car or category, or the event. */
export const DISPUTE_REASONS = ['person', 'entry', 'event'] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];
/** Body of POST /drive/{secret}/dispute */
export const disputeRequest = z.object({ Reason: z.enum(DISPUTE_REASONS) });

/** Body of POST /drive/{secret}/phone */
export const phoneRequest = z.object({ Replace: z.boolean() });

/** POST /drive/{secret}/phone */
export interface PhoneAnswer {
  /**
   * The device token of the car, which ends the former one; null if another device has one and `Replace` is false: then
   * nothing has changed.
   */
  Token: string | null;
  /** When the device before was heard last, ISO 8601; null if there was none, or it was never heard. */
  HeardAt: string | null;
  /** The addresses of the car's doors, up to the token. */
  Doors: string;
}

/** GET /drive/{secret}/sos: the open SOS of the car, and who has acknowledged it; all null without one. ISO 8601. */
export interface DriveSosAnswer {
  RaisedAt: string | null;
  AcknowledgedAt: string | null;
  /** Name of the person. */
  AcknowledgedBy: string | null;
}

/** GET /drive/{secret}, and the answer of its two POSTs: an invitation for anybody who has its link. */
export interface DriveAnswer {
  /** One of `INVITATION_STATES`. */
  StatusId: number;
  /** The event is over: nothing can be answered any more. */
  Ended: boolean;
  /** The reason of the dispute, until the organizer changes the entry or sends the invitation again. */
  Disputed: DisputeReason | null;
  EventName: string;
  ClubName: string;
  /** Where it takes place. */
  CircuitName: string;
  City: string;
  /** ISO 8601 */
  Start: string;
  Finish: string;
  /** IANA name of the zone at the track. */
  TimeZone: string;
  Name: string;
  Surname: string;
  CarNumber: string | null;
  Category: string;
  Brand: string | null;
  Model: string | null;
  /** Contact for questions; null if the club has no mail address. */
  Contact: string | null;
}
