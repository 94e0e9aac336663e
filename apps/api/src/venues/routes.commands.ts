import {
  circuitRouteRequest,
  poisRequest,
  sectorRequest,
  type CircuitRouteAnswer,
  type CircuitRouteRequest,
  type PoisAnswer,
  type SectorRow,
} from '@flagpost/contracts';
import { routeDecider, routeStream, type EventTimes, type RouteParts, type Sector } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { defineCommand } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
import { poisAnswer, routeAnswer, sectorRow } from './route-answers.js';

/** Drawing circuit routes. */

const timesOf = async (readModels: ReadModels, eventId: number, now: number): Promise<EventTimes> => {
  const { finishesAt } = await eventReads(readModels).existing(eventId);
  return { now, finishesAt };
};

const partsOf = (body: CircuitRouteRequest): RouteParts => ({
  ...(body.trackName === undefined ? {} : { trackName: body.trackName }),
  ...(body.pointsTrack === undefined ? {} : { tracks: body.pointsTrack.map(({ Positions }) => Positions) }),
  ...(body.pointsMetaStart === undefined ? {} : { start: body.pointsMetaStart }),
  ...(body.pointsMetaFinish === undefined ? {} : { finish: body.pointsMetaFinish }),
  ...(body.pointsBoxes === undefined ? {} : { boxes: body.pointsBoxes }),
  ...(body.mapPosition === undefined ? {} : { mapPosition: body.mapPosition }),
  ...(body.gmt === undefined ? {} : { gmtHours: body.gmt }),
});

export const drawRoute = defineCommand({
  schema: circuitRouteRequest,
  right: 'route.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  async carryOut(body, { dependencies: { readModels }, now, send }): Promise<CircuitRouteAnswer> {
    const { eventId } = body;
    const event = await eventReads(readModels).existing(eventId);
    const { state } = await send(routeStream(eventId), routeDecider, {
      type: 'drawRoute',
      eventId,
      times: { now, finishesAt: event.finishesAt },
      parts: partsOf(body),
    });
    return routeAnswer(event, state, now);
  },
});

export const savePois = defineCommand({
  schema: poisRequest,
  right: 'route.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  async carryOut({ eventId, pois }, { dependencies, now, nextId, send }): Promise<PoisAnswer> {
    const times = await timesOf(dependencies.readModels, eventId, now);
    const withIds = await Promise.all(
      pois.map(async ({ id, ...poi }) => ({ ...poi, isNew: !id, poiId: id || (await nextId('poi')) })),
    );
    const { state } = await send(routeStream(eventId), routeDecider, {
      type: 'savePois',
      eventId,
      times,
      pois: withIds,
      newPoiIds: withIds.filter(({ isNew }) => isNew).map(({ poiId }) => poiId),
    });
    return poisAnswer(state);
  },
});

export const createSector = defineCommand({
  schema: sectorRequest,
  right: 'route.edit',
  ids: { sectorId: 'sector' },
  serializedBy: null,
  outside: {},
  streams: ['route'],
  async carryOut(
    { TraId: eventId, Number: number, Kms: kilometres, Picpath },
    { dependencies, ids: { sectorId }, now, send },
  ): Promise<SectorRow> {
    const times = await timesOf(dependencies.readModels, eventId, now);
    const sector: Sector = { sectorId, number, kilometres, picturePath: Picpath ?? null };
    const command = { type: 'createSector', eventId, times, sector } as const;
    const { state } = await send(routeStream(eventId), routeDecider, command);
    return sectorRow(eventId, state.sectors.find((created) => created.sectorId === sectorId) ?? sector);
  },
});

export const venueCommands = { drawRoute, savePois, createSector };
