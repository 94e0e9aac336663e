import type { EventMapAnswer, EventMapRequest, LatLng, PoisAnswer } from '@flagpost/contracts';
import { samePart } from './diff.js';
import { DOCUMENT_PARTS, type DocumentPart, type DrawnPoi, type TrackDocument } from './document.js';

/** What the server has: the document, and what a request must say of it. */
export interface ServerCopy {
  readonly document: TrackDocument;
  readonly revision: number;
  readonly savedAt: string | null;
  readonly savedBy: string | null;
  /** Ids of the points of interest on the server, by their ids in the document. */
  readonly poiIds: Readonly<Record<string, number>>;
}

const poiKey = (poiId: number): string => `poi-${poiId}`;
const stageKey = (number: number): string => `stage-${number}`;

/** The server's map as a document. Points of interest and stages have the same ids whenever they are read. */
export const serverCopyOf = ({ route, pois, stages }: EventMapAnswer): ServerCopy => {
  const { track, mapPosition, revision, savedAt, savedBy } = route;
  return {
    document: {
      name: track.name ?? '',
      lines: track.pointsTrack.map(({ Positions }, at) => ({ id: `line-${at + 1}`, points: Positions })),
      start: track.pointsMetaStart,
      finish: track.pointsMetaFinish,
      boxes: track.pointsBoxes,
      pois: pois.map(({ Id, Lat, Long, Description, Icon }) => ({
        id: poiKey(Id),
        position: { lat: Lat, lng: Long },
        description: Description,
        icon: Icon,
      })),
      stages: stages.map((stage) => ({
        id: stageKey(stage.Stages),
        number: stage.Stages,
        name: stage.Name,
        km: stage.Km,
        startDate: stage.StartDate,
        points: stage.Positions,
        start: stage.Start,
        finish: stage.Finish,
      })),
      mapPosition,
      nextId: 1,
    },
    revision,
    savedAt,
    savedBy,
    poiIds: Object.fromEntries(pois.map(({ Id }) => [poiKey(Id), Id])),
  };
};

const mutable = (points: readonly LatLng[]): LatLng[] => [...points];

/** The parts of a document as the server takes them. */
const REQUEST_PARTS: {
  readonly [Part in DocumentPart]: (
    document: TrackDocument,
    poiIds: ServerCopy['poiIds'],
  ) => Partial<EventMapRequest>;
} = {
  // A track may be drawn before it has a name, and never loses it.
  name: ({ name }) => (name === '' ? {} : { trackName: name }),
  lines: ({ lines }) => ({ pointsTrack: lines.map(({ points }) => ({ Positions: mutable(points) })) }),
  start: ({ start }) => ({ pointsMetaStart: start }),
  finish: ({ finish }) => ({ pointsMetaFinish: finish }),
  boxes: ({ boxes }) => ({ pointsBoxes: boxes === null ? null : mutable(boxes) }),
  pois: ({ pois }, poiIds) => ({
    pois: pois.map(({ id, position, description, icon }) => ({
      ...position,
      id: poiIds[id] ?? null,
      description,
      icon,
    })),
  }),
  stages: ({ stages }) => ({
    stages: stages.map((stage) => ({
      Stages: stage.number,
      Name: stage.name,
      Km: stage.km,
      StartDate: stage.startDate,
      Positions: stage.points === null ? null : mutable(stage.points),
      Start: stage.start,
      Finish: stage.finish,
    })),
  }),
  mapPosition: ({ mapPosition }) => ({ mapPosition }),
};

/** Body of POST /events/map: what has changed since the server's copy was read, of `parts` alone if they are given. */
export const toRequest = (
  eventId: number,
  document: TrackDocument,
  base: ServerCopy,
  parts: readonly DocumentPart[] = DOCUMENT_PARTS,
): EventMapRequest =>
  parts
    .filter((part) => !samePart(part, document, base.document))
    .reduce<EventMapRequest>(
      (request, part) => ({ ...request, ...REQUEST_PARTS[part](document, base.poiIds) }),
      { eventId, revision: base.revision },
    );

const isSamePoi = (drawn: DrawnPoi, { Lat, Long, Description, Icon }: PoisAnswer['pois'][number]): boolean =>
  drawn.position.lat === Lat &&
  drawn.position.lng === Long &&
  drawn.description === Description &&
  drawn.icon === Icon;

/** The ids that the server gave to new points of interest. Equal ones are interchangeable. */
const idsOfNew = (
  drawn: readonly DrawnPoi[],
  answered: PoisAnswer['pois'],
  known: ServerCopy['poiIds'],
): Record<string, number> => {
  const knownIds = new Set(Object.values(known));
  const left = answered.filter(({ Id }) => !knownIds.has(Id));
  const ids: Record<string, number> = {};
  for (const poi of drawn) {
    if (known[poi.id] !== undefined) continue;
    const at = left.findIndex((candidate) => isSamePoi(poi, candidate));
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (found !== undefined) ids[poi.id] = found.Id;
  }
  return ids;
};

/** The server's copy after it has stored `parts` of a document: those keep their ids in it, so that undoing goes on. */
export const afterSaving = (
  base: ServerCopy,
  document: TrackDocument,
  answer: EventMapAnswer,
  parts: readonly DocumentPart[] = DOCUMENT_PARTS,
): ServerCopy => {
  const { revision, savedAt, savedBy } = answer.route;
  const saved = Object.fromEntries(parts.map((part) => [part, document[part]]));
  return {
    document: { ...base.document, ...saved },
    revision,
    savedAt,
    savedBy,
    poiIds: { ...base.poiIds, ...idsOfNew(document.pois, answer.pois, base.poiIds) },
  };
};
