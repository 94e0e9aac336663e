import { z } from 'zod';
import {
  holds,
  trackCenterRequest,
  trackCopyRequest,
  trackNameRequest,
  trackRequest,
  type TrackAnswer,
} from '@flagpost/contracts';
import { refuse, refuseOverwriting, routeDecider, routeStream, type RouteParts } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { defineCommand, id, type Send } from '../dispatch/define-command.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { routeReads } from '../views/routes.projection.js';
import { trackName, trackReads } from '../views/tracks.projection.js';
import { isUnderWay } from './routes.commands.js';

/** The track of an event under its own calls. It is drawn, named and moved as the map editor does it. */

/** An event, and how its route is drawn. */
const toRouteOf = async (readModels: ReadModels, send: Send, now: number, eventId: number) => {
  const event: EventDocument = await eventReads(readModels).existing(eventId);
  const times = { now, finishesAt: event.finishesAt };
  return {
    event,
    times,
    async draw(parts: RouteParts, isFirst = false): Promise<TrackAnswer> {
      const drawing = { parts, isFirst, isUnderWay: isUnderWay(event, now) };
      const command = { type: 'drawRoute', eventId, times, ...drawing } as const;
      const { state } = await send(routeStream(eventId), routeDecider, command);
      return { traId: eventId, traName: trackName({ name: state.trackName, eventName: event.name }) };
    },
  };
};

export const createTrack = defineCommand({
  schema: trackRequest,
  right: 'route.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  recognisedBy: 'stream',
  async carryOut(body, { dependencies: { readModels }, now, send }): Promise<TrackAnswer> {
    const { eventId, trackId, zoom } = body;
    const route = await toRouteOf(readModels, send, now, eventId);
    if (trackId && trackId !== eventId) refuse('track.missing', 'missing');
    const tracks = body.pointsTrack.map(({ Positions }) => Positions);
    const { mapPosition } = await routeReads(readModels).get(eventId);
    const centre = mapPosition ?? tracks[0]?.[0];
    const parts: RouteParts = {
      trackName: body.trackName,
      tracks,
      start: body.pointsMetaStart ?? null,
      finish: body.pointsMetaFinish ?? null,
      boxes: body.pointsBoxes ?? null,
    };
    const isSeen = zoom != null && centre !== undefined;
    return route.draw(isSeen ? { ...parts, mapPosition: { ...centre, zoom } } : parts, !trackId);
  },
});

/** Gives an event the track of another one of its club, in place of its own. */
export const copyTrack = defineCommand({
  schema: trackCopyRequest,
  right: 'route.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  recognisedBy: 'stream',
  async carryOut(
    { trackId, eventId, trackName: name },
    { dependencies, caller, now, send },
  ): Promise<TrackAnswer> {
    const { readModels } = dependencies;
    const route = await toRouteOf(readModels, send, now, eventId);
    if (trackId === eventId) refuse('track.ownEvent');
    const { clubId } = await trackReads(readModels).existing(trackId);
    if (clubId !== route.event.clubId)
      if (caller.actor !== null && holds(caller.actor, 'admin')) refuse('track.otherInstitution');
      else refuse('track.missing', 'missing');
    const { tracks, start, finish, boxes, mapPosition } = await routeReads(readModels).get(trackId);
    return route.draw({ trackName: name, tracks, start, finish, boxes, mapPosition });
  },
});

export const renameTrack = defineCommand({
  schema: trackNameRequest.extend({ eventId: id }),
  right: 'route.edit',
  ids: {},
  serializedBy: ({ eventId }) => `name of track ${eventId}`,
  outside: {},
  streams: ['route'],
  recognisedBy: 'stream',
  async carryOut(
    { eventId, Name, Former },
    { dependencies: { readModels }, now, send },
  ): Promise<TrackAnswer> {
    const track = await trackReads(readModels).existing(eventId);
    refuseOverwriting('track.changed', Former, { Name: trackName(track) }, { Name });
    return (await toRouteOf(readModels, send, now, eventId)).draw({ trackName: Name });
  },
});

export const centreTrack = defineCommand({
  schema: trackCenterRequest.extend({ eventId: id }),
  right: 'route.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  recognisedBy: 'stream',
  async carryOut({ eventId, position, zoom }, { dependencies, now, send }): Promise<TrackAnswer> {
    const route = await toRouteOf(dependencies.readModels, send, now, eventId);
    return route.draw({ mapPosition: { ...position, zoom } });
  },
});

export const deleteTrack = defineCommand({
  schema: z.object({ eventId: id }),
  right: 'route.edit',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['route'],
  async carryOut({ eventId }, { dependencies: { readModels }, now, send }): Promise<TrackAnswer> {
    const { event, times } = await toRouteOf(readModels, send, now, eventId);
    const track = await trackReads(readModels).get(eventId);
    const command = { type: 'deleteTrack', eventId, times, isUnderWay: isUnderWay(event, now) } as const;
    await send(routeStream(eventId), routeDecider, command);
    return { traId: eventId, traName: track === null ? event.name : trackName(track) };
  },
});

export const trackCommands = { createTrack, copyTrack, renameTrack, centreTrack, deleteTrack };
