import {
  GMT_HOURS,
  type LatLng,
  LIMITS,
  type MapPosition,
  movedMoment,
  type PoiIcon,
  TRACK_LIMITS,
} from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import {
  limitText,
  refuseOverwriting,
  refusePast,
  requireOnEarth,
  requireText,
  same,
  type EventTimes,
} from './rules.js';

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

/** The two gates of a part of the race line, as they were set. They are projected on the line when it is read. */
export interface Gates {
  readonly from: LatLng;
  readonly to: LatLng;
}

export interface Sector {
  readonly sectorId: number;
  readonly number: number;
  /** Of a sector without a stretch. */
  readonly kilometres: number;
  /** The path of its picture; null without one. */
  readonly picturePath: string | null;
  readonly stretch: Gates | null;
}

/** A special stage, with a line and gates of its own if they are drawn. `startsAt` in epoch ms. */
export interface Stage {
  readonly number: number;
  readonly name: string;
  /** Of a stage without a line. */
  readonly kilometres: number;
  readonly startsAt: number;
  readonly line: readonly LatLng[] | null;
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
}

interface ToRoute {
  readonly eventId: number;
  readonly times: EventTimes;
}

/** `revision`: the one that the sender has read; refused if there is another by now. Left out: not compared. */
interface Edit extends ToRoute {
  readonly revision?: number | undefined;
}

/** `isUnderWay`: the event is published and has begun. */
interface Drawing {
  readonly parts: RouteParts;
  readonly isUnderWay: boolean;
}

/** An event's whole set; the ids of new ones are reserved, any other id must belong to the event. */
interface PoiSet {
  readonly pois: readonly Poi[];
  readonly newPoiIds: readonly number[];
}

export type RouteCommand =
  /** Parts left out: unchanged; null: removed. `isFirst`: refused if there is a track. */
  | ({ readonly type: 'drawRoute'; readonly isFirst?: boolean } & Drawing & Edit)
  | ({ readonly type: 'savePois' } & PoiSet & Edit)
  | ({ readonly type: 'saveStages'; readonly stages: readonly Stage[] } & Edit)
  /** To another start of the event. `zone`: that of its track. */
  | ({
      readonly type: 'moveStages';
      readonly from: number;
      readonly to: number;
      readonly zone: string;
    } & ToRoute)
  /** All of these, or none. */
  | ({
      readonly type: 'saveMap';
      readonly pois?: PoiSet;
      readonly stages?: readonly Stage[];
    } & Drawing &
      Edit)
  | ({ readonly type: 'deletePoi'; readonly poiId: number } & ToRoute)
  | ({ readonly type: 'createSector'; readonly sector: Sector } & ToRoute)
  | ({
      readonly type: 'changeSector';
      readonly sector: Sector;
      /** As the sender has read it; left out if that is not known. */
      readonly former?: Omit<Sector, 'sectorId'> | undefined;
    } & ToRoute)
  | ({ readonly type: 'deleteSector'; readonly sectorId: number } & ToRoute)
  /** Copies another event's route onto an empty map, under new ids. */
  | ({
      readonly type: 'copyRoute';
      readonly parts: RouteParts;
      readonly pois: readonly Poi[];
      readonly sectors: readonly Sector[];
      readonly stages: readonly Stage[];
    } & ToRoute)
  | ({ readonly type: 'deleteTrack' } & Pick<Drawing, 'isUnderWay'> & ToRoute);

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
  | DomainEvent<'StagesSaved', { eventId: number; stages: readonly Stage[] }>
  | DomainEvent<'SectorCreated', { eventId: number; sector: Sector }>
  | DomainEvent<'SectorChanged', { eventId: number; sector: Sector }>
  | DomainEvent<'SectorDeleted', { eventId: number; sectorId: number }>
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
  /** By number. */
  readonly stages: readonly Stage[];
  /** Number of events so far. */
  readonly revision: number;
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

/** Rounded as they are shown: 2 decimals. */
const rounded = (kilometres: number): number => Math.round(kilometres * 100) / 100;

const byNumber = <T extends { readonly number: number }>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => a.number - b.number);

