import { z } from 'zod';
import {
  circuitRouteRequest,
  eventMapRequest,
  poisRequest,
  stagesRequest,
  type CircuitRouteAnswer,
  type CircuitRouteRequest,
  type EventMapAnswer,
  type PoisAnswer,
  type PoisRequest,
  type StageRequest,
  type StageRow,
} from '@flagpost/contracts';
import {
  refuse,
  routeDecider,
  routeStream,
  type EventTimes,
  type RouteEvent,
  type RouteParts,
  type RouteState,
  type Stage,
} from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import type { ReadModels } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { defineCommand, id, type CommandTools } from '../dispatch/define-command.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { routeReads, savedWith, type RouteDocument } from '../views/routes.projection.js';
import { poisAnswer, routeAnswer, stageRows } from './route-answers.js';

/** Changes of the map of an event. */

/** The times of an event by which its map may be changed. */
export const timesOf = async (readModels: ReadModels, eventId: number, now: number): Promise<EventTimes> => {
  const { finishesAt } = await eventReads(readModels).existing(eventId);
  return { now, finishesAt };
};

/** Cars may run on the track of the event. */
export const isUnderWay = (
  { published, startsAt }: Pick<EventDocument, 'published' | 'startsAt'>,
  now: number,
): boolean => published && startsAt <= now;

const partsOf = (body: CircuitRouteRequest): RouteParts => ({
  ...(body.trackName === undefined ? {} : { trackName: body.trackName }),
  ...(body.pointsTrack === undefined ? {} : { tracks: body.pointsTrack.map(({ Positions }) => Positions) }),
  ...(body.pointsMetaStart === undefined ? {} : { start: body.pointsMetaStart }),
  ...(body.pointsMetaFinish === undefined ? {} : { finish: body.pointsMetaFinish }),
  ...(body.pointsBoxes === undefined ? {} : { boxes: body.pointsBoxes }),
  ...(body.mapPosition === undefined ? {} : { mapPosition: body.mapPosition }),
  ...(body.gmt === undefined ? {} : { gmtHours: body.gmt }),
});

/** The route after a command, with the time and user of its newest change. */
const routeAfter = async (
  { readModels }: ApiDependencies,
  eventId: number,
  { state, events }: { readonly state: RouteState; readonly events: readonly Recorded<RouteEvent>[] },
): Promise<RouteDocument> => {
  const newest = events.at(-1);
  const { savedAt, savedBy } =
    newest === undefined ? await routeReads(readModels).get(eventId) : savedWith(newest);
  return { ...state, savedAt, savedBy };
};

const newPois = async (pois: PoisRequest['pois'], nextId: CommandTools['nextId']) => {
  const withIds = await Promise.all(
    pois.map(async ({ id, ...poi }) => ({ ...poi, isNew: !id, poiId: id || (await nextId('poi')) })),
  );
  return { pois: withIds, newPoiIds: withIds.filter(({ isNew }) => isNew).map(({ poiId }) => poiId) };
};

const stageOf = ({ Stages, Name, Km, StartDate, Positions, Start, Finish }: StageRequest): Stage => ({
  number: Stages,
  name: Name,
  kilometres: Km,
  startsAt: Date.parse(StartDate),
  line: Positions ?? null,
  start: Start ?? null,
  finish: Finish ?? null,
});

export const drawRoute = defineCommand({
  schema: circuitRouteRequest,
  right: 'route.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  recognisedBy: 'stream',
  async carryOut(body, { dependencies, now, send }): Promise<CircuitRouteAnswer> {
    const { eventId, revision } = body;
    const event = await eventReads(dependencies.readModels).existing(eventId);
    const sent = await send(routeStream(eventId), routeDecider, {
      type: 'drawRoute',
      eventId,
      times: { now, finishesAt: event.finishesAt },
      parts: partsOf(body),
      isUnderWay: isUnderWay(event, now),
      revision,
    });
    return routeAnswer(dependencies, event, await routeAfter(dependencies, eventId, sent), now);
  },
});

/** All that the map editor shows, in one change: nothing is saved by halves. */
export const saveMap = defineCommand({
  schema: eventMapRequest,
  right: 'route.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  recognisedBy: 'stream',
  async carryOut(body, { dependencies, now, nextId, send }): Promise<EventMapAnswer> {
    const { eventId, revision, pois, stages } = body;
    const event = await eventReads(dependencies.readModels).existing(eventId);
    const sent = await send(routeStream(eventId), routeDecider, {
      type: 'saveMap',
      eventId,
      times: { now, finishesAt: event.finishesAt },
      parts: partsOf(body),
      isUnderWay: isUnderWay(event, now),
      ...(pois === undefined ? {} : { pois: await newPois(pois, nextId) }),
      ...(stages === undefined ? {} : { stages: stages.map(stageOf) }),
      revision,
    });
    const route = await routeAfter(dependencies, eventId, sent);
    return {
      route: await routeAnswer(dependencies, event, route, now),
      pois: poisAnswer(route).pois,
      stages: stageRows(route.stages),
    };
  },
});

export const saveStages = defineCommand({
  schema: stagesRequest,
  right: 'stages.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  recognisedBy: 'stream',
  async carryOut({ eventId, stages, revision }, { dependencies, now, send }): Promise<StageRow[]> {
    const times = await timesOf(dependencies.readModels, eventId, now);
    const { state } = await send(routeStream(eventId), routeDecider, {
      type: 'saveStages',
      eventId,
      times,
      stages: stages.map(stageOf),
      revision,
    });
    return stageRows(state.stages);
  },
});

export const savePois = defineCommand({
  schema: poisRequest,
  right: 'route.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  recognisedBy: 'stream',
  async carryOut({ eventId, pois, revision }, { dependencies, now, nextId, send }): Promise<PoisAnswer> {
    const { state } = await send(routeStream(eventId), routeDecider, {
      type: 'savePois',
      eventId,
      times: await timesOf(dependencies.readModels, eventId, now),
      ...(await newPois(pois, nextId)),
      revision,
    });
    return poisAnswer(state);
  },
});

export const deletePoi = defineCommand({
  schema: z.object({ poiId: id }),
  right: 'route.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  async carryOut({ poiId }, { dependencies: { readModels }, now, send }): Promise<PoisAnswer> {
    const eventId = (await routeReads(readModels).eventOfPoi(poiId)) ?? refuse('poi.missing', 'missing');
    const times = await timesOf(readModels, eventId, now);
    const command = { type: 'deletePoi', eventId, times, poiId } as const;
    return poisAnswer((await send(routeStream(eventId), routeDecider, command)).state);
  },
});

export const routeCommands = { drawRoute, saveMap, saveStages, savePois, deletePoi };
