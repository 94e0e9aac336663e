import { lazy, Suspense, useMemo, type ComponentType, type ReactElement } from 'react';
import type { MapPosition } from '@flagpost/contracts';
import type { EditorMapProps, EditorScene, EditorTarget } from '@flagpost/map-layers/editor';
import { report } from '../../../shared/report.js';
import { TEXTS as RACE } from '../../../shared/texts/race.js';
import { TEXTS } from '../../../shared/texts/track-import.js';
import { Fallback } from '../../../shared/ui/fallback.js';
import { useMapSettingsQuery } from '../../race-control/api.js';
import { usePalette } from '../../race-control/ui/palette.js';
import { isPoint, type Choice, type Purpose } from './choices.js';

const words = TEXTS.trackImport;
/** Never another object: the map would draw anew. */
const MAP_TEXTS = { ...RACE.map, map: words.map, close: TEXTS.close, keys: words.mapKeys };
const NO_DRAFT: EditorMapProps['draft'] = [];
const ignore = (): void => undefined;

const LoadedMap = lazy(async () => ({
  default: (await import('@flagpost/map-layers/editor')).EditorMap,
}));

/** Everything that the file holds; lines that become track are drawn as such. */
const sceneOf = (choices: readonly Choice[], finishRadiusM: number): EditorScene => {
  const entries = choices.map(({ shape, purpose }, index) => ({ id: String(index), shape, purpose }));
  const placeOf = (wanted: Purpose) =>
    entries.find(({ purpose }) => purpose === wanted)?.shape.Positions[0] ?? null;
  return {
    lines: entries
      .filter(({ shape, purpose }) => !isPoint(shape) && purpose !== 'boxes')
      .map(({ id, shape, purpose }) => ({
        id,
        points: shape.Positions,
        role: purpose === 'track' ? 'race' : 'drawing',
        label: shape.Name,
      })),
    boxes: entries.find(({ purpose }) => purpose === 'boxes')?.shape.Positions ?? null,
    start: placeOf('start'),
    finish: placeOf('finish'),
    finishRadiusM,
    pois: entries.flatMap(({ id, shape, purpose }) => {
      const [position] = shape.Positions;
      if (!isPoint(shape) || position === undefined || purpose === 'start' || purpose === 'finish') return [];
      const icon = shape.Icon ?? 'location';
      const description = shape.Name ?? words.nameless;
      return [{ id, position, description, icon, kind: RACE.map.poiKinds[icon] }];
    }),
  };
};

/** The part of the map's scene that a shape of the file is. */
const targetOf = (choices: readonly Choice[], index: number | null): EditorTarget | null => {
  const choice = index === null ? undefined : choices[index];
  if (choice === undefined) return null;
  const { shape, purpose } = choice;
  if (purpose === 'start' || purpose === 'finish') return { kind: purpose };
  if (purpose === 'boxes') return { kind: 'boxes', point: null };
  return isPoint(shape)
    ? { kind: 'poi', id: String(index) }
    : { kind: 'line', id: String(index), point: null };
};

/** The shapes of a file, one of them marked. */
export const FileMap = ({
  choices,
  finishRadiusM,
  home,
  marked,
  goTo,
  onMark,
  surface: Surface = LoadedMap,
}: {
  choices: readonly Choice[];
  finishRadiusM: number;
  home: MapPosition;
  /** Index of a shape. */
  marked: number | null;
  goTo: MapPosition | null;
  onMark: (index: number) => void;
  surface?: ComponentType<EditorMapProps>;
}): ReactElement => {
  const { data: settings } = useMapSettingsQuery(null);
  const palette = usePalette();
  const scene = useMemo(() => sceneOf(choices, finishRadiusM), [choices, finishRadiusM]);
  const selection = useMemo(() => targetOf(choices, marked), [choices, marked]);
  return (
    <div className="track-import-map">
      <Fallback text={RACE.map.failed}>
        <Suspense fallback={<p role="status">{TEXTS.loading}</p>}>
          <Surface
            scene={scene}
            tool="view"
            draft={NO_DRAFT}
            selection={selection}
            snapping={false}
            home={home}
            settings={settings ?? null}
            palette={palette}
            texts={MAP_TEXTS}
            goTo={goTo}
            onSelect={ignore}
            onMove={ignore}
            onMoveShape={ignore}
            onInsert={ignore}
            onAdd={ignore}
            onFinish={ignore}
            onOpenPoi={(id) => onMark(Number(id))}
            onView={ignore}
            onFailure={report}
          />
        </Suspense>
      </Fallback>
    </div>
  );
};
