import { Suspense, useCallback, useMemo, type ComponentType, type ReactElement } from 'react';
import type { EventDetail, LatLng, MapPosition } from '@flagpost/contracts';
import type { EditorMapProps, EditorTarget, EditorTool } from '@flagpost/map-layers/editor';
import { report } from '../../shared/report.js';
import { TEXTS } from '../../shared/texts/editor.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { useShownTheme } from '../../shared/theme/use-theme.js';
import { Fallback } from '../../shared/ui/fallback.js';
import { useMapSettingsQuery } from '../race-control/api.js';
import { useImageryPercent } from '../race-control/ui/imagery-slider.js';
import { homeOf } from '../race-control/ui/map-data.js';
import { usePalette } from '../race-control/ui/palette.js';
import type { Session, SessionAction } from './model/session.js';

const { map } = TEXTS.editor;
/** Never another object: the map would draw anew. */
const MAP_TEXTS = { ...RACE.map, map: map.region, close: TEXTS.close, keys: map.keys };
const NO_POINTS: readonly LatLng[] = [];

/** The map with the drawing, on which it is changed. */
export const EditorSurface = ({
  surface: Surface,
  event,
  session: { base, mode, selection },
  scene,
  tool,
  isSnapping,
  goTo,
  dispatch,
  onSelect,
  onAdd,
  onFinish,
  onOpenPoi,
  onView,
}: {
  surface: ComponentType<EditorMapProps>;
  event: EventDetail;
  session: Session;
  scene: EditorMapProps['scene'];
  tool: EditorTool;
  isSnapping: boolean;
  goTo: MapPosition | null;
  dispatch: (action: SessionAction) => void;
} & Pick<EditorMapProps, 'onSelect' | 'onAdd' | 'onFinish' | 'onOpenPoi' | 'onView'>): ReactElement => {
  const palette = usePalette();
  const { share } = useImageryPercent();
  const isDaylight = useShownTheme() === 'daylight';
  const { data: settings } = useMapSettingsQuery(null);
  const home = useMemo(
    () => base.document.mapPosition ?? homeOf(event, null),
    [base.document.mapPosition, event],
  );
  const onMove = useCallback(
    (target: EditorTarget, to: LatLng) =>
      dispatch({ type: 'do', action: { type: 'move', target, to }, select: target }),
    [dispatch],
  );
  const onMoveShape = useCallback(
    (target: EditorTarget, from: LatLng, to: LatLng) =>
      dispatch({ type: 'do', action: { type: 'moveShape', target, from, to }, select: target }),
    [dispatch],
  );
  const onInsert = useCallback(
    (target: EditorTarget, index: number, at: LatLng) => {
      const inserted = 'point' in target ? { ...target, point: index } : target;
      dispatch({ type: 'do', action: { type: 'insertPoint', target, index, at }, select: inserted });
    },
    [dispatch],
  );
  return (
    <Fallback text={RACE.map.failed}>
      <Suspense fallback={<p className="editor-muted">{TEXTS.loading}</p>}>
        <Surface
          scene={scene}
          tool={tool}
          draft={mode.kind === 'line' || mode.kind === 'boxes' ? mode.points : NO_POINTS}
          selection={selection}
          snapping={isSnapping}
          home={home}
          settings={settings ?? null}
          palette={palette}
          texts={MAP_TEXTS}
          goTo={goTo}
          imageryShare={share}
          doubledCasings={isDaylight}
          onSelect={onSelect}
          onMove={onMove}
          onMoveShape={onMoveShape}
          onInsert={onInsert}
          onAdd={onAdd}
          onFinish={onFinish}
          onOpenPoi={onOpenPoi}
          onView={onView}
          onFailure={report}
        />
      </Suspense>
    </Fallback>
  );
};
