import { describe, expect, it } from '@jest/globals';
import type { LatLng } from '@flagpost/contracts';
import fc from 'fast-check';
import { canvasView } from '../canvas-view.js';
import { handlesOf, isInside, midpointsOf, middleOf, nearestOnShape, pixelAt, pixelsOf } from './pixels.js';
import { shapesOf, type Shape } from './shapes.js';
import type { EditorScene } from './types.js';

const SIZE = { widthPx: 800, heightPx: 600 };
const view = canvasView({ lat: 44.6, lng: 8.1, zoom: 15 }, SIZE);
const empty: EditorScene = { lines: [], boxes: null, start: null, finish: null, finishRadiusM: 30, pois: [] };

/** A line through these pixels of the view. */
const through = (...pixels: readonly (readonly [number, number])[]): LatLng[] =>
  pixels.map(([x, y]) => view.toPlace(x, y));
const shape = (points: readonly LatLng[]): Shape =>
  shapesOf({ ...empty, lines: [{ id: 'a', points, role: 'race', label: null }] })[0]!;

describe('points in the view', () => {
  it('are where the view projects each of them', () => {
    const points = through([10, 20], [400, 300], [900, 700]);
    const pixels = pixelsOf(points, view);
    points.forEach((place, index) => {
      const [x, y] = view.toPx(place);
      expect(pixelAt(pixels, index).x).toBeCloseTo(x, 6);
      expect(pixelAt(pixels, index).y).toBeCloseTo(y, 6);
    });
  });

  it('run on across the antimeridian, from whichever side the view looks', () => {
    const across = [
      { lat: 0, lng: 179.99 },
      { lat: 0, lng: -179.99 },
    ];
    for (const line of [across, across.toReversed()])
      for (const lng of [179.995, -179.995, 180.005]) {
        const here = canvasView({ lat: 0, lng, zoom: 12 }, SIZE);
        const pixels = pixelsOf(line, here);
        line.forEach((place, index) => {
          expect(pixelAt(pixels, index).x).toBeCloseTo(here.toPx(place)[0], 6);
        });
        expect(Math.abs(pixelAt(pixels, 0).x - pixelAt(pixels, 1).x)).toBeLessThan(200);
      }
  });

  it('have handles that keep their distance, the first one and the chosen one among them', () => {
    const dense = shape(through(...Array.from({ length: 200 }, (_, i) => [100 + i * 2, 300] as const)));
    const handles = handlesOf(dense, view, { spacingPx: 20, chosen: 7 });
    expect(handles).toEqual([0, 7, 10, 20, 30, ...Array.from({ length: 16 }, (_, i) => 40 + i * 10)]);
  });

  it('have no handle beyond the edge, whatever the line is', () => {
    const pixel = fc.tuple(fc.integer({ min: -2_000, max: 3_000 }), fc.integer({ min: -2_000, max: 3_000 }));
    fc.assert(
      fc.property(fc.array(pixel, { minLength: 1, maxLength: 60 }), (pixels) => {
        const line = shape(through(...pixels));
        const at = pixelsOf(line.points, view);
        for (const index of handlesOf(line, view, { spacingPx: 20, chosen: null })) {
          expect(pixelAt(at, index).x).toBeGreaterThanOrEqual(-20.001);
          expect(pixelAt(at, index).x).toBeLessThanOrEqual(SIZE.widthPx + 20.001);
        }
      }),
    );
  });

  it('have the same handles after the view was dragged', () => {
    const line = shape(through(...Array.from({ length: 90 }, (_, i) => [200 + i * 3, 300] as const)));
    const aside = canvasView({ ...view.toPlace(437, 300), zoom: 15 }, SIZE);
    const handles = (from: typeof view) => handlesOf(line, from, { spacingPx: 20, chosen: null });
    expect(handles(aside)).toEqual(handles(view));
  });
});

describe('midpoints', () => {
  it('lie between neighbours that are far apart, with the index of a point inserted there', () => {
    const line = shape(through([100, 100], [200, 100], [215, 100], [400, 100]));
    const found = midpointsOf(line, view, [0, 1, 2, 3], 10);
    expect(found.map(({ index, x }) => [index, Math.round(x)])).toEqual([
      [1, 150],
      [3, 308],
    ]);
  });

  it('close a ring', () => {
    const [first, ...rest] = through([100, 100], [300, 100], [300, 300], [100, 300]);
    const ring = shape([first!, ...rest, first!]);
    expect([ring.count, ring.isClosed]).toEqual([4, true]);
    const found = midpointsOf(ring, view, [0, 1, 2, 3], 10);
    expect(found.map(({ index, x, y }) => [index, Math.round(x), Math.round(y)])).toEqual([
      [1, 200, 100],
      [2, 300, 200],
      [3, 200, 300],
      [4, 100, 200],
    ]);
  });
});

describe('a shape', () => {
  it('has its middle in the part that is in view', () => {
    expect(middleOf(shape(through([700, 100], [780, 300], [2_000, 2_000])), view)).toMatchObject({
      x: expect.closeTo(740, 3),
      y: expect.closeTo(200, 3),
    });
    expect(middleOf(shape(through([900, 100], [990, 300])), view)).toBeNull();
  });

  it('is found within reach, at the nearest place of its nearest segment', () => {
    const line = shape(through([100, 100], [300, 100], [300, 300]));
    const found = nearestOnShape(line, view, { x: 150, y: 106 }, 8);
    expect(found).toMatchObject({ segment: 0, share: expect.closeTo(0.25, 4) });
    expect(found?.awayPx).toBeCloseTo(6, 4);
    expect(nearestOnShape(line, view, { x: 150, y: 110 }, 8)).toBeNull();
    expect(nearestOnShape(line, view, { x: 296, y: 200 }, 8)).toMatchObject({ segment: 1 });
  });

  it('has an inside if it is closed', () => {
    const corners = through([100, 100], [300, 100], [300, 300], [100, 300]);
    const [boxes] = shapesOf({ ...empty, boxes: corners });
    expect(isInside(boxes!, view, { x: 200, y: 200 })).toBe(true);
    expect(isInside(boxes!, view, { x: 320, y: 200 })).toBe(false);
    expect(isInside(shape(corners), view, { x: 200, y: 200 })).toBe(false);
  });
});
