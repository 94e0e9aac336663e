import { isPast } from '@flagpost/contracts';
import {
  refuse,
  type ClubEvent,
  type DeletedPositions,
  type EditedFrom,
  type EventDetails,
  type MeetingEvent,
  type InvitationEvent,
  type RouteEvent,
} from '@flagpost/domain';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';

import { EVENT_LIST_VIEWS, forgetClub, listed, listedDetails, nameClub } from './event-list.js';

const VIEW = 'events';

/** An event that was not deleted. */
export interface EventDocument extends EventDetails, EditedFrom {
  readonly eventId: number;
  readonly published: boolean;
  readonly updatedAt: number;
  readonly updatedBy: number | null;
  /** Ids of its invitations, and of those that may run. */
  readonly invited: readonly number[];
  readonly authorized: readonly number[];
  /** Which parts of its line are drawn. */
  readonly line: { readonly track: boolean; readonly start: boolean; readonly finish: boolean };
  /** Null while the positions of its race are kept. */
  readonly positionsDeleted: (DeletedPositions & { readonly deletedAt: number }) | null;
}

const mine = (views: EventViews) => views<EventDocument>(VIEW);

/** Counts as lists of ids: a repeated event changes nothing. */
const count = async (
  views: EventViews,
  eventId: number,
  change: (event: EventDocument) => Partial<Pick<EventDocument, 'invited' | 'authorized'>>,
): Promise<void> => {
  const event = await mine(views).get(eventId);
  if (event === null) return;
  const changed = change(event);
  await mine(views).patch(eventId, changed);
  const { invited, authorized } = { ...event, ...changed };
  await listed(views).patch(eventId, { invited: invited.length, authorized: authorized.length });
};
const withId = (ids: readonly number[], id: number): number[] => [...ids.filter((each) => each !== id), id];
const withoutId = (ids: readonly number[], id: number): number[] => ids.filter((each) => each !== id);

const NO_LINE: EventDocument['line'] = { track: false, start: false, finish: false };

const changeLine = async (
  views: EventViews,
  eventId: number,
  change: Partial<EventDocument['line']>,
): Promise<void> => {
  const event = await mine(views).get(eventId);
  if (event !== null) await mine(views).patch(eventId, { line: { ...event.line, ...change } });
};

/** As the decider counts them: a stream's revisions begin with 0. */
const revisionOf = ({ revision }: { readonly revision: number }): number => revision + 1;

export const eventsProjection = projection<MeetingEvent | RouteEvent | InvitationEvent | ClubEvent>({
  name: 'events',
  version: 4,
  views: [VIEW, ...EVENT_LIST_VIEWS.views],
  indexes: { [VIEW]: [{ startsAt: 1 }, { clubId: 1, startsAt: 1 }], ...EVENT_LIST_VIEWS.indexes },
  on: {
    EventCreated: async (event, views) => {
      const { data, recordedAt, meta } = event;
      await mine(views).put(data.eventId, {
        ...data,
        revision: revisionOf(event),
        published: false,
        updatedAt: recordedAt,
        updatedBy: meta.actorId,
        invited: [],
        authorized: [],
        line: NO_LINE,
        positionsDeleted: null,
      });
      await listed(views).put(data.eventId, {
        eventId: data.eventId,
        ...(await listedDetails(views, data)),
        published: false,
        invited: 0,
        authorized: 0,
      });
    },
    EventEdited: async (event, views) => {
      const { data, recordedAt, meta } = event;
      const changes = { revision: revisionOf(event), updatedAt: recordedAt, updatedBy: meta.actorId };
      await mine(views).patch(data.eventId, { ...data, ...changes });
      await listed(views).patch(data.eventId, await listedDetails(views, data));
    },
    EventPublished: async ({ data, recordedAt, meta }, views) => {
      const changes = { published: true, updatedAt: recordedAt, updatedBy: meta.actorId };
      await mine(views).patch(data.eventId, changes);
      await listed(views).patch(data.eventId, { published: true });
    },
    EventPostponed: async (event, views) => {
      const { eventId, startsAt, finishesAt } = event.data;
      const changed = { updatedAt: event.recordedAt, updatedBy: event.meta.actorId };
      await mine(views).patch(eventId, { startsAt, finishesAt, revision: revisionOf(event), ...changed });
      await listed(views).patch(eventId, { startsAt, finishesAt });
    },
    PositionsDeleted: async ({ data: { eventId, ...positionsDeleted } }, views) => {
      await mine(views).patch(eventId, { positionsDeleted });
    },
    EventDeleted: async ({ data }, views) => {
      await mine(views).delete(data.eventId);
      await listed(views).delete(data.eventId);
    },
    TrackDrawn: ({ data: { eventId, tracks } }, views) =>
      changeLine(views, eventId, { track: tracks.length > 0 }),
    StartPlaced: ({ data: { eventId, start } }, views) =>
      changeLine(views, eventId, { start: start !== null }),
    FinishPlaced: ({ data: { eventId, finish } }, views) =>
      changeLine(views, eventId, { finish: finish !== null }),
    TrackDeleted: ({ data: { eventId } }, views) => changeLine(views, eventId, NO_LINE),
    InvitationAdded: ({ data: { eventId, invitationId } }, views) =>
      count(views, eventId, ({ invited }) => ({ invited: withId(invited, invitationId) })),
    InvitationAuthorized: ({ data: { eventId, invitationId } }, views) =>
      count(views, eventId, ({ authorized }) => ({ authorized: withId(authorized, invitationId) })),
    InvitationUnauthorized: ({ data: { eventId, invitationId } }, views) =>
      count(views, eventId, ({ authorized }) => ({ authorized: withoutId(authorized, invitationId) })),
    InvitationDeleted: ({ data: { eventId, invitationId } }, views) =>
      count(views, eventId, ({ invited, authorized }) => ({
        invited: withoutId(invited, invitationId),
        authorized: withoutId(authorized, invitationId),
      })),
    ClubRegistered: ({ data: { clubId, name } }, views) => nameClub(views, clubId, name),
    ClubEdited: ({ data: { clubId, name } }, views) => nameClub(views, clubId, name),
    ClubDeleted: ({ data: { clubId } }, views) => forgetClub(views, clubId),
  },
});