const limitPoints = (...groups: readonly (readonly (readonly LatLng[])[])[]): void => {
  const points = groups.flat().reduce((sum, line) => sum + line.length, 0);
  if (points > TRACK_LIMITS.points) refuse('route.tooManyPoints');
};

/** Whether the track can be deleted: laps are counted on it, and sectors follow it. */
const refuseDeleting = (isUnderWay: boolean, { sectors }: RouteState): void => {
  if (isUnderWay) refuse('track.underWay');
  if (sectors.length > 0) refuse('track.hasSectors');
};

/** One event for each part that the drawing changes. */
const drawn = (eventId: number, parts: RouteParts, state: RouteState): readonly RouteEvent[] => {
  const { trackName, gmtHours } = parts;
  if (trackName !== undefined) requireText(trackName, LIMITS.name, 'route.trackNameRequired');
  if (gmtHours !== undefined && !isGmt(gmtHours)) refuse('route.gmt');
  limitPoints(parts.tracks ?? [], [parts.boxes ?? []]);

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

/** A track without its last line is deleted. */
const drawnAgain = (
  { eventId, parts, isUnderWay }: Drawing & ToRoute,
  state: RouteState,
): readonly RouteEvent[] => {
  if (parts.tracks?.length === 0 && state.tracks.length > 0) refuseDeleting(isUnderWay, state);
  return drawn(eventId, parts, state);
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

const poisSaved = (
  eventId: number,
  { pois, newPoiIds }: PoiSet,
  state: RouteState,
): readonly RouteEvent[] => {
  const checked = checkedPois(pois, [...state.poiIds, ...newPoiIds]);
  return same(checked, state.pois) ? [] : [{ type: 'PoisSaved', data: { eventId, pois: checked } }];
};

const checkedStage = ({ number, name, kilometres, startsAt, line, start, finish }: Stage): Stage => {
  requireText(name, LIMITS.name, 'stage.nameRequired');
  return {
    number,
    name,
    kilometres: rounded(kilometres),
    startsAt,
    line: line && polyline(line),
    start: start && point(start),
    finish: finish && point(finish),
  };
};

const stagesSaved = (eventId: number, sent: readonly Stage[], state: RouteState): readonly RouteEvent[] => {
  if (sent.length > TRACK_LIMITS.stages) refuse('stage.tooMany');
  if (new Set(sent.map(({ number }) => number)).size < sent.length) refuse('stage.exists');
  limitPoints(sent.map(({ line }) => line ?? []));
  const stages = byNumber(sent.map(checkedStage));
  return same(stages, state.stages) ? [] : [{ type: 'StagesSaved', data: { eventId, stages } }];
};

/** `others`: the track's sectors beside it. */
const checkedSector = (sector: Sector, { tracks }: RouteState, others: readonly Sector[]): Sector => {
  const { sectorId, number, kilometres, picturePath, stretch } = sector;
  if (tracks.length === 0) refuse('sector.trackRequired');
  if (others.length >= TRACK_LIMITS.sectors) refuse('sector.tooMany');
  if (others.some((other) => other.number === number)) refuse('sector.exists');
  limitText(picturePath, LIMITS.imagePath);
  return {
    sectorId,
    number,
    kilometres: rounded(kilometres),
    picturePath,
    stretch: stretch && { from: point(stretch.from), to: point(stretch.to) },
  };
};

const sectorCreated = (eventId: number, sector: Sector, state: RouteState): RouteEvent => ({
  type: 'SectorCreated',
  data: { eventId, sector: checkedSector(sector, state, state.sectors) },
});

const requireSector = ({ sectors }: RouteState, sectorId: number): Sector =>
  sectors.find((sector) => sector.sectorId === sectorId) ?? refuse('sector.missing', 'missing');

/** What is compared of a sector: the length of a stretch follows from the line. */
const comparedOf = ({ number, kilometres, picturePath, stretch }: Omit<Sector, 'sectorId'>) => ({
  number,
  picturePath,
  kilometres: stretch === null ? rounded(kilometres) : null,
  stretch: stretch && { from: point(stretch.from), to: point(stretch.to) },
});

const decide = (command: RouteCommand, state: RouteState): readonly RouteEvent[] => {
  const { eventId } = command;
  refusePast(command.times);
  if ('revision' in command && command.revision !== undefined && command.revision !== state.revision)
    refuse('route.changed');
  switch (command.type) {
    case 'drawRoute':
      if (command.isFirst === true && state.tracks.length > 0) refuse('track.exists');
      return drawnAgain(command, state);
    case 'savePois':
      return poisSaved(eventId, command, state);
    case 'saveStages':
      return stagesSaved(eventId, command.stages, state);
    case 'moveStages': {
      const { from, to, zone } = command;
      const moved = ({ startsAt }: Stage): number => movedMoment(startsAt, from, zone, to);
      const stages = state.stages.map((stage) => ({ ...stage, startsAt: moved(stage) }));
      return stagesSaved(eventId, stages, state);
    }
    case 'saveMap':
      return [
        ...drawnAgain(command, state),
        ...(command.pois === undefined ? [] : poisSaved(eventId, command.pois, state)),
        ...(command.stages === undefined ? [] : stagesSaved(eventId, command.stages, state)),
      ];
    case 'deletePoi': {
      const { poiId } = command;
      if (!state.pois.some((poi) => poi.poiId === poiId)) refuse('poi.missing', 'missing');
      return [{ type: 'PoiDeleted', data: { eventId, poiId } }];
    }
    case 'createSector':
      return [sectorCreated(eventId, command.sector, state)];
    case 'changeSector': {
      const present = requireSector(state, command.sector.sectorId);
      const others = state.sectors.filter((other) => other !== present);
      const sector = checkedSector(command.sector, state, others);
      const read = command.former && comparedOf(command.former);
      refuseOverwriting('sector.changed', read, comparedOf(present), comparedOf(sector));
      return same(sector, present) ? [] : [{ type: 'SectorChanged', data: { eventId, sector } }];
    }
    case 'deleteSector': {
      const { sectorId } = requireSector(state, command.sectorId);
      return [{ type: 'SectorDeleted', data: { eventId, sectorId } }];
    }
    case 'copyRoute': {
      const pois = checkedPois(
        command.pois,
        command.pois.map(({ poiId }) => poiId),
      );
      const events = [...drawn(eventId, command.parts, state)];
      if (pois.length > 0) events.push({ type: 'PoisSaved', data: { eventId, pois } });
      for (const sector of command.sectors)
        events.push(sectorCreated(eventId, sector, events.reduce(evolve, state)));
      return [...events, ...stagesSaved(eventId, command.stages, state)];
    }
    case 'deleteTrack':
      if (state.tracks.length === 0) refuse('track.missing', 'missing');
      refuseDeleting(command.isUnderWay, state);
      return [{ type: 'TrackDeleted', data: { eventId } }];
    default:
      return unreachable(command);
  }
};

const changed = (state: RouteState, event: RouteEvent): RouteState => {
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
    case 'StagesSaved':
      return { ...state, stages: event.data.stages };
    // A view that could not be written whole sees an event again on what it has already stored of it.
    case 'SectorCreated':
    case 'SectorChanged': {
      const { sector } = event.data;
      const others = state.sectors.filter(({ sectorId }) => sectorId !== sector.sectorId);
      return { ...state, sectors: byNumber([...others, sector]) };
    }
    case 'SectorDeleted':
      return { ...state, sectors: state.sectors.filter(({ sectorId }) => sectorId !== event.data.sectorId) };
    case 'TrackDeleted':
      return { ...state, trackName: null, tracks: [], start: null, finish: null, boxes: null };
    default:
      return unreachable(event);
  }
};

const evolve = (state: RouteState, event: RouteEvent): RouteState => ({
  ...changed(state, event),
  revision: state.revision + 1,
});

/** Sectors had no stretches in version 1. */
export const sectorCreatedOfVersion1 = (data: unknown): unknown => {
  const { sector, ...rest } = data as { readonly sector: object };
  return { ...rest, sector: { ...sector, stretch: null } };
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
    stages: [],
    revision: 0,
  },
  decide,
  evolve,
};
