import { describe, expect, it } from '@jest/globals';
import { distanceM } from '@flagpost/telemetry';
import fc from 'fast-check';
import { arrowsAlong, snapshotFrame, spaced } from './snapshot-frame.js';

const place = fc.record({
  lat: fc.double({ min: 44, max: 44.1, noNaN: true }),
  lng: fc.double({ min: 8, max: 8.1, noNaN: true }),
});

describe('the frame of a snapshot', () => {
  it('holds every place, north up, inside of its padding', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
        const frame = snapshotFrame(places, 600, 40);
        for (const at of places) {
          for (const px of frame?.toPx(at) ?? [NaN]) {
            expect(px).toBeGreaterThanOrEqual(40 - 1e-6);
            expect(px).toBeLessThanOrEqual(560 + 1e-6);
          }
        }
      }),
    );
    const frame = snapshotFrame([{ lat: 44, lng: 8 }], 600, 40);
    const [east = 0, north = 0] = frame?.toPx({ lat: 44.0005, lng: 8.0005 }) ?? [];
    expect(east).toBeGreaterThan(300);
    expect(north).toBeLessThan(300);
  });

  it('holds places on both sides of the antimeridian', () => {
    const places = [179.999, -179.999, -179.998].map((lng) => ({ lat: -16.8, lng }));
    const frame = snapshotFrame(places, 600, 48);
    const xs = places.map((at) => Math.round(frame?.toPx(at)[0] ?? NaN));
    expect([xs[0], xs[2]]).toEqual([48, 552]);
    expect(xs[1]).toBeGreaterThan(300);
  });

  it('is to scale', () => {
    const [a, b] = [
      { lat: 44, lng: 8 },
      { lat: 44.01, lng: 8.03 },
    ];
    const frame = snapshotFrame([a, b], 600, 40);
    const [ax = 0, ay = 0] = frame?.toPx(a) ?? [];
    const [bx = 0, by = 0] = frame?.toPx(b) ?? [];
    const metres = Math.hypot(ax - bx, ay - by) * (frame?.metresPerPx ?? 0);
    expect(metres / distanceM(a.lat, a.lng, b.lat, b.lng)).toBeCloseTo(1, 2);
  });

  it('shows some ground around a single place, and is none without a place', () => {
    expect(snapshotFrame([{ lat: 44, lng: 8 }], 600, 40)?.metresPerPx).toBeGreaterThan(0.1);
    expect(snapshotFrame([], 600, 40)).toBeNull();
  });
});

describe('arrows', () => {
  it('stand at equal distances along a line and point along it', () => {
    const arrows = arrowsAlong(
      [
        [0, 0],
        [100, 0],
        [100, 100],
      ],
      90,
    );
    expect(arrows.map(({ x, y }) => [x, y])).toEqual([
      [45, 0],
      [100, 35],
    ]);
    expect(arrows.map(({ turn }) => turn)).toEqual([0, Math.PI / 2]);
  });

  it('are none on a line without length', () => {
    const nowhere: [number, number][] = [
      [5, 5],
      [5, 5],
    ];
    expect(arrowsAlong(nowhere, 80)).toEqual([]);
  });
});

describe('kilometre marks', () => {
  it('leave out those without room', () => {
    const marks = [0, 10, 50, 55, 100].map((x) => ({ px: [x, 0] as const }));
    expect(spaced(marks, 40).map(({ px }) => px[0])).toEqual([0, 50, 100]);
  });
});
