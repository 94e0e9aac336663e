import type { CircuitRouteRequest, PoisRequest, SectorRequest } from '@flagpost/contracts';
import {
  refuse,
  routeDecider,
  routeStream,
  type EventTimes,
  type RouteParts,
  type Sector,
} from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { Submit } from '../dispatch/submit.js';
import { eventReads } from '../events/events.projection.js';
import type { Caller } from '../http/caller.js';
import { poisAnswer, routeAnswer, sectorRow } from './route-answers.js';

/** Drawing circuit routes. */

const timesOf = async (readModels: ReadModels, eventId: number, now: number): Promise<EventTimes> => {
  const { finishesAt } = (await eventReads(readModels).get(eventId)) ?? refuse('event.missing', 'missing');
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

export const drawRoute = (readModels: ReadModels, caller: Caller, body: CircuitRouteRequest) =>
  new Submit(caller, {}, async ({ now, send }) => {
    const { eventId } = body;
    const times = await timesOf(readModels, eventId, now);
    const { state } = await send(routeStream(eventId), routeDecider, {
      type: 'drawRoute',
      eventId,
      times,
      parts: partsOf(body),
    });
    return routeAnswer(eventId, state);
  });

export const savePois = (readModels: ReadModels, caller: Caller, { eventId, pois }: PoisRequest) =>
  new Submit(caller, {}, async ({ now, mint, send }) => {
    const times = await timesOf(readModels, eventId, now);
    const withIds = await Promise.all(
      pois.map(async ({ id, ...poi }) => ({ ...poi, isNew: !id, poiId: id || (await mint('poi')) })),
    );
    const { state } = await send(routeStream(eventId), routeDecider, {
      type: 'savePois',
      eventId,
      times,
      pois: withIds,
      newPoiIds: withIds.filter(({ isNew }) => isNew).map(({ poiId }) => poiId),
    });
    return poisAnswer(state);
  });

export const createSector = (
  readModels: ReadModels,
  caller: Caller,
  { TraId: eventId, Number: number, Kms: kilometres, Picpath }: SectorRequest,
) =>
  new Submit(caller, { sectorId: 'sector' }, async ({ ids: { sectorId }, now, send }) => {
    const times = await timesOf(readModels, eventId, now);
    const sector: Sector = { sectorId, number, kilometres, picturePath: Picpath ?? null };
    const command = { type: 'createSector', eventId, times, sector } as const;
    const { state } = await send(routeStream(eventId), routeDecider, command);
    return sectorRow(eventId, state.sectors.find((created) => created.sectorId === sectorId) ?? sector);
  });
