import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  copyRequest,
  DRAFT_STATE_ID,
  movedFinish,
  movedMoment,
  type CopyAnswer,
  type CopyRequest,
} from '@flagpost/contracts';
import {
  entryOf,
  eventDecider,
  eventStream,
  invitationDecider,
  invitationStream,
  routeDecider,
  routeStream,
  type CopiedInvitation,
  type EventDetails,
  type EventTimes,
  type RouteParts,
  type RouteState,
  type Sector,
  type Stage,
} from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { defineCommand, id, type CommandTools } from '../dispatch/define-command.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { invitationReads, type InvitationDocument } from '../views/invitations.projection.js';
import { routeReads } from '../views/routes.projection.js';
import { userReads } from '../views/users.projection.js';
import { trackZone } from '../views/track-zone.js';
import { requireToCome } from './event-finish.js';
import { requireCategories } from './event-categories.js';

/** Copying events. */

type Tools = Pick<CommandTools, 'dependencies' | 'nextId' | 'send'>;

/** Which parts of a route are copied, and its sectors and stages as they are to be. */
type CopiedRoute = Pick<CopyRequest, 'Route' | 'Pois'> & {
  readonly sectors: readonly Sector[];
  readonly stages: readonly Stage[];
};

/** Number of competitors added at once: other requests wait for no more than these. */
const AT_ONCE = 50;

const detailsOf = async (
  readModels: ReadModels,
  from: EventDocument,
  { Name, Start, Finish, TimeZone, Categories }: CopyRequest,
  now: number,
): Promise<EventDetails> => {
  const startsAt = Date.parse(Start);
  const timeZone = TimeZone ?? trackZone(from);
  const finishesAt = Finish == null ? movedFinish(from, timeZone, startsAt) : Date.parse(Finish);
  return {
    ...from,
    name: Name,
    startsAt,
    finishesAt: requireToCome(finishesAt, now),
    timeZone,
    categoryIds: await requireCategories(readModels, from.clubId, Categories ?? from.categoryIds),
  };
};

/** Unguessable, and the same if the request is repeated. */
const pictureName = (secret: string, former: string): string => {
  const name = createHash('sha256').update(`${secret} ${former}`).digest('base64url').slice(0, 22);
  return `sectorPictures/${name}.webp`;
};

/** The sectors with pictures of their own: those of the original go with its event. */
const withOwnPictures = (
  { dependencies: { records } }: Tools,
  { newEventId, pictures }: { readonly newEventId: number; readonly pictures: string },
  sectors: readonly Sector[],
  addedAt: number,
): Promise<readonly Sector[]> =>
  Promise.all(
    sectors.map(async (sector) => {
      const { picturePath: former } = sector;
      if (former === null) return sector;
      const name = pictureName(pictures, former);
      const isCopied = await records.eventImages.copy(former, { name, eventId: newEventId, addedAt });
      return { ...sector, picturePath: isCopied ? name : null };
    }),
  );

/** The drawing, points, sectors and stages that were asked for, in one step of the new event's route. */
const copyRoute = async (
  { nextId, send }: Tools,
  eventId: number,
  times: EventTimes,
  route: RouteState,
  { Route, Pois, sectors, stages }: CopiedRoute,
): Promise<void> => {
  if (!Route && !Pois && stages.length === 0) return;
  const { trackName, tracks, start, finish, boxes, mapPosition } = route;
  const drawing: RouteParts = {
    ...(trackName === null ? {} : { trackName }),
    ...{ tracks, start, finish, boxes, mapPosition },
  };
  const pois = Pois ? route.pois : [];
  await send(routeStream(eventId), routeDecider, {
    type: 'copyRoute',
    eventId,
    times,
    parts: Route ? drawing : {},
    pois: await Promise.all(pois.map(async (poi) => ({ ...poi, poiId: await nextId('poi') }))),
    sectors: await Promise.all(
      sectors.map(async (sector) => ({ ...sector, sectorId: await nextId('sector') })),
    ),
    stages,
  });
};

