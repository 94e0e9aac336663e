import type { CategoryEvent } from './category.js';
import type { CircuitEvent } from './circuit.js';
import { clubOfVersion1, type ClubEvent } from './club.js';
import { eventOfVersion1, publishedOfVersion1, type MeetingEvent } from './event.js';
import type { InvitationEvent } from './invitation.js';
import type { LapsEvent } from './laps.js';
import type { LicenceEvent } from './licence.js';
import type { PastExportsEvent } from './past-exports.js';
import { flagWithdrawnOfVersion1 } from './race-control.flags.js';
import { okReportedOfVersion1 } from './race-control.reports.js';
import { sosRaisedOfVersion1 } from './race-control.sos.js';
import type { RaceControlEvent } from './race-control.js';
import { sectorCreatedOfVersion1, type RouteEvent } from './route.js';
import type { FieldCheckEvent } from './field-check.js';
import type { TimersEvent } from './timers.js';
import type { UserEvent } from './user.js';

/** Every event type of the log. */
export type FlagpostEvent =
  | MeetingEvent
  | RouteEvent
  | CategoryEvent
  | CircuitEvent
  | InvitationEvent
  | RaceControlEvent
  | LapsEvent
  | TimersEvent
  | FieldCheckEvent
  | PastExportsEvent
  | ClubEvent
  | LicenceEvent
  | UserEvent;

/** The schema version in which each type is written. */
export const EVENT_VERSIONS = {
  EventCreated: 2,
  EventCopied: 1,
  EventEdited: 2,
  EventPublished: 2,
  EventPostponed: 1,
  PositionsDeleted: 1,
  EventDeleted: 1,
  TrackNamed: 1,
  TrackDrawn: 1,
  StartPlaced: 1,
  FinishPlaced: 1,
  BoxesDrawn: 1,
  MapPositionSaved: 1,
  TrackTimeSet: 1,
  PoisSaved: 1,
  PoiDeleted: 1,
  StagesSaved: 1,
  SectorCreated: 2,
  SectorChanged: 1,
  SectorDeleted: 1,
  TrackDeleted: 1,
  CategoryCreated: 1,
  CategoryRenamed: 1,
  CategoryDeleted: 1,
  CircuitCreated: 1,
  CircuitEdited: 1,
  CircuitDeleted: 1,
  InvitationAdded: 1,
  InvitationEdited: 1,
  InvitationAuthorized: 1,
  InvitationUnauthorized: 1,
  InvitationMarkedPending: 1,
  InvitationMailRequested: 1,
  InvitationMailSettled: 1,
  InvitationAccepted: 1,
  InvitationRejected: 1,
  InvitationDisputed: 1,
  DeviceTokenIssued: 1,
  InvitationDeleted: 1,
  FlagSent: 1,
  FlagWithdrawn: 2,
  FlagsCleared: 1,
  FlagConfirmed: 1,
  FlagShown: 1,
  OkReported: 2,
  HazardReported: 1,
  CarStopped: 1,
  DriverAsked: 1,
  AnswerMissed: 1,
  CarDroveOn: 1,
  SosRaised: 2,
  SosAcknowledged: 1,
  SosCleared: 1,
  LapsReset: 1,
  NoteWritten: 1,
  PictureTaken: 1,
  LapRecorded: 1,
  TimerCreated: 1,
  TimerStarted: 1,
  TimerPaused: 1,
  TimerResumed: 1,
  TimerStopped: 1,
  TimerRemoved: 1,
  FieldChecked: 1,
  TestFlagSent: 1,
  CarCodesMade: 1,
  PastExported: 1,
  ClubRegistered: 2,
  ClubEdited: 2,
  PositionKeepingSet: 1,
  ClubDeleted: 1,
  LicenceGranted: 1,
  LicenceEdited: 1,
  LicencesUsed: 1,
  LicencesReturned: 1,
  UserAdded: 1,
  DemoAccountMarked: 1,
  UserInvited: 1,
  UserInvitedAgain: 1,
  UserRolesChanged: 1,
  UserDisabled: 1,
  UserEnabled: 1,
  UserRemoved: 1,
  PasswordChanged: 1,
  UserDetailChanged: 1,
  AccountChangesTakenBack: 1,
} as const satisfies Record<FlagpostEvent['type'], number>;

/**
 * To be raised, with the digest, whenever `EVENT_VERSIONS` changes: a release refuses a log of a higher number, of which it would
 * ignore events. The spec prints the digest.
 */
export const LOG_FORMAT = { number: 1, digest: '55727eab4552' } as const;

/**
 * Former type names, as stored in the log. An event under a former name has the schema versions of its current type. A
 * former name is never reused for another type.
 */
export const FORMER_EVENT_NAMES: Readonly<Record<string, FlagpostEvent['type']>> = {
  // Despite the former name nothing was sent: the competitor's state changed when the event was published.
  InvitationSent: 'InvitationMarkedPending',
};

/** Converts the data of one schema version to the next. */
export type Upcaster = (data: unknown) => unknown;
/** By event type, then by the version that a step starts from. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/** One step for every former version of a type. */
export const UPCASTERS: Upcasters = {
  EventCreated: { 1: eventOfVersion1 },
  EventEdited: { 1: eventOfVersion1 },
  EventPublished: { 1: publishedOfVersion1 },
  SectorCreated: { 1: sectorCreatedOfVersion1 },
  FlagWithdrawn: { 1: flagWithdrawnOfVersion1 },
  OkReported: { 1: okReportedOfVersion1 },
  SosRaised: { 1: sosRaisedOfVersion1 },
  ClubRegistered: { 1: clubOfVersion1 },
  ClubEdited: { 1: clubOfVersion1 },
};
