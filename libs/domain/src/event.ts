import {
  ALL_CATEGORIES_ID,
  DEFAULT_LANGUAGE,
  FINISH_RADIUS_M,
  isPast,
  isTimeZone,
  LIMITS,
  positionsEndAt,
  SAFETY_CAR_DELAY_S,
  type KeepingRule,
  type Language,
} from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { only, refusePast, requireId, requireText } from './rules.js';

/** A motorsport event (race meeting): entered by organisers, published once, deleted permanently. Times in epoch ms. */
export interface EventDetails {
  readonly clubId: number;
  readonly name: string;
  readonly startsAt: number;
  readonly finishesAt: number;
  /** The IANA time zone of the track; null for an event that was created before events had one. */
  readonly timeZone: string | null;
  readonly countryId: number;
  readonly state: string;
  readonly city: string;
  readonly circuitName: string;
  readonly categoryIds: readonly number[];
  readonly finishRadiusM: number;
  readonly safetyCarDelayS: number;
  readonly plannerId: number | null;
  readonly viewerId: number | null;
}

export type EventPeriod = Pick<EventDetails, 'startsAt' | 'finishesAt'>;

/**
 * `entered`: categories of the event's competitors, null for one without a category. `revision`: the one that the editor has
 * read; refused if there is another by now. Left out: not compared.
 */
export interface EditedEvent {
  readonly details: EventDetails;
  readonly entered: readonly (number | null)[];
  readonly revision?: number | undefined;
}

/** `language`: of the mail to the competitors. */
interface Postponement extends EventPeriod {
  readonly reason: string;
  readonly language: Language;
}

export interface CopiedInvitation {
  readonly from: number;
  readonly to: number;
}

/** What is deleted of a past event under the rule of its institution. Laps and events of the log stay. */
export interface DeletedPositions extends KeepingRule {
  readonly clubId: number;
  /** The user who set the rule. */
  readonly setBy: number;
  /** Cars that had positions. */
  readonly cars: number;
  /** Of all cars together, those with positions. */
  readonly minutes: number;
  /** Pictures of the race that had been kept. */
  readonly pictures: number;
}

export type EventCommand =
  | {
      readonly type: 'createEvent';
      readonly eventId: number;
      readonly details: EventDetails;
      readonly now: number;
    }
  /** Copies from another event. `invitations`: the ids of its competitors there and here. */
  | {
      readonly type: 'copyEvent';
      readonly eventId: number;
      readonly fromEventId: number;
      readonly details: EventDetails;
      readonly invitations: readonly CopiedInvitation[];
      readonly now: number;
    }
  | ({
      readonly type: 'editEvent';
      readonly eventId: number;
      readonly now: number;
    } & EditedEvent)
  /** `language`: of the invitations to competitors whose own language is unknown. */
  | {
      readonly type: 'publishEvent';
      readonly eventId: number;
      readonly now: number;
      readonly language: Language;
    }
  | ({ readonly type: 'postponeEvent'; readonly eventId: number; readonly now: number } & Postponement)
  | ({ readonly type: 'deletePositions'; readonly eventId: number; readonly now: number } & DeletedPositions)
  | { readonly type: 'deleteEvent'; readonly eventId: number };

/** The domain events of a motorsport event. Called a meeting here, as an event is also an entry of the log. */
export type MeetingEvent =
  | DomainEvent<'EventCreated', EventDetails & { eventId: number }>
  /** What follows in other streams uses these ids, however often the copy is repeated. */
  | DomainEvent<
      'EventCopied',
      { eventId: number; fromEventId: number; invitations: readonly CopiedInvitation[] }
    >
  | DomainEvent<'EventEdited', EventDetails & { eventId: number }>
  | DomainEvent<'EventPublished', { eventId: number; language: Language }>
  | DomainEvent<
      'EventPostponed',
      Postponement & { eventId: number; formerStartsAt: number; formerFinishesAt: number }
    >
  | DomainEvent<'PositionsDeleted', DeletedPositions & { eventId: number; deletedAt: number }>
  | DomainEvent<'EventDeleted', { eventId: number }>;

