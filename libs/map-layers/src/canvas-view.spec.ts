import { describe, expect, it } from '@jest/globals';
import { distanceM } from '@flagpost/telemetry';
import fc from 'fast-check';
import { canvasView, dragged, fittingCamera, viewOf, zoomedAt, type Camera } from './canvas-view.js';

const SIZE = { widthPx: 900, heightPx: 600 };
const camera = fc.record({
  lat: fc.double({ min: -60, max: 60, noNaN: true }),
  lng: fc.double({ min: -170, max: 170, noNaN: true }),
  zoom: fc.double({ min: 10, max: 18, noNaN: true }),
});
const pixel = fc.tuple(
  fc.double({ min: 0, max: SIZE.widthPx, noNaN: true }),
  fc.double({ min: 0, max: SIZE.heightPx, noNaN: true }),
);
const close = (a: readonly [number, number], b: readonly [number, number]): void => {
  expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeLessThan(0.01);
};

describe('the view of a plain map', () => {
  it('has its camera in the middle, north up, to scale', () => {
    const from: Camera = { lat: 44.6, lng: 8.1, zoom: 14 };
    const view = canvasView(from, SIZE);
    close(view.toPx(from), [450, 300]);
    const [x, y] = view.toPx({ lat: 44.601, lng: 8.1 });
    expect([x, y < 300]).toEqual([450, true]);
    const there = { lat: 44.603, lng: 8.105 };
    const [px, py] = view.toPx(there);
    const metres = Math.hypot(px - 450, py - 300) * view.metresPerPx;
    expect(metres / distanceM(from.lat, from.lng, there.lat, there.lng)).toBeCloseTo(1, 2);
  });

  it('shows places on both sides of the antimeridian, however their longitudes are written', () => {
    for (const lng of [179.999, -179.999, 180.001]) {
      const view = canvasView({ lat: -16.8, lng, zoom: 15 }, SIZE);
      const xs = [179.998, -180.002, 179.999, 180, -180, 180.001, -179.999].map(
        (at) => view.toPx({ lat: -16.8, lng: at })[0],
      );
      for (const x of xs) expect(Math.abs(x - SIZE.widthPx / 2)).toBeLessThan(200);
      expect([xs[0], xs[3], xs[5]]).toEqual([xs[1], xs[4], xs[6]].map((x) => expect.closeTo(x ?? NaN, 3)));
    }
  });

  it('finds places as they are stored, on both sides of the antimeridian and of every copy of the map', () => {
    for (const lng of [179.999, -179.999, 180.001]) {
      const view = canvasView({ lat: -16.8, lng, zoom: 12 }, SIZE);
      for (const at of [179.99, -179.99]) {
        const [x, y] = view.toPx({ lat: -16.8, lng: at });
        expect(view.toPlace(x, y)).toEqual({ lat: expect.closeTo(-16.8, 6), lng: expect.closeTo(at, 6) });
      }
    }
    const wide = canvasView({ lat: 0, lng: 170, zoom: 1 }, { widthPx: 1_440, heightPx: 600 });
    for (const x of [0, 720, 1_440]) expect(Math.abs(wide.toPlace(x, 300).lng)).toBeLessThanOrEqual(180);
  });

  it('has edges on both sides of its middle, also across the antimeridian', () => {
    const { west, east } = viewOf({ lat: -16.8, lng: 179.999, zoom: 12 }, SIZE);
    expect([west < 179.999, east > 180]).toEqual([true, true]);
  });

  it('shows the ground to its edges', () => {
    fc.assert(
      fc.property(camera, (from) => {
        const { toPx } = canvasView(from, SIZE);
        const { north, south, west, east, ...middle } = viewOf(from, SIZE);
        expect(middle).toEqual(from);
        close(toPx({ lat: north, lng: west }), [0, 0]);
        close(toPx({ lat: south, lng: east }), [SIZE.widthPx, SIZE.heightPx]);
      }),
    );
  });

  it('finds the place under each pixel', () => {
    fc.assert(
      fc.property(camera, pixel, (from, [x, y]) => {
        const view = canvasView(from, SIZE);
        close(view.toPx(view.toPlace(x, y)), [x, y]);
      }),
    );
  });

  it('keeps a place under the finger that drags it, and under the pointer that zooms', () => {
    fc.assert(
      fc.property(camera, pixel, pixel, fc.double({ min: -1, max: 1, noNaN: true }), (from, a, b, by) => {
        const view = canvasView(from, SIZE);
        const place = view.toPlace(...a);
        close(canvasView(dragged(view, from, b[0] - a[0], b[1] - a[1]), SIZE).toPx(place), b);
        close(canvasView(zoomedAt(view, from, by, a), SIZE).toPx(place), a);
      }),
    );
  });

  it('fits a track into what its padding leaves', () => {
    const padding = { top: 96, right: 56, bottom: 56, left: 20 };
    const corners = [
      [8.1, 44.5],
      [8.2, 44.6],
    ] as const;
    const view = canvasView(fittingCamera(corners, SIZE, padding), SIZE);
    const [left, bottom] = view.toPx({ lng: 8.1, lat: 44.5 });
    const [right, top] = view.toPx({ lng: 8.2, lat: 44.6 });
    expect(top).toBeCloseTo(96, 3);
    expect(bottom).toBeCloseTo(600 - 56, 3);
    expect(left - 20).toBeCloseTo(900 - 56 - right, 3);
    expect(left).toBeGreaterThanOrEqual(20);
  });
});
