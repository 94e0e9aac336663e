import { MAP_COLOURS, type MapPalette } from '@flagpost/map-layers';
import { EditorMap, type EditorMapProps, type EditorScene } from '@flagpost/map-layers/editor';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Open } from './main.js';

const palette = Object.fromEntries(
  MAP_COLOURS.map((name, index) => [name, [40 + 8 * index, 90, 60, 255]]),
) as unknown as MapPalette;
const texts = {
  map: 'Map',
  start: 'Start',
  finish: 'Finish',
  boxes: 'Boxes',
  zoomIn: 'Nearer',
  zoomOut: 'Farther',
  fit: 'All',
  close: 'Close',
  keys: 'Arrows move the map.',
};
const ignore = (): void => undefined;

/** As the track editor draws it, with a start and a finish, and with snapping on. */
export const dragOurs: Open = async (host, { points, dragged, zoom }) => {
  const root = createRoot(host);
  let changes = 0;
  let scene: EditorScene = {
    lines: [{ id: 'race', points, role: 'race', label: null }],
    boxes: null,
    start: points[0] ?? null,
    finish: points[0] ?? null,
    finishRadiusM: 30,
    pois: [],
  };
  const place = points[dragged];
  if (place === undefined) throw new Error('There is no such point.');
  const goTo = { ...place, zoom };
  const props = (): EditorMapProps => ({
    scene,
    tool: 'select',
    draft: [],
    selection: { kind: 'line', id: 'race', point: dragged },
    snapping: true,
    home: goTo,
    settings: null,
    palette,
    texts,
    goTo,
    onSelect: ignore,
    onMove: (_, to) => {
      changes += 1;
      const [line] = scene.lines;
      if (line === undefined) return;
      scene = { ...scene, lines: [{ ...line, points: line.points.with(dragged, to) }] };
      root.render(createElement(EditorMap, props()));
    },
    onMoveShape: ignore,
    onInsert: ignore,
    onAdd: ignore,
    onFinish: ignore,
    onOpenPoi: ignore,
    onView: ignore,
  });
  root.render(createElement(EditorMap, props()));
  while (host.querySelector('.race-map-drawing canvas') === null)
    await new Promise((resolve) => window.setTimeout(resolve, 50));
  return {
    // The view is around this point.
    where: () => ({ x: host.clientWidth / 2, y: host.clientHeight / 2 }),
    get changes() {
      return changes;
    },
  };
};
