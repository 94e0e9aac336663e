import { describe, expect, it } from '@jest/globals';
import type { LatLng } from '@flagpost/contracts';
import fc from 'fast-check';
import { canvasView } from '../canvas-view.js';
import { snapSources, snapTo } from './snapping.js';
import type { EditorScene, EditorTarget } from './types.js';

const view = canvasView({ lat: 44.6, lng: 8.1, zoom: 15 }, { widthPx: 800, heightPx: 600 });
const through = (...pixels: readonly (readonly [number, number])[]): LatLng[] =>
  pixels.map(([x, y]) => view.toPlace(x, y));
const at = (x: number, y: number): LatLng => view.toPlace(x, y);

const own = through([100, 300], [200, 340], [300, 300], [400, 340]);
const scene: EditorScene = {
  lines: [
    { id: 'race', points: through([100, 100], [300, 100], [500, 100]), role: 'race', label: null },
    { id: 'own', points: own, role: 'drawing', label: null },
  ],
  boxes: null,
  start: at(600, 300),
  finish: null,
  finishRadiusM: 30,
  pois: [{ id: '7', position: at(600, 500), description: 'Post 7', icon: 'location', kind: 'Location' }],
};
const snap = (x: number, y: number, dragged: EditorTarget | null = null, draft: LatLng[] = []) =>
  snapTo(snapSources(scene, draft, dragged), view, { x, y }, 12);

describe('what is drawn or dragged', () => {
  it('snaps to the place itself of a point within reach', () => {
    expect(snap(308, 104)).toMatchObject({ to: 'point', at: scene.lines[0]!.points[1]! });
    expect(snap(604, 292)).toMatchObject({ to: 'point', at: scene.start! });
    expect(snap(315, 115)).toBeNull();
  });

  it('snaps to a line where no point is within reach, and stays on it', () => {
    const found = snap(200, 108);
    expect(found?.to).toBe('line');
    const [x, y] = view.toPx(found!.at);
    expect([Math.round(x), Math.round(y)]).toEqual([200, 100]);
  });

  it('snaps to a line across the antimeridian, at a longitude as it is stored', () => {
    const there = canvasView({ lat: 0, lng: 180, zoom: 15 }, { widthPx: 800, heightPx: 600 });
    const points = [179.995, -179.995].map((lng) => ({ lat: 0, lng }));
    const across: EditorScene = {
      ...{ ...scene, start: null, pois: [] },
      lines: [{ id: 'race', points, role: 'race', label: null }],
    };
    const found = snapTo(snapSources(across, [], null), there, { x: 410, y: 304 }, 12);
    expect(found?.to).toBe('line');
    expect(found?.at.lng).toBeCloseTo(there.toPlace(410, 300).lng, 6);
  });

  it('snaps to the first point of its draft, which closes it', () => {
    const draft = through([600, 100], [650, 150], [700, 100]);
    expect(snap(606, 104, null, draft)).toMatchObject({ to: 'point', at: draft[0]! });
    expect(snap(652, 152, null, draft)).toBeNull();
  });

  it('snaps to the ends of its own line, to no other part of it, and not to where it was', () => {
    const first: EditorTarget = { kind: 'line', id: 'own', point: 0 };
    expect(snap(405, 338, first)).toMatchObject({ to: 'point', at: own[3]! });
    expect(snap(203, 338, first)).toBeNull();
    expect(snap(103, 302, first)).toBeNull();
    expect(snap(602, 302, { kind: 'start' })).toBeNull();
  });

  it('does not snap to points of interest', () => {
    expect(snap(600, 500)).toBeNull();
  });

  it('is never moved farther than it reaches', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 600 }), (x, y) => {
        const found = snap(x, y);
        if (found === null) return;
        expect(Math.hypot(found.pixel.x - x, found.pixel.y - y)).toBeLessThanOrEqual(12.000_1);
        const [px, py] = view.toPx(found.at);
        expect(Math.hypot(found.pixel.x - px, found.pixel.y - py)).toBeLessThan(0.01);
      }),
    );
  });
});
