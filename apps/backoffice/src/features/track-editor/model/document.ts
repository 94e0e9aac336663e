import type { LatLng, MapPosition, PoiIcon } from '@flagpost/contracts';

/** The drawing of an event's map as the editor holds it: plain data, never changed in place. */

export interface TrackLine {
  readonly id: string;
  /** In driving order; a closed line repeats its first point at the end. */
  readonly points: readonly LatLng[];
}

export interface DrawnPoi {
  readonly id: string;
  readonly position: LatLng;
  readonly description: string;
  readonly icon: PoiIcon;
}

/** A special stage, with a line and gates of its own where they are drawn. */
export interface DrawnStage {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  /** Kilometres as they were entered; they follow from the line where one is drawn. */
  readonly km: number;
  /** ISO 8601, UTC. */
  readonly startDate: string;
  readonly points: readonly LatLng[] | null;
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
}

/** Unchanged parts are the same objects from step to step: 200 steps share their points. */
export interface TrackDocument {
  /** Empty: the track has no name yet. */
  readonly name: string;
  readonly lines: readonly TrackLine[];
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  /** Closed: the last corner repeats the first. */
  readonly boxes: readonly LatLng[] | null;
  readonly pois: readonly DrawnPoi[];
  readonly stages: readonly DrawnStage[];
  /** The initial view of the event's maps. */
  readonly mapPosition: MapPosition | null;
  /** Number in the id of the next line, point of interest or stage. */
  readonly nextId: number;
}

/** The parts that two organisers may change independently of each other. */
export const DOCUMENT_PARTS = [
  'name',
  'lines',
  'start',
  'finish',
  'boxes',
  'pois',
  'stages',
  'mapPosition',
] as const satisfies readonly (keyof TrackDocument)[];
export type DocumentPart = (typeof DOCUMENT_PARTS)[number];
