import {
  GMT_HOURS,
  type LatLng,
  LIMITS,
  type MapPosition,
  type PoiIcon,
  TRACK_LIMITS,
} from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { limitText, refusePast, requireOnEarth, requireText, type EventTimes } from './rules.js';

/** The circuit route of an event, drawn in the map editor. Its length is derived, never stored. */
export interface RouteParts {
  readonly trackName?: string;
  /** Replaces all polylines. */
  readonly tracks?: readonly (readonly LatLng[])[];
  readonly start?: LatLng | null;
  readonly finish?: LatLng | null;
  readonly boxes?: readonly LatLng[] | null;
  readonly mapPosition?: MapPosition | null;
  /** Hours from UTC at the track; half and quarter hours exist. */
  readonly gmtHours?: number;
}

export interface Poi {
  readonly poiId: number;
  readonly lat: number;
  readonly lng: number;
  readonly description: string;
  readonly icon: PoiIcon;
}

export interface Sector {
  readonly sectorId: number;
  readonly number: number;
  readonly kilometres: number;
  /** The path of its picture; null without one. */
  readonly picturePath: string | null;
}

interface ToRoute {
  readonly eventId: number;
  readonly times: EventTimes;
}

export type RouteCommand =
  /** Parts left out: unchanged; null: removed. `isFirst`: refused if there is a track. */
  | ({ readonly type: 'drawRoute'; readonly parts: RouteParts; readonly isFirst?: boolean } & ToRoute)
  /** Replaces the event's whole set. `newPoiIds` are the ids reserved for it; any other id must belong to this event. */
  | ({
      readonly type: 'savePois';
      readonly pois: readonly Poi[];
      readonly newPoiIds: readonly number[];
    } & ToRoute)
  | ({ readonly type: 'deletePoi'; readonly poiId: number } & ToRoute)
  | ({ readonly type: 'createSector'; readonly sector: Sector } & ToRoute)
  /** Copies another event's route onto an empty map, under new ids. */
  | ({
      readonly type: 'copyRoute';
      readonly parts: RouteParts;
      readonly pois: readonly Poi[];
      readonly sectors: readonly Sector[];
    } & ToRoute)
  /** `isUnderWay`: the event is published and has begun. */
  | ({ readonly type: 'deleteTrack'; readonly isUnderWay: boolean } & ToRoute);

export type RouteEvent =
  | DomainEvent<'TrackNamed', { eventId: number; name: string }>
  | DomainEvent<'TrackDrawn', { eventId: number; tracks: readonly (readonly LatLng[])[] }>
  | DomainEvent<'StartPlaced', { eventId: number; start: LatLng | null }>
  | DomainEvent<'FinishPlaced', { eventId: number; finish: LatLng | null }>
  /** Closed: the last point repeats the first. */
  | DomainEvent<'BoxesDrawn', { eventId: number; boxes: readonly LatLng[] | null }>
  | DomainEvent<'MapPositionSaved', { eventId: number; mapPosition: MapPosition | null }>
  | DomainEvent<'TrackTimeSet', { eventId: number; gmtHours: number }>
  | DomainEvent<'PoisSaved', { eventId: number; pois: readonly Poi[] }>
  | DomainEvent<'PoiDeleted', { eventId: number; poiId: number }>
  | DomainEvent<'SectorCreated', { eventId: number; sector: Sector }>
  /** Including its name, start, finish and boxes. Map position, track time and points of interest are kept. */
  | DomainEvent<'TrackDeleted', { eventId: number }>;

export interface RouteState {
  readonly trackName: string | null;
  readonly tracks: readonly (readonly LatLng[])[];
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  readonly boxes: readonly LatLng[] | null;
  readonly mapPosition: MapPosition | null;
  readonly gmtHours: number;
  readonly pois: readonly Poi[];
  /**
   * Every id that a point of interest of this event ever had, as one that another organiser just deleted may come back.
   */
  readonly poiIds: readonly number[];
  /** By number. */
  readonly sectors: readonly Sector[];
}

