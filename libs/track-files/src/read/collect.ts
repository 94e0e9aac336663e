import type { LatLng } from '@flagpost/contracts';
import { plainName, quotedText } from './names.js';
import { TrackFileError } from './track-file-error.js';

/** Sizes of a track file that is read. */
export interface TrackFileLimits {
  /** Of the file, and of what it unpacks to. */
  readonly bytes: number;
  readonly points: number;
  /** Lines, areas and points of interest. */
  readonly shapes: number;
}

export type Geometry = 'point' | 'line' | 'area';

/** A shape as the file has it. */
export interface FileShape {
  readonly geometry: Geometry;
  readonly name: string | null;
  /** The purpose that the file states for it, if it does. */
  readonly stated: string | null;
  /** Closed for an area. */
  readonly points: readonly LatLng[];
}

/** What a reader finds. */
export interface FileContents {
  readonly name: string | null;
  readonly shapes: readonly FileShape[];
  /** References to other files, which are not followed. */
  readonly links: number;
}

const isSame = (one: LatLng, other: LatLng): boolean => one.lat === other.lat && one.lng === other.lng;

/** A ring of three corners and its end. */
const SMALLEST_AREA = 4;

const shapeOf = (geometry: Geometry, points: readonly LatLng[]): Pick<FileShape, 'geometry' | 'points'> => {
  const [first, second] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || second === undefined || geometry === 'point')
    return { geometry: 'point', points: points.slice(0, 1) };
  if (geometry === 'line') return { geometry, points };
  const ring = isSame(first, last) ? points : [...points, first];
  return { geometry: ring.length < SMALLEST_AREA ? 'line' : 'area', points: ring };
};

export interface PlaceInFile {
  /** From 1. */
  readonly line: () => number;
  /** The text of the position. */
  readonly quoted: () => string;
}

/** A decimal number; NaN for any other text. */
export const numberOf = (text: string | undefined): number => {
  const trimmed = text?.trim() ?? '';
  return /^[-+\d.eE]+$/.test(trimmed) ? Number(trimmed) : NaN;
};

/** Collects the shapes of a file within its limits. */
export const createCollector = (limits: TrackFileLimits) => {
  const shapes: FileShape[] = [];
  let points = 0;
  return {
    shapes,
    /** @param at where it is in the file, for an error @throws {TrackFileError} coordinates or tooManyPoints */
    place(lat: number, lng: number, at: PlaceInFile): LatLng {
      if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180))
        throw new TrackFileError('coordinates', at.line(), quotedText(at.quoted()));
      points += 1;
      if (points > limits.points) throw new TrackFileError('tooManyPoints');
      return { lat, lng };
    },
    /** A shape without points is none. @throws {TrackFileError} tooManyShapes */
    add(geometry: Geometry, found: readonly LatLng[], name: string | null, stated: string | null): void {
      if (found.length === 0) return;
      if (shapes.length === limits.shapes) throw new TrackFileError('tooManyShapes');
      shapes.push({
        ...shapeOf(geometry, found),
        name: name === null ? null : plainName(name),
        stated: stated?.trim() ?? null,
      });
    },
  };
};
export type Collector = ReturnType<typeof createCollector>;
