import { DAY_MS } from './time.js';

/** Track and map of an event. Distances in metres. */

/** Hours from UTC at a track, in steps of a quarter. */
export const GMT_HOURS = { min: -12, max: 14, step: 0.25 } as const;

export const FINISH_RADIUS_M = { min: 1, max: 1_000, default: 30 } as const;

/** Initial view of a map if neither track, event nor club defines one. */
export const MAP_DEFAULT = { lat: 44.599, lng: 8.157, zoom: 8 } as const;

export const POI_ICONS = {
  location: 'Common',
  ambulancia: 'ambulance',
  banderillero: 'race official',
  bomberoapie: 'fireman',
  bomberomotorizado: 'fire truck',
  rescate: 'rescue',
  safetycar: 'safety car',
} as const;
export type PoiIcon = keyof typeof POI_ICONS;

/** Map objects of one event. */
export const TRACK_LIMITS = { lines: 50, points: 20_000, pois: 200, sectors: 100, stages: 100 } as const;

/** The picture of a sector is kept within this size. */
export const SECTOR_PICTURE = { widthPx: 640, heightPx: 480 } as const;
/** A picture of the race is kept within this size; an event has so many at most. */
export const RACE_PICTURE = { widthPx: 4_000, heightPx: 12_000, perEvent: 200 } as const;
/** An uploaded picture that no sector uses is erased after this time. */
export const UNUSED_PICTURE_MS = DAY_MS;

/** A sector whose gate is farther from the race line than this is marked, metres. */
export const SECTOR_OFF_LINE_M = 50;

/** A track file that is uploaded. */
export const TRACK_FILE_LIMITS = {
  /** Of the file, and of what it unpacks to. */
  bytes: 25 * 1_048_576,
  points: 500_000,
  /** Lines, areas and points of interest. */
  shapes: 2_000,
} as const;
/** Formats that are read, as the endings of their names. */
export const TRACK_FILE_ENDINGS = ['.kml', '.kmz', '.gpx', '.geojson', '.json'] as const;
