import { YELLOW_HERE, type CircuitRouteAnswer, type LatLng, type SectorRow } from '@flagpost/contracts';
import { isClosed, lengthM, project, type Line } from '@flagpost/track-geometry';
import { gatesOf, raceLineOf } from '../../shared/sector-stretches.js';

/** Where a car is on the track, as race control calls it. */
export interface CarPlace {
  /** The sector whose stretch it is in; null: none. */
  readonly sector: SectorRow | null;
  /** Sectors in which a yellow for it is proposed, its own first; empty: the whole track. */
  readonly proposed: readonly SectorRow[];
  /** Metres along the race line from the start, or from the finish if there is no start; null off the track. */
  readonly fromStartM: number | null;
}

const NOWHERE: CarPlace = { sector: null, proposed: [], fromStartM: null };

interface Laid {
  readonly sector: SectorRow;
  readonly fromM: number;
  readonly spanM: number;
}

const JUST_BEFORE_M = 1;

const alongM = (line: Line, at: LatLng): number => project(line, at)?.alongM ?? 0;

/** Finds the place of a point; `withinM` is how far from the race line it may be. */
export type FindPlace = (at: LatLng, withinM?: number) => CarPlace;

/** Finds the places of cars on one route; null if it has no race line. */
export const placesOn = (route: CircuitRouteAnswer, sectors: readonly SectorRow[]): FindPlace | null => {
  const line = raceLineOf(route);
  if (line === null || line.length < 2) return null;
  const wholeM = lengthM(line);
  const isLoop = isClosed(line);
  /** From one place along the line to another, in driving order; negative behind it on an open line. */
  const onM = (fromM: number, toM: number): number =>
    isLoop && toM < fromM ? toM - fromM + wholeM : toM - fromM;
  const { pointsMetaStart: start, pointsMetaFinish: finish } = route.track;
  const origin = start ?? finish;
  const startM = origin === null ? 0 : alongM(line, origin);

  const laid = sectors.flatMap((sector): Laid[] => {
    const gates = gatesOf(sector);
    if (gates === null) return [];
    const [aM, bM] = [alongM(line, gates.from), alongM(line, gates.to)];
    if (!isLoop) return [{ sector, fromM: Math.min(aM, bM), spanM: Math.abs(bM - aM) }];
    const spanM = onM(aM, bM);
    return [{ sector, fromM: aM, spanM: spanM === 0 ? wholeM : spanM }];
  });
  /** Of several the one that began last. */
  const sectorAt = (atM: number): Laid | null =>
    laid
      .filter(({ fromM, spanM }) => onM(fromM, atM) >= 0 && onM(fromM, atM) <= spanM)
      .sort((one, other) => onM(one.fromM, atM) - onM(other.fromM, atM))[0] ?? null;
  /** The sector that ends where this one begins, or goes on into it. */
  const before = ({ sector, fromM }: Laid): Laid | null => {
    const justBeforeM = fromM - JUST_BEFORE_M;
    if (justBeforeM < 0 && !isLoop) return null;
    const found = sectorAt(justBeforeM < 0 ? justBeforeM + wholeM : justBeforeM);
    return found?.sector === sector ? null : found;
  };

  return (at, withinM = YELLOW_HERE.onTrackWithinM) => {
    const projection = project(line, at);
    if (projection === null || projection.offM > withinM) return NOWHERE;
    const fromStartM = Math.max(0, onM(startM, projection.alongM));
    const own = sectorAt(projection.alongM);
    if (own === null) return { ...NOWHERE, fromStartM };
    const intoM = onM(own.fromM, projection.alongM);
    const former = intoM < YELLOW_HERE.beforeTooWithinM ? before(own) : null;
    const proposed = former === null ? [own.sector] : [own.sector, former.sector];
    return { sector: own.sector, proposed, fromStartM };
  };
};
