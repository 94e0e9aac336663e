import type { FlagpostEvent } from '@flagpost/domain';

export interface EventEffect {
  /**
   * `changed`: the race's setup is published again at once. `changedSoon`: within a second, as a car that was added may not
   * run yet, and thousands of them are imported at once. `changedLater`: within five seconds, as only an engine that lost its
   * state needs it, which it saves as seldom; a large race records laps every second.
   */
  readonly setup: 'changed' | 'changedSoon' | 'changedLater' | 'same';
  /**
   * `ownMessage`: a message that only this type has, built by the announcer. `carTakenOff`: as `eventChanged`, and the cars
   * by name if they raced. `routeChanged`: as `eventChanged`, and what was changed if the race runs. `nothing`: nothing is
   * sent to viewers.
   */
  readonly viewers:
    | 'ownMessage'
    | 'timersChanged'
    | 'eventChanged'
    | 'eventDeleted'
    | 'carTakenOff'
    | 'routeChanged'
    | 'nothing';
}

type OfType<Type extends FlagpostEvent['type']> = Extract<FlagpostEvent, { readonly type: Type }>;
/** An event that does not name its race cannot affect one. */
type EffectOf<Event extends FlagpostEvent> = Event extends { readonly data: { readonly eventId: number } }
  ? EventEffect
  : { readonly setup: 'same'; readonly viewers: 'nothing' };

/**
 * Effect of each event on the setup of its race (topic `race.setup`), and the message to the viewers of the race. An
 * event type without a row does not compile.
 */