export const eventReads = (readModels: ReadModels) => {
  const view = readModels.view<EventDocument>(VIEW);
  return {
    get: (eventId: number) => view.get(eventId),
    /** @throws {DomainError} event.missing */
    existing: async (eventId: number): Promise<EventDocument> =>
      (await view.get(eventId)) ?? refuse('event.missing', 'missing'),
    /** In order of start; of every club if `clubId` is null. */
    list: (clubId: number | null) => view.find(clubId === null ? {} : { clubId }, { sort: { startsAt: 1 } }),
    /** In the order of these ids; those that are there. */
    getMany: async (eventIds: readonly number[]): Promise<readonly EventDocument[]> =>
      (await Promise.all(eventIds.map((eventId) => view.get(eventId)))).filter((event) => event !== null),
    /** Those of an institution that had finished by this time, and whose positions are kept. In order of start. */
    withPositions: async (clubId: number, finishedBy: number): Promise<readonly EventDocument[]> => {
      const over = { finishesAt: { $lte: finishedBy }, positionsDeleted: null };
      return view.find({ clubId, startsAt: { $lte: finishedBy }, ...over }, { sort: { startsAt: 1 } });
    },
    /** How many an institution has. */
    countOf: (clubId: number) => view.count({ clubId }),
    /** How many of an institution's run this category, those that are over too. */
    countInCategory: (clubId: number, categoryId: number) => view.count({ clubId, categoryIds: categoryId }),
    /** Those of an institution that are not over. */
    notOver: (clubId: number, now: number) => view.find({ clubId, finishesAt: { $gte: now } }),
    /** How many start within a period, both ends included. */
    countWithin: (clubId: number, { from, to }: { readonly from: number; readonly to: number }) =>
      view.count({ clubId, startsAt: { $gte: from, $lte: to } }),
    /** Published, and started or finished within (after, until]. */
    turning: async (after: number, until: number) => ({
      starts: await view.find(
        { published: true, startsAt: { $gt: after, $lte: until } },
        { sort: { startsAt: 1 } },
      ),
      finishes: await view.find(
        { published: true, startsAt: { $lte: until }, finishesAt: { $gt: after, $lte: until } },
        { sort: { startsAt: 1 } },
      ),
    }),
    /** Published, begun and not past. */
    live: (clubId: number | null, now: number) =>
      view.find(
        {
          ...(clubId === null ? {} : { clubId }),
          published: true,
          startsAt: { $lte: now },
          finishesAt: { $gte: now },
        },
        { sort: { startsAt: 1 } },
      ),
  };
};

/** What rights ask of an event. */
export const eventSubject = (event: EventDocument, now: number) => ({
  clubId: event.clubId,
  past: isPast(event, now),
});
