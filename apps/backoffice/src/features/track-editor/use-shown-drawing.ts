import { useMemo } from 'react';
import type { EventDetail, SectorRow } from '@flagpost/contracts';
import type { EditorScene } from '@flagpost/map-layers/editor';
import { kilometres, warningsOf, type RouteWarning } from '@flagpost/track-geometry';
import { stretchesOf } from '../../shared/sector-stretches.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { useSectorsQuery } from '../race-control/api.js';
import type { TrackDocument } from './model/document.js';
import { raceLineId as raceLineIdOf, sceneOf } from './model/scene.js';

const NO_SECTORS: readonly SectorRow[] = [];

/** What follows from a drawing and is shown of it. */
interface ShownDrawing {
  /** The line on which laps are driven; null if nothing is drawn. */
  readonly raceLineId: string | null;
  readonly scene: EditorScene;
  readonly warnings: readonly RouteWarning[];
  /** Of the race line, on two decimals. */
  readonly kilometres: string;
}

/** Each part is another object only if the drawing or the sectors have changed: the map compares by reference. */
export const useShownDrawing = (event: EventDetail, drawing: TrackDocument): ShownDrawing => {
  const { lines, start, finish, boxes } = drawing;
  const { data: sectors = NO_SECTORS } = useSectorsQuery(event.eveId);
  const raceLineId = useMemo(() => raceLineIdOf({ lines, finish }), [lines, finish]);
  const raceLine = lines.find(({ id }) => id === raceLineId)?.points ?? null;
  const stretches = useMemo(() => stretchesOf(raceLine, sectors), [raceLine, sectors]);
  const finishRadiusM = event.eveGeoRadius;
  const scene = useMemo(
    () => sceneOf(drawing, { raceLineId, stretches, finishRadiusM, kinds: RACE.map.poiKinds }),
    [drawing, raceLineId, stretches, finishRadiusM],
  );
  const warnings = useMemo(
    () =>
      warningsOf({
        lines: lines.map(({ points }) => points),
        start,
        finish,
        boxes,
        radiusM: finishRadiusM,
      }),
    [lines, start, finish, boxes, finishRadiusM],
  );
  const shownKilometres = useMemo(
    () => kilometres(raceLine === null ? [] : [raceLine]).toFixed(2),
    [raceLine],
  );
  return { raceLineId, scene, warnings, kilometres: shownKilometres };
};