const point = (at: LatLng): LatLng => {
  requireOnEarth(at);
  return { lat: at.lat, lng: at.lng };
};

const polyline = (points: readonly LatLng[]): readonly LatLng[] => {
  if (points.length < 2) refuse('route.tooFewPoints');
  return points.map(point);
};

const closed = (points: readonly LatLng[]): readonly LatLng[] => {
  const [first, ...rest] = points.map(point);
  const last = rest.at(-1);
  const isClosed =
    first !== undefined && last !== undefined && first.lat === last.lat && first.lng === last.lng;
  const corners = isClosed ? points.length - 1 : points.length;
  if (first === undefined || corners < 3) refuse('route.tooFewBoxesPoints');
  return isClosed ? [first, ...rest] : [first, ...rest, first];
};

const isGmt = (hours: number): boolean =>
  hours >= GMT_HOURS.min && hours <= GMT_HOURS.max && Number.isInteger(hours / GMT_HOURS.step);

const view = (at: MapPosition): MapPosition => ({ ...point(at), zoom: at.zoom });

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** One event for each part that the drawing changes. */
const drawn = (eventId: number, parts: RouteParts, state: RouteState): readonly RouteEvent[] => {
  const { trackName, gmtHours } = parts;
  if (trackName !== undefined) requireText(trackName, LIMITS.name, 'route.trackNameRequired');
  if (gmtHours !== undefined && !isGmt(gmtHours)) refuse('route.gmt');
  const points = [...(parts.tracks ?? []), parts.boxes ?? []].reduce((sum, each) => sum + each.length, 0);
  if (points > TRACK_LIMITS.points) refuse('route.tooManyPoints');

  const tracks = parts.tracks?.map(polyline);
  const start = parts.start && point(parts.start);
  const finish = parts.finish && point(parts.finish);
  const boxes = parts.boxes && closed(parts.boxes);
  const mapPosition = parts.mapPosition && view(parts.mapPosition);

  const events: RouteEvent[] = [];
  if (trackName !== undefined && trackName !== state.trackName)
    events.push({ type: 'TrackNamed', data: { eventId, name: trackName } });
  if (tracks !== undefined && !same(tracks, state.tracks))
    events.push({ type: 'TrackDrawn', data: { eventId, tracks } });
  if (start !== undefined && !same(start, state.start))
    events.push({ type: 'StartPlaced', data: { eventId, start } });
  if (finish !== undefined && !same(finish, state.finish))
    events.push({ type: 'FinishPlaced', data: { eventId, finish } });
  if (boxes !== undefined && !same(boxes, state.boxes))
    events.push({ type: 'BoxesDrawn', data: { eventId, boxes } });
  if (mapPosition !== undefined && !same(mapPosition, state.mapPosition))
    events.push({ type: 'MapPositionSaved', data: { eventId, mapPosition } });
  if (gmtHours !== undefined && gmtHours !== state.gmtHours)
    events.push({ type: 'TrackTimeSet', data: { eventId, gmtHours } });
  return events;
};

const checkedPois = (pois: readonly Poi[], known: readonly number[]): readonly Poi[] => {
  if (pois.length > TRACK_LIMITS.pois) refuse('poi.tooMany');
  if (new Set(pois.map(({ poiId }) => poiId)).size < pois.length) refuse('poi.repeated');
  return pois.map(({ poiId, lat, lng, description, icon }) => {
    if (!known.includes(poiId)) refuse('poi.missing', 'missing');
    limitText(description, LIMITS.poiDescription);
    return { poiId, ...point({ lat, lng }), description, icon };
  });
};

