import { z } from 'zod';
import { FAULTS } from '../texts/fields.js';

/** The log of events: who changed what, when, and after what. Names are those of today. */

/** The types of all events that this release records. */
export const AUDIT_KINDS = [
  'EventCreated',
  'EventCopied',
  'EventEdited',
  'EventPublished',
  'EventPostponed',
  'PositionsDeleted',
  'EventDeleted',
  'TrackNamed',
  'TrackDrawn',
  'StartPlaced',
  'FinishPlaced',
  'BoxesDrawn',
  'MapPositionSaved',
  'TrackTimeSet',
  'PoisSaved',
  'PoiDeleted',
  'StagesSaved',
  'SectorCreated',
  'SectorChanged',
  'SectorDeleted',
  'TrackDeleted',
  'CategoryCreated',
  'CategoryRenamed',
  'CategoryDeleted',
  'CircuitCreated',
  'CircuitEdited',
  'CircuitDeleted',
  'InvitationAdded',
  'InvitationEdited',
  'InvitationAuthorized',
  'InvitationUnauthorized',
  'InvitationMarkedPending',
  'InvitationMailRequested',
  'InvitationMailSettled',
  'InvitationAccepted',
  'InvitationRejected',
  'InvitationDisputed',
  'DeviceTokenIssued',
  'InvitationDeleted',
  'FlagSent',
  'FlagWithdrawn',
  'FlagsCleared',
  'FlagConfirmed',
  'FlagShown',
  'OkReported',
  'HazardReported',
  'CarStopped',
  'DriverAsked',
  'AnswerMissed',
  'CarDroveOn',
  'SosRaised',
  'SosAcknowledged',
  'SosCleared',
  'LapsReset',
  'NoteWritten',
  'PictureTaken',
  'LapRecorded',
  'TimerCreated',
  'TimerStarted',
  'TimerPaused',
  'TimerResumed',
  'TimerStopped',
  'TimerRemoved',
  'FieldChecked',
  'TestFlagSent',
  'CarCodesMade',
  'PastExported',
  'ClubRegistered',
  'ClubEdited',
  'PositionKeepingSet',
  'ClubDeleted',
  'LicenceGranted',
  'LicenceEdited',
  'LicencesUsed',
  'LicencesReturned',
  'UserAdded',
  'DemoAccountMarked',
  'UserInvited',
  'UserInvitedAgain',
  'UserRolesChanged',
  'UserDisabled',
  'UserEnabled',
  'UserRemoved',
  'PasswordChanged',
  'UserDetailChanged',
  'AccountChangesTakenBack',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Rows of one page. */
export const AUDIT_PAGE = 50;

/** A stream's name, or the name of a kind of event. */
const name = z.string().regex(/^[A-Za-z][\w-]{0,79}$/, FAULTS.auditName);
const id = z
  .string()
  .regex(/^\d{1,15}$/, FAULTS.positiveNumber)
  .transform(Number)
  .refine((given) => given > 0, FAULTS.positiveNumber);
const instant = z.iso.datetime({ offset: true, error: FAULTS.time }).transform((text) => Date.parse(text));

/** Query of GET /audit: an event must fit all that are given. The same names are in the address of the screen. */
export const auditQuery = z.object({
  /** Did it, or is named by a field of it. */
  person: id.optional(),
  kind: name.optional(),
  stream: name.optional(),
  /** Id of the competitor. */
  car: id.optional(),
  /** Id of the event at the track. */
  race: id.optional(),
  /** Recorded from this time on, and before that one. */
  from: instant.optional(),
  until: instant.optional(),
  /** Older than the event of this number. */
  before: id.optional(),
});
export type AuditFilter = Exclude<keyof z.infer<typeof auditQuery>, 'before'>;
export const AUDIT_FILTERS = [
  'person',
  'kind',
  'stream',
  'car',
  'race',
  'from',
  'until',
] as const satisfies readonly AuditFilter[];

/** One event. Ids without a name are of what is not there any more. */
export interface AuditRow {
  /** Its place in the log, 1 for the first. */
  Number: number;
  /** The type of the event. */
  Kind: string;
  Stream: string;
  /** Its place in the stream, 0 for the first. */
  Revision: number;
  RecordedAt: string;
  /** When it happened in the race, if it has such a time. */
  OccurredAt: string | null;
  /** Null: recorded from facts of the race, or by the program. */
  By: { Id: number; Name: string } | null;
  /** Role ids under which it was done. */
  As: number[];
  /** Of who did it, or of the race; its name is empty if it is deleted, or not for the reader. */
  Club: { Id: number; Name: string } | null;
  /** The command that recorded it; null if it followed from another event or a fact of the race. */
  Command: string | null;
  /** The event that it followed from. */
  After: { Number: number; Kind: string } | null;
  Race: { Id: number; Name: string } | null;
  /** The first competitor that it names, and how many others there are. */
  Car: { Id: number; Number: string; Others: number } | null;
}

/** GET /api/audit */
export interface AuditAnswer {
  /** Newest first. May be fewer than a page, or none, and `Before` given all the same. */
  Events: AuditRow[];
  /** `before` of the next page; null if there are no older events. */
  Before: number | null;
  /** The time down to which was searched, if `Before` is given. */
  SearchedTo: string | null;
  /** Whether the newest events are there: false while the log is being indexed. */
  IsComplete: boolean;
  /** The time up to which the log is indexed; null before its first event is. */
  IndexedTo: string | null;
}

/** A field of the event as recorded; `Name` if it is the id of a person. */
export interface AuditField {
  Path: string;
  Value: string | number | boolean | null;
  Name?: string;
}

/** A field of what its stream describes. Null: it was, or is, not there. Names are given if it is the id of a person. */
export interface AuditChange {
  Path: string;
  Before: string | number | boolean | null;
  After: string | number | boolean | null;
  BeforeName: string | null;
  AfterName: string | null;
}

/** A command or an event of the chain, in the order of a tree: what it caused follows it, one deeper. */
export interface AuditCause {
  Depth: number;
  /** Null for a command. */
  Number: number | null;
  /** The type of the event, or the name of the command; null if a command's name is not known. */
  Kind: string | null;
  RecordedAt: string | null;
  Stream: string | null;
}

/** GET /api/audit/{number} */
export interface AuditEventAnswer {
  Event: AuditRow;
  Fields: AuditField[];
  /** Fields that are left out. */
  MoreFields: number;
  Changes: AuditChange[];
  MoreChanges: number;
  Chain: AuditCause[];
  /** Whether the chain has more than is shown. */
  MoreChain: boolean;
}