/** What an edit is compared with. */
export interface EditedFrom extends Pick<EventDetails, 'clubId' | 'categoryIds'> {
  /** Number of the stream's events, as its details changed last. */
  readonly revision: number;
}

export interface EventState extends EventPeriod, EditedFrom {
  /** Number of events so far. */
  readonly events: number;
  readonly status: 'none' | 'draft' | 'published' | 'deleted';
  readonly arePositionsDeleted: boolean;
}

const checkPeriod = ({ startsAt, finishesAt }: EventPeriod): void => {
  if (!Number.isFinite(startsAt)) refuse('event.startRequired');
  if (!Number.isFinite(finishesAt)) refuse('event.finishRequired');
  if (finishesAt <= startsAt) refuse('event.finishBeforeStart');
};

const detailsOf = (from: EventDetails): EventDetails =>
  only(
    {
      clubId: true,
      name: true,
      startsAt: true,
      finishesAt: true,
      timeZone: true,
      countryId: true,
      state: true,
      city: true,
      circuitName: true,
      categoryIds: true,
      finishRadiusM: true,
      safetyCarDelayS: true,
      plannerId: true,
      viewerId: true,
    },
    from,
  );

/** An event that is over is read-only: one that was given a past finish could not be mended. */
const checked = (details: EventDetails, now: number): EventDetails => {
  const { categoryIds, finishRadiusM, safetyCarDelayS, timeZone } = details;
  requireText(details.name, LIMITS.name, 'event.nameRequired');
  requireId(details.clubId, 'event.institutionRequired');
  requireId(details.countryId, 'event.countryRequired');
  requireText(details.state, LIMITS.place, 'event.stateRequired');
  requireText(details.city, LIMITS.place, 'event.cityRequired');
  requireText(details.circuitName, LIMITS.name, 'event.circuitNameRequired');
  if (categoryIds.length === 0 || categoryIds.includes(ALL_CATEGORIES_ID)) refuse('event.categoriesRequired');
  checkPeriod(details);
  if (isPast(details, now)) refuse('event.finishPast');
  if (timeZone !== null && !isTimeZone(timeZone)) refuse('event.timeZoneUnknown');
  if (!(finishRadiusM >= FINISH_RADIUS_M.min && finishRadiusM <= FINISH_RADIUS_M.max))
    refuse('event.finishRadius');
  if (!(safetyCarDelayS >= SAFETY_CAR_DELAY_S.min && safetyCarDelayS <= SAFETY_CAR_DELAY_S.max))
    refuse('event.safetyCarDelay');
  return detailsOf(details);
};

const refuseGone = ({ status }: EventState): void => {
  if (status === 'none' || status === 'deleted') refuse('event.missing', 'missing');
};

/**
 * Whether an event can move from one period to another.
 *
 * @throws {DomainError} event.past, event.begun, event.notLater
 */
export const refusePostponing = (from: EventPeriod, to: EventPeriod, now: number): void => {
  refusePast({ now, finishesAt: from.finishesAt });
  if (now >= from.startsAt) refuse('event.begun');
  if (to.startsAt <= from.startsAt) refuse('event.notLater');
};

/**
 * Whether an event can be changed so: what its competitors refer to stays.
 *
 * @throws {DomainError} event.changed, event.hasCompetitors, event.categoryHasCompetitors
 */
export const refuseEditing = (from: EditedFrom, { details, entered, revision }: EditedEvent): void => {
  if (revision !== undefined && revision !== from.revision) refuse('event.changed');
  if (entered.length > 0 && details.clubId !== from.clubId) refuse('event.hasCompetitors');
  const takenOff = from.categoryIds.filter((categoryId) => !details.categoryIds.includes(categoryId));
  if (takenOff.some((categoryId) => entered.includes(categoryId))) refuse('event.categoryHasCompetitors');
};

