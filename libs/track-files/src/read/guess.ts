import type { LatLng, PoiIcon, ShapeKind } from '@flagpost/contracts';
import type { Pause } from '@flagpost/file-formats';
import { distanceM } from '@flagpost/telemetry';
import type { TrackShape } from '../track-shape.js';
import type { FileShape, Geometry } from './collect.js';
import { isPoiIcon } from './names.js';

/** Words at the beginning, or anywhere, of names in the languages of Flagpost, in French, Portuguese and German. */
const beginsWith = (...words: string[]) => new RegExp(`^\\P{L}*(${words.join('|')})(?!\\p{L})`, 'iu');
const contains = (...words: string[]) => new RegExp(`(?<!\\p{L})(${words.join('|')})(?!\\p{L})`, 'iu');
const FINISH = beginsWith(
  ...[
    'finish',
    'finish line',
    'arrivo',
    'traguardo',
    'meta',
    'llegada',
    'arriv[ée]e',
    'chegada',
    'ziel',
    'end',
  ],
  // One line for both ends laps.
  ...['start ?[/&+-] ?finish', 'partenza ?[/&+-] ?arrivo', 'salida ?[/&+-] ?(meta|llegada)'],
);
const START = beginsWith('start', 'partenza', 'salida', 'd[ée]part', 'largada', 'inicio');
const BOXES = contains(
  'box',
  'boxes',
  'pits?',
  'pit ?lane',
  'paddock',
  'stands?',
  'assistenza',
  'asistencia',
);

/** An area this small is taken for boxes beside a line that is longer by far. */
const BOXES_MOST_M = 1_000;
const BY_FAR = 3;

const ALLOWED: Readonly<Record<ShapeKind, readonly Geometry[]>> = {
  track: ['line', 'area'],
  boxes: ['line', 'area'],
  start: ['point'],
  finish: ['point'],
  poi: ['point'],
};
const isKind = (text: string): text is ShapeKind => Object.hasOwn(ALLOWED, text);

/** Points that are measured between two pauses. */
const SLICE = 5_000;

/** Across the bounds of each shape, metres. */
const sizesM = async (shapes: readonly FileShape[], pause: Pause): Promise<readonly number[]> => {
  const sizes: number[] = [];
  let measured = 0;
  for (const { points } of shapes) {
    let [south, west, north, east] = [90, 180, -90, -180];
    for (const { lat, lng } of points) {
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
      [west, east] = [Math.min(west, lng), Math.max(east, lng)];
      measured += 1;
      if (measured % SLICE === 0) await pause();
    }
    sizes.push(points.length === 0 ? 0 : distanceM(south, west, north, east));
  }
  return sizes;
};

const isClosed = (points: readonly LatLng[]): boolean => {
  const [first] = points;
  const last = points.at(-1);
  return points.length > 3 && first !== undefined && first.lat === last?.lat && first.lng === last.lng;
};

interface Purpose {
  readonly kind: ShapeKind;
  readonly icon: PoiIcon | null;
}

/** The purpose that the file states, if it is one of ours and of such a shape. */
const statedPurpose = ({ stated, geometry, points }: FileShape): Purpose | null => {
  if (stated === null) return null;
  if (isPoiIcon(stated)) return geometry === 'point' ? { kind: 'poi', icon: stated } : null;
  if (!isKind(stated) || !ALLOWED[stated].includes(geometry)) return null;
  if (stated === 'boxes' && !isClosed(points)) return null;
  return { kind: stated, icon: stated === 'poi' ? 'location' : null };
};

const guessedPurpose = ({ geometry, name, points }: FileShape, sizeM: number, largestM: number): Purpose => {
  const text = name ?? '';
  if (geometry === 'point') {
    if (FINISH.test(text)) return { kind: 'finish', icon: null };
    return START.test(text) ? { kind: 'start', icon: null } : { kind: 'poi', icon: 'location' };
  }
  if (isClosed(points) && BOXES.test(text)) return { kind: 'boxes', icon: null };
  const size = geometry === 'area' ? sizeM : Infinity;
  const isBoxes = size <= BOXES_MOST_M && size * BY_FAR <= largestM;
  return { kind: isBoxes ? 'boxes' : 'track', icon: null };
};

/** An event has one of each: a second start or finish is a point of interest, second boxes are a line. */
const SECOND: Readonly<Partial<Record<ShapeKind, Purpose>>> = {
  start: { kind: 'poi', icon: 'location' },
  finish: { kind: 'poi', icon: 'location' },
  boxes: { kind: 'track', icon: null },
};

/** Shapes with the purposes that the file states, or that their form, size and name suggest. */
export const withPurposes = async (
  shapes: readonly FileShape[],
  pause: Pause,
): Promise<readonly TrackShape[]> => {
  const sizes = await sizesM(shapes, pause);
  const largestM = Math.max(0, ...sizes);
  const stated = shapes.map(statedPurpose);
  const purposes = shapes.map(
    (shape, index) => stated[index] ?? guessedPurpose(shape, sizes[index] ?? 0, largestM),
  );
  /** By kind, the shape that keeps it: the first that states it, else the first of which it was guessed. */
  const firsts = new Map<ShapeKind, number>();
  for (const found of [stated, purposes])
    found.forEach((purpose, index) => {
      if (purpose !== null && !firsts.has(purpose.kind)) firsts.set(purpose.kind, index);
    });
  return purposes.map((purpose, index) => {
    const { name = null, points = [] } = shapes[index] ?? {};
    const isFirst = firsts.get(purpose.kind) === index;
    return { name, points, ...(isFirst ? purpose : (SECOND[purpose.kind] ?? purpose)) };
  });
};