/** Those of the event who are still of an institution: what is entered of others could be neither mailed nor changed. */
const standingCompetitors = async (
  readModels: ReadModels,
  competitors: readonly InvitationDocument[],
): Promise<readonly InvitationDocument[]> => {
  const { standing } = userReads(readModels);
  const users = await Promise.all(competitors.map(({ userId }) => standing(userId)));
  return competitors.filter((_, at) => users[at] !== null);
};

const copyCompetitors = async (
  { dependencies, send }: Tools,
  eventId: number,
  times: EventTimes,
  { categoryIds }: EventDetails,
  planned: readonly CopiedInvitation[],
): Promise<void> => {
  const reads = invitationReads(dependencies.readModels);
  const copyOne = async ({ from, to }: CopiedInvitation): Promise<void> => {
    const competitor = await reads.get(from);
    // Deleted since the copying began.
    if (competitor === null) return;
    const { driverId, userId, categoryId } = competitor;
    const isInCategory = categoryId !== null && categoryIds.includes(categoryId);
    await send(invitationStream(to), invitationDecider, {
      type: 'addInvitation',
      invitationId: to,
      eventId,
      driverId,
      userId,
      entry: { ...entryOf(competitor), ...(isInCategory ? {} : { categoryId: null }) },
      // Nobody else is in an event that is new.
      userIdsInCategory: [],
      times,
    });
  };
  for (let next = 0; next < planned.length; next += AT_ONCE)
    await Promise.all(planned.slice(next, next + AT_ONCE).map(copyOne));
};

/**
 * Makes a draft from another event of the same institution. The first step plans the ids of all competitors, so that a
 * request that is repeated goes on with the same.
 */
export const copyEvent = defineCommand({
  schema: z.object({ eventId: id, copy: copyRequest }),
  right: 'events.create',
  ids: { newEventId: 'event', pictures: 'token' },
  serializedBy: null,
  outside: { pictures: 'Each copy has the same name again.' },
  streams: ['event', 'route', 'invitation'],
  async carryOut({ eventId, copy }, { dependencies, ids, now, nextId, send, outside }): Promise<CopyAnswer> {
    const { readModels } = dependencies;
    const { newEventId } = ids;
    const from = await eventReads(readModels).existing(eventId);
    const details = await detailsOf(readModels, from, copy, now);
    const competitors: readonly InvitationDocument[] = copy.Competitors
      ? await invitationReads(readModels).ofEvent(eventId)
      : [];
    const standing = await standingCompetitors(readModels, competitors);
    const { events } = await send(eventStream(newEventId), eventDecider, {
      type: 'copyEvent',
      eventId: newEventId,
      fromEventId: eventId,
      details,
      invitations: await Promise.all(
        standing.map(async ({ invitationId }) => ({
          from: invitationId,
          to: await nextId('invitation'),
        })),
      ),
      now,
    });
    const times = { now, finishesAt: details.finishesAt };
    const tools = { dependencies, nextId, send };
    const route = await routeReads(readModels).get(eventId);
    const sectors = await outside('pictures', () =>
      withOwnPictures(tools, ids, copy.Sectors ? route.sectors : [], now),
    );
    const moved = ({ startsAt }: Stage): number =>
      movedMoment(startsAt, from.startsAt, details.timeZone ?? trackZone(from), details.startsAt);
    const stages = copy.Stages ? route.stages.map((stage) => ({ ...stage, startsAt: moved(stage) })) : [];
    await copyRoute(tools, newEventId, times, route, { ...copy, sectors, stages });
    const planned = events.flatMap(({ type, data }) => (type === 'EventCopied' ? data.invitations : []));
    await copyCompetitors(tools, newEventId, times, details, planned);
    const leftOut = competitors.length - standing.length;
    return { eveId: newEventId, eveName: details.name, stsId: DRAFT_STATE_ID, leftOut };
  },
});
