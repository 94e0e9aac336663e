import { describe, expect, it } from '@jest/globals';
import { distanceM } from '@flagpost/telemetry';
import { covers, gridFrame, gridLines, gridStepM, metresPerPixel } from './grid.js';

const anchor = { lat: 44.58, lng: 8.03 };
const view = { west: 8.02, south: 44.575, east: 8.04, north: 44.585 };

describe('the grid', () => {
  it('has lines at round steps, never close together', () => {
    expect([0.5, 1, 2, 10, 40].map(gridStepM)).toEqual([50, 100, 500, 1000, 5000]);
    for (let metresPerPx = 0.1; metresPerPx < 700; metresPerPx *= 1.1) {
      expect((gridStepM(metresPerPx) ?? 0) / metresPerPx).toBeGreaterThanOrEqual(64);
    }
  });

  it('ends where the map shows so much that the earth is no plane', () => {
    expect(gridStepM(1000)).toBeNull();
    expect(gridFrame(anchor, view, 8)).not.toBeNull();
    expect(gridFrame(anchor, view, 3)).toBeNull();
    expect(gridLines(anchor, null).features).toEqual([]);
  });

  it('knows how much ground a pixel shows', () => {
    expect(metresPerPixel(0, 0)).toBeCloseTo(78_271.5, 0);
    expect(metresPerPixel(60, 10)).toBeCloseTo(metresPerPixel(0, 11), 6);
  });

  it('lies in metres on the ground', () => {
    const frame = gridFrame(anchor, view, 15);
    const { features } = gridLines(anchor, frame);
    const vertical = features.filter(
      ({ geometry }) => geometry.coordinates[0]?.[0] === geometry.coordinates[1]?.[0],
    );
    const [first, second] = vertical.map(({ geometry }) => geometry.coordinates[0]?.[0] ?? NaN);
    expect(distanceM(anchor.lat, first ?? NaN, anchor.lat, second ?? NaN)).toBeCloseTo(
      frame?.stepM ?? NaN,
      0,
    );
    expect(vertical.length).toBeGreaterThan(0);
    expect(features.length).toBeGreaterThan(vertical.length);
  });

  it('reaches a view farther than is seen, and is made anew only beyond that or at another spacing', () => {
    const frame = gridFrame(anchor, view, 15);
    const aside = { ...view, west: view.west + 0.015, east: view.east + 0.015 };
    const far = { ...view, west: view.west + 0.05, east: view.east + 0.05 };
    expect(covers(frame, anchor, view, 15)).toBe(true);
    expect(covers(frame, anchor, aside, 15)).toBe(true);
    expect(covers(frame, anchor, far, 15)).toBe(false);
    expect(covers(frame, anchor, view, 12)).toBe(false);
    expect(covers(null, anchor, view, 15)).toBe(false);
    expect(covers(null, anchor, view, 3)).toBe(true);
  });
});