/** Kilometres are rounded to 2 decimals. */
const checkedSector = (sector: Sector, { tracks, sectors }: RouteState): Sector => {
  if (tracks.length === 0) refuse('sector.trackRequired');
  if (sectors.length >= TRACK_LIMITS.sectors) refuse('sector.tooMany');
  if (sectors.some(({ number }) => number === sector.number)) refuse('sector.exists');
  limitText(sector.picturePath, LIMITS.imagePath);
  return { ...sector, kilometres: Math.round(sector.kilometres * 100) / 100 };
};

const decide = (command: RouteCommand, state: RouteState): readonly RouteEvent[] => {
  const { eventId } = command;
  refusePast(command.times);
  switch (command.type) {
    case 'drawRoute':
      if (command.isFirst === true && state.tracks.length > 0) refuse('track.exists');
      return drawn(eventId, command.parts, state);
    case 'savePois': {
      const pois = checkedPois(command.pois, [...state.poiIds, ...command.newPoiIds]);
      return same(pois, state.pois) ? [] : [{ type: 'PoisSaved', data: { eventId, pois } }];
    }
    case 'deletePoi': {
      const { poiId } = command;
      if (!state.pois.some((poi) => poi.poiId === poiId)) refuse('poi.missing', 'missing');
      return [{ type: 'PoiDeleted', data: { eventId, poiId } }];
    }
    case 'createSector':
      return [{ type: 'SectorCreated', data: { eventId, sector: checkedSector(command.sector, state) } }];
    case 'copyRoute': {
      const pois = checkedPois(
        command.pois,
        command.pois.map(({ poiId }) => poiId),
      );
      const events = [...drawn(eventId, command.parts, state)];
      if (pois.length > 0) events.push({ type: 'PoisSaved', data: { eventId, pois } });
      for (const sector of command.sectors)
        events.push({
          type: 'SectorCreated',
          data: { eventId, sector: checkedSector(sector, events.reduce(evolve, state)) },
        });
      return events;
    }
    case 'deleteTrack':
      if (state.tracks.length === 0) refuse('track.missing', 'missing');
      if (command.isUnderWay) refuse('track.underWay');
      if (state.sectors.length > 0) refuse('track.hasSectors');
      return [{ type: 'TrackDeleted', data: { eventId } }];
    default:
      return unreachable(command);
  }
};

const evolve = (state: RouteState, event: RouteEvent): RouteState => {
  switch (event.type) {
    case 'TrackNamed':
      return { ...state, trackName: event.data.name };
    case 'TrackDrawn':
      return { ...state, tracks: event.data.tracks };
    case 'StartPlaced':
      return { ...state, start: event.data.start };
    case 'FinishPlaced':
      return { ...state, finish: event.data.finish };
    case 'BoxesDrawn':
      return { ...state, boxes: event.data.boxes };
    case 'MapPositionSaved':
      return { ...state, mapPosition: event.data.mapPosition };
    case 'TrackTimeSet':
      return { ...state, gmtHours: event.data.gmtHours };
    case 'PoisSaved': {
      const { pois } = event.data;
      return { ...state, pois, poiIds: [...new Set([...state.poiIds, ...pois.map(({ poiId }) => poiId)])] };
    }
    case 'PoiDeleted':
      return { ...state, pois: state.pois.filter(({ poiId }) => poiId !== event.data.poiId) };
    case 'SectorCreated': {
      const sectors = [...state.sectors, event.data.sector];
      return { ...state, sectors: sectors.sort((a, b) => a.number - b.number) };
    }
    case 'TrackDeleted':
      return { ...state, trackName: null, tracks: [], start: null, finish: null, boxes: null };
    default:
      return unreachable(event);
  }
};

export const routeDecider: Decider<RouteCommand, RouteEvent, RouteState> = {
  initialState: {
    trackName: null,
    tracks: [],
    start: null,
    finish: null,
    boxes: null,
    mapPosition: null,
    gmtHours: 0,
    pois: [],
    poiIds: [],
    sectors: [],
  },
  decide,
  evolve,
};
