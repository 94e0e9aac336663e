import {
  isTrackFlag,
  YELLOW_HERE,
  type FlagCode,
  type LatLng,
  type SectorRow,
  type TrackFlagCode,
} from '@flagpost/contracts';
import { DEGREE_M, lngNear } from '@flagpost/telemetry';
import { project, type Line } from '@flagpost/track-geometry';
import { gatesOf, stretchOn } from '../../shared/sector-stretches.js';

interface Flagged {
  readonly code: TrackFlagCode;
  readonly points: Line;
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** The box around a stretch, wider by the distance at which a car still counts as on the track. */
const around = (points: Line): Omit<Flagged, 'code' | 'points'> => {
  const lats = points.map(({ lat }) => lat);
  const first = points[0]?.lng ?? NaN;
  const lngs = points.map(({ lng }) => lngNear(first, lng));
  const aside = YELLOW_HERE.onTrackWithinM / DEGREE_M.least;
  const [south, north] = [Math.min(...lats) - aside, Math.max(...lats) + aside];
  const asideLng = aside / Math.cos((Math.max(-south, north) * Math.PI) / 180);
  return { south, north, west: Math.min(...lngs) - asideLng, east: Math.max(...lngs) + asideLng };
};

/**
 * Tells the flag of the sector at a place; null off the track, in a sector without a flag, and in sectors without a
 * stretch.
 *
 * @param flags codes, by sector
 */
export const sectorFlagsOn = (
  line: Line | null,
  sectors: readonly SectorRow[],
  flags: ReadonlyMap<number, FlagCode>,
): ((at: LatLng) => TrackFlagCode | null) => {
  const flagged = sectors.flatMap((sector): Flagged[] => {
    const code = flags.get(sector.secId);
    const drawn = stretchOn(line, gatesOf(sector));
    if (code === undefined || !isTrackFlag(code) || drawn === null) return [];
    return [{ code, points: drawn.points, ...around(drawn.points) }];
  });
  const isIn = ({ points, south, north, west, east }: Flagged, at: LatLng): boolean => {
    const lng = lngNear(west, at.lng);
    if (at.lat < south || at.lat > north || lng < west || lng > east) return false;
    const offM = project(points, at)?.offM ?? Infinity;
    return offM <= YELLOW_HERE.onTrackWithinM;
  };
  return (at) => flagged.find((stretch) => isIn(stretch, at))?.code ?? null;
};
