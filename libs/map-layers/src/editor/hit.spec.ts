import { describe, expect, it } from '@jest/globals';
import type { LatLng } from '@flagpost/contracts';
import { canvasView } from '../canvas-view.js';
import { handlesFor, hitAt, REACH, type Hit } from './hit.js';
import type { EditorScene, EditorTarget } from './types.js';

const view = canvasView({ lat: 44.6, lng: 8.1, zoom: 15 }, { widthPx: 800, heightPx: 600 });
const through = (...pixels: readonly (readonly [number, number])[]): LatLng[] =>
  pixels.map(([x, y]) => view.toPlace(x, y));
const at = (x: number, y: number): LatLng => view.toPlace(x, y);

const scene: EditorScene = {
  lines: [
    { id: 'race', points: through([100, 100], [300, 100], [500, 100]), role: 'race', label: null },
    {
      id: 'stage',
      points: through([100, 200], [500, 200]),
      role: 'stage',
      label: null,
      gates: { start: at(100, 215), finish: null },
    },
  ],
  boxes: through([100, 300], [300, 300], [300, 400], [100, 400]),
  start: at(300, 100),
  finish: at(400, 100),
  finishRadiusM: 30,
  pois: [{ id: '7', position: at(500, 330), description: 'Post 7', icon: 'location', kind: 'Location' }],
};

const hit = (
  x: number,
  y: number,
  selection: EditorTarget | null = null,
  kind: 'fine' | 'coarse' = 'fine',
): Hit | null => hitAt(scene, view, handlesFor(scene, view, selection, REACH[kind]), { x, y }, REACH[kind]);

const RACE: EditorTarget = { kind: 'line', id: 'race', point: null };

describe('a press', () => {
  it('finds places, points, lines, areas, and bare ground', () => {
    expect(hit(405, 103)).toEqual({ on: 'place', target: { kind: 'finish' } });
    expect(hit(103, 217)).toEqual({ on: 'place', target: { kind: 'gate', id: 'stage', end: 'start' } });
    expect(hit(496, 335)).toEqual({ on: 'place', target: { kind: 'poi', id: '7' } });
    expect(hit(497, 97)).toEqual({ on: 'point', target: { kind: 'line', id: 'race', point: 2 } });
    expect(hit(250, 205)).toEqual({ on: 'shape', target: { kind: 'line', id: 'stage', point: null } });
    expect(hit(200, 350)).toEqual({ on: 'shape', target: { kind: 'boxes', point: null } });
    expect(hit(650, 500)).toBeNull();
  });

  it('reaches 22 pixels under a finger, and 10 under a mouse', () => {
    expect(hit(500, 119)).toBeNull();
    expect(hit(500, 119, null, 'coarse')).toEqual({
      on: 'point',
      target: { kind: 'line', id: 'race', point: 2 },
    });
    expect(hit(500, 123, null, 'coarse')).toBeNull();
  });

  it('finds midpoints and the handle in the middle of the chosen shape alone', () => {
    expect(hit(200, 100)).toEqual({ on: 'shape', target: RACE });
    expect(hit(200, 100, RACE)).toEqual({ on: 'midpoint', target: RACE, index: 1 });
    expect(hit(200, 100, { ...RACE, point: 0 })).toEqual({ on: 'midpoint', target: RACE, index: 1 });
    const boxes: EditorTarget = { kind: 'boxes', point: null };
    expect(hit(200, 350, boxes)).toEqual({ on: 'shape', target: boxes });
    expect(handlesFor(scene, view, { ...boxes, point: 1 }, REACH.fine)?.grip).toBeNull();
  });

  it('finds a place rather than the point below it, and a nearer point of the chosen shape', () => {
    expect(hit(300, 100)).toEqual({ on: 'place', target: { kind: 'start' } });
    expect(hit(300, 100, RACE)).toEqual({ on: 'place', target: { kind: 'start' } });
    const near: EditorScene = { ...scene, start: at(306, 100) };
    const handles = handlesFor(near, view, RACE, REACH.fine);
    expect(hitAt(near, view, handles, { x: 298, y: 100 }, REACH.fine)).toEqual({
      on: 'point',
      target: { kind: 'line', id: 'race', point: 1 },
    });
  });
});
