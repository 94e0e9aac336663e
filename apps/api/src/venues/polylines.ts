import {
  TRACK_FILE_LIMITS,
  TRACK_LIMITS,
  type LatLng,
  type PolylinesAnswer,
  type ShapeKind,
  type UploadedShape,
} from '@flagpost/contracts';
import { pause } from '@flagpost/platform';
import { readTrackFile, TrackFileError, type TrackShape } from '@flagpost/track-files/read';
import { thinnedInSlices, viewOf } from '@flagpost/track-geometry';
import { FileRefusedError } from '../http/file-refused.js';

/** Track files as the shapes that they hold. */

/** Points that every line keeps, whatever share of the points it has: a closed line of three corners. */
const KEPT_POINTS = 4;

/** Lines with few enough points together, each in proportion to those that it had. */
const thinnedShapes = async (
  shapes: readonly TrackShape[],
  total: number,
): Promise<{ readonly shapes: readonly TrackShape[]; readonly errorM: number }> => {
  if (total <= TRACK_LIMITS.points) return { shapes, errorM: 0 };
  const shared = TRACK_LIMITS.points - KEPT_POINTS * shapes.length;
  const kept: TrackShape[] = [];
  let worstM = 0;
  for (const shape of shapes) {
    const most = KEPT_POINTS + Math.floor((shared * shape.points.length) / total);
    const { points, errorM } = await thinnedInSlices(shape.points, most, { pause });
    kept.push({ ...shape, points });
    worstM = Math.max(worstM, errorM);
  }
  return { shapes: kept, errorM: worstM };
};

/** Of a map of this size, pixels, all is seen: a small screen of a tablet. */
const MAP_PX = { width: 640, height: 480 };

const uploaded = ({ name, kind, icon, points }: TrackShape): UploadedShape => ({
  Name: name,
  Kind: kind,
  Icon: icon,
  Positions: [...points],
});

/** Reads a track file in slices, so that others are answered meanwhile. @throws {FileRefusedError} */
export const readPolylines = async (file: Uint8Array): Promise<PolylinesAnswer> => {
  const read = await readTrackFile(file, { limits: TRACK_FILE_LIMITS, pause }).catch((error: unknown) => {
    if (!(error instanceof TrackFileError)) throw error;
    throw new FileRefusedError(`trackFile.${error.fault}`, error.line, error.quoted);
  });
  const points = read.shapes.reduce((sum, shape) => sum + shape.points.length, 0);
  const { shapes, errorM } = await thinnedShapes(read.shapes, points);
  const of = (kind: ShapeKind): readonly (readonly LatLng[])[] =>
    shapes.filter((shape) => shape.kind === kind).map((shape) => shape.points);
  const mapPosition = viewOf(
    shapes.flatMap((shape) => shape.points),
    MAP_PX,
  );
  return {
    pointsTrack: of('track').map((Positions) => ({ Positions: [...Positions] })),
    pointsMetaStart: of('start')[0]?.[0] ?? null,
    pointsMetaFinish: of('finish')[0]?.[0] ?? null,
    pointsBoxes: of('boxes')[0]?.slice() ?? null,
    refData: shapes.map(uploaded),
    mapPosition,
    zoom: mapPosition.zoom,
    name: read.name,
    points,
    errorM,
    links: read.links,
  };
};