export const EVENT_EFFECTS = {
  EventCreated: { setup: 'changed', viewers: 'nothing' },
  EventCopied: { setup: 'same', viewers: 'nothing' },
  EventEdited: { setup: 'changed', viewers: 'eventChanged' },
  EventPublished: { setup: 'changed', viewers: 'eventChanged' },
  EventPostponed: { setup: 'changed', viewers: 'eventChanged' },
  PositionsDeleted: { setup: 'same', viewers: 'nothing' },
  EventDeleted: { setup: 'changed', viewers: 'eventDeleted' },

  TrackNamed: { setup: 'same', viewers: 'eventChanged' },
  TrackDrawn: { setup: 'same', viewers: 'routeChanged' },
  StartPlaced: { setup: 'changed', viewers: 'routeChanged' },
  FinishPlaced: { setup: 'changed', viewers: 'routeChanged' },
  BoxesDrawn: { setup: 'changed', viewers: 'routeChanged' },
  MapPositionSaved: { setup: 'same', viewers: 'eventChanged' },
  TrackTimeSet: { setup: 'same', viewers: 'eventChanged' },
  PoisSaved: { setup: 'same', viewers: 'eventChanged' },
  PoiDeleted: { setup: 'same', viewers: 'eventChanged' },
  StagesSaved: { setup: 'same', viewers: 'eventChanged' },
  SectorCreated: { setup: 'same', viewers: 'eventChanged' },
  SectorChanged: { setup: 'same', viewers: 'eventChanged' },
  SectorDeleted: { setup: 'same', viewers: 'eventChanged' },
  TrackDeleted: { setup: 'changed', viewers: 'routeChanged' },

  CategoryCreated: { setup: 'same', viewers: 'nothing' },
  CategoryRenamed: { setup: 'same', viewers: 'nothing' },
  CategoryDeleted: { setup: 'same', viewers: 'nothing' },
  CircuitCreated: { setup: 'same', viewers: 'nothing' },
  CircuitEdited: { setup: 'same', viewers: 'nothing' },
  CircuitDeleted: { setup: 'same', viewers: 'nothing' },

  InvitationAdded: { setup: 'changedSoon', viewers: 'eventChanged' },
  InvitationEdited: { setup: 'same', viewers: 'eventChanged' },
  InvitationAuthorized: { setup: 'changed', viewers: 'eventChanged' },
  InvitationUnauthorized: { setup: 'changed', viewers: 'carTakenOff' },
  InvitationMarkedPending: { setup: 'same', viewers: 'nothing' },
  InvitationMailRequested: { setup: 'same', viewers: 'nothing' },
  InvitationMailSettled: { setup: 'same', viewers: 'nothing' },
  InvitationAccepted: { setup: 'same', viewers: 'nothing' },
  InvitationRejected: { setup: 'same', viewers: 'nothing' },
  InvitationDisputed: { setup: 'same', viewers: 'nothing' },
  DeviceTokenIssued: { setup: 'same', viewers: 'nothing' },
  InvitationDeleted: { setup: 'changed', viewers: 'carTakenOff' },

  FlagSent: { setup: 'same', viewers: 'ownMessage' },
  FlagWithdrawn: { setup: 'same', viewers: 'ownMessage' },
  FlagsCleared: { setup: 'same', viewers: 'ownMessage' },
  FlagConfirmed: { setup: 'same', viewers: 'ownMessage' },
  FlagShown: { setup: 'same', viewers: 'ownMessage' },
  OkReported: { setup: 'same', viewers: 'ownMessage' },
  HazardReported: { setup: 'same', viewers: 'ownMessage' },
  CarStopped: { setup: 'changedLater', viewers: 'ownMessage' },
  DriverAsked: { setup: 'same', viewers: 'ownMessage' },
  AnswerMissed: { setup: 'same', viewers: 'ownMessage' },
  CarDroveOn: { setup: 'changedLater', viewers: 'ownMessage' },
  SosRaised: { setup: 'changed', viewers: 'ownMessage' },
  SosAcknowledged: { setup: 'same', viewers: 'ownMessage' },
  SosCleared: { setup: 'changed', viewers: 'ownMessage' },
  LapsReset: { setup: 'changed', viewers: 'ownMessage' },
  NoteWritten: { setup: 'same', viewers: 'ownMessage' },
  PictureTaken: { setup: 'same', viewers: 'nothing' },
  LapRecorded: { setup: 'changedLater', viewers: 'ownMessage' },

  TimerCreated: { setup: 'same', viewers: 'timersChanged' },
  TimerStarted: { setup: 'same', viewers: 'timersChanged' },
  TimerPaused: { setup: 'same', viewers: 'timersChanged' },
  TimerResumed: { setup: 'same', viewers: 'timersChanged' },
  TimerStopped: { setup: 'same', viewers: 'timersChanged' },
  TimerRemoved: { setup: 'same', viewers: 'timersChanged' },

  FieldChecked: { setup: 'same', viewers: 'nothing' },
  TestFlagSent: { setup: 'same', viewers: 'nothing' },
  CarCodesMade: { setup: 'same', viewers: 'nothing' },
  PastExported: { setup: 'same', viewers: 'nothing' },

  ClubRegistered: { setup: 'same', viewers: 'nothing' },
  ClubEdited: { setup: 'same', viewers: 'nothing' },
  PositionKeepingSet: { setup: 'same', viewers: 'nothing' },
  ClubDeleted: { setup: 'same', viewers: 'nothing' },
  LicenceGranted: { setup: 'same', viewers: 'nothing' },
  LicenceEdited: { setup: 'same', viewers: 'nothing' },
  LicencesUsed: { setup: 'same', viewers: 'nothing' },
  LicencesReturned: { setup: 'same', viewers: 'nothing' },
  DemoAccountMarked: { setup: 'same', viewers: 'nothing' },
  UserAdded: { setup: 'same', viewers: 'nothing' },
  UserInvited: { setup: 'same', viewers: 'nothing' },
  UserInvitedAgain: { setup: 'same', viewers: 'nothing' },
  UserRolesChanged: { setup: 'same', viewers: 'nothing' },
  UserDisabled: { setup: 'same', viewers: 'nothing' },
  UserEnabled: { setup: 'same', viewers: 'nothing' },
  UserRemoved: { setup: 'same', viewers: 'nothing' },
  PasswordChanged: { setup: 'same', viewers: 'nothing' },
  UserDetailChanged: { setup: 'same', viewers: 'nothing' },
  AccountChangesTakenBack: { setup: 'same', viewers: 'nothing' },
} as const satisfies { readonly [Type in FlagpostEvent['type']]: EffectOf<OfType<Type>> };

/** The event types whose row has this value. */
export type TypesWith<Effect extends Partial<EventEffect>> = {
  [Type in keyof typeof EVENT_EFFECTS]: (typeof EVENT_EFFECTS)[Type] extends Effect ? Type : never;
}[keyof typeof EVENT_EFFECTS];

const NO_EFFECT: EventEffect = { setup: 'same', viewers: 'nothing' };

/** A type that only a later release knows has no effect here. */
export const effectOf = ({ type }: { readonly type: string }): EventEffect =>
  (EVENT_EFFECTS as Partial<Record<string, EventEffect>>)[type] ?? NO_EFFECT;
