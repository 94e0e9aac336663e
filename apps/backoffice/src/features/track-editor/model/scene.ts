import type { RaceStretch } from '@flagpost/map-layers';
import type { EditorScene, EditorTarget } from '@flagpost/map-layers/editor';
import { raceLine, type ComparedRoute } from '@flagpost/track-geometry';
import type { LatLng, PoiIcon } from '@flagpost/contracts';
import type { TrackDocument } from './document.js';

/** Id of the line on which laps are driven; null if nothing is drawn. */
export const raceLineId = ({ lines, finish }: Pick<TrackDocument, 'lines' | 'finish'>): string | null => {
  const at = raceLine(
    lines.map(({ points }) => points),
    finish,
  );
  return at === null ? null : (lines[at]?.id ?? null);
};

/** The parts of a drawing on which laps depend. */
export const routeOf = ({ lines, start, finish, boxes }: TrackDocument): ComparedRoute => ({
  lines: lines.map(({ points }) => points),
  start,
  finish,
  boxes,
});

/** A drawing as the surface shows it. */
export const sceneOf = (
  { lines, stages, pois, boxes, start, finish }: TrackDocument,
  {
    raceLineId: raceId,
    stretches,
    finishRadiusM,
    kinds,
  }: {
    raceLineId: string | null;
    /** Of the sectors on the race line. */
    stretches: readonly RaceStretch[];
    finishRadiusM: number;
    /** Names of the icons. */
    kinds: Readonly<Record<PoiIcon, string>>;
  },
): EditorScene => ({
  lines: [
    ...lines.map(({ id, points }) => ({
      id,
      points,
      role: id === raceId ? ('race' as const) : ('drawing' as const),
      label: null,
    })),
    ...stages.flatMap((stage) =>
      stage.points === null && stage.start === null && stage.finish === null
        ? []
        : [
            {
              id: stage.id,
              points: stage.points ?? [],
              role: 'stage' as const,
              label: stage.name,
              gates: { start: stage.start, finish: stage.finish },
            },
          ],
    ),
  ],
  boxes,
  start,
  finish,
  finishRadiusM,
  stretches,
  pois: pois.map((poi) => ({ ...poi, kind: kinds[poi.icon] })),
});

/** The points of a shape; null if the target is not one of several points. */
export const pointsOf = (document: TrackDocument, target: EditorTarget | null): readonly LatLng[] | null => {
  if (target?.kind === 'boxes') return document.boxes;
  if (target?.kind !== 'line') return null;
  const { id } = target;
  return (
    document.lines.find((line) => line.id === id)?.points ??
    document.stages.find((stage) => stage.id === id)?.points ??
    null
  );
};

/** The chosen point, or the place of what has only one; null for a whole shape. */
export const placeOf = (document: TrackDocument, target: EditorTarget): LatLng | null => {
  switch (target.kind) {
    case 'line':
    case 'boxes':
      return target.point === null ? null : (pointsOf(document, target)?.[target.point] ?? null);
    case 'start':
      return document.start;
    case 'finish':
      return document.finish;
    case 'gate':
      return document.stages.find(({ id }) => id === target.id)?.[target.end] ?? null;
    case 'poi':
      return document.pois.find(({ id }) => id === target.id)?.position ?? null;
    default:
      return target satisfies never;
  }
};