const decide = (command: EventCommand, state: EventState): readonly MeetingEvent[] => {
  const { eventId } = command;
  switch (command.type) {
    case 'createEvent':
      if (state.status !== 'none') refuse('event.exists');
      return [{ type: 'EventCreated', data: { eventId, ...checked(command.details, command.now) } }];
    case 'copyEvent': {
      if (state.status !== 'none') refuse('event.exists');
      const { fromEventId, invitations, now } = command;
      return [
        { type: 'EventCreated', data: { eventId, ...checked(command.details, now) } },
        { type: 'EventCopied', data: { eventId, fromEventId, invitations } },
      ];
    }
    case 'editEvent':
      refuseGone(state);
      refusePast({ now: command.now, finishesAt: state.finishesAt });
      refuseEditing(state, command);
      return [{ type: 'EventEdited', data: { eventId, ...checked(command.details, command.now) } }];
    case 'publishEvent':
      refuseGone(state);
      refusePast({ now: command.now, finishesAt: state.finishesAt });
      if (state.status === 'published') refuse('event.alreadyPublished');
      return [{ type: 'EventPublished', data: { eventId, language: command.language } }];
    case 'postponeEvent': {
      refuseGone(state);
      const { startsAt, finishesAt, reason, language, now } = command;
      checkPeriod(command);
      requireText(reason, LIMITS.reason, 'event.reasonRequired');
      refusePostponing(state, command, now);
      const former = { formerStartsAt: state.startsAt, formerFinishesAt: state.finishesAt };
      return [
        { type: 'EventPostponed', data: { eventId, startsAt, finishesAt, ...former, reason, language } },
      ];
    }
    case 'deletePositions': {
      refuseGone(state);
      const { clubId, keepDays, setAt, setBy, cars, minutes, pictures, now } = command;
      if (state.arePositionsDeleted) return [];
      if (now < positionsEndAt(state.finishesAt, command)) refuse('event.positionsKept');
      const deleted = { clubId, keepDays, setAt, setBy, cars, minutes, pictures, deletedAt: now };
      return [{ type: 'PositionsDeleted', data: { eventId, ...deleted } }];
    }
    case 'deleteEvent':
      refuseGone(state);
      return [{ type: 'EventDeleted', data: { eventId } }];
    default:
      return unreachable(command);
  }
};

const changed = (state: EventState, event: MeetingEvent): EventState => {
  const revision = state.events + 1;
  switch (event.type) {
    case 'EventCreated': {
      const { clubId, categoryIds, startsAt, finishesAt } = event.data;
      return { ...state, status: 'draft', clubId, categoryIds, startsAt, finishesAt, revision };
    }
    case 'EventEdited': {
      const { clubId, categoryIds, startsAt, finishesAt } = event.data;
      return { ...state, clubId, categoryIds, startsAt, finishesAt, revision };
    }
    case 'EventPostponed': {
      const { startsAt, finishesAt } = event.data;
      return { ...state, startsAt, finishesAt, revision };
    }
    case 'EventCopied':
      return state;
    case 'EventPublished':
      return { ...state, status: 'published' };
    case 'PositionsDeleted':
      return { ...state, arePositionsDeleted: true };
    case 'EventDeleted':
      return { ...state, status: 'deleted' };
    default:
      return unreachable(event);
  }
};

const evolve = (state: EventState, event: MeetingEvent): EventState => ({
  ...changed(state, event),
  events: state.events + 1,
});

export const eventDecider: Decider<EventCommand, MeetingEvent, EventState> = {
  initialState: {
    status: 'none',
    clubId: 0,
    categoryIds: [],
    startsAt: 0,
    finishesAt: 0,
    arePositionsDeleted: false,
    events: 0,
    revision: 0,
  },
  decide,
  evolve,
};

/** Version 1 of EventCreated and EventEdited had no time zone. */
export const eventOfVersion1 = (data: unknown): unknown => ({ ...(data as object), timeZone: null });

/** The first version sent no mail and had no language. */
export const publishedOfVersion1 = (data: unknown): unknown => ({
  ...(data as object),
  language: DEFAULT_LANGUAGE,
});
