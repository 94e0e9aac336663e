import { describe, expect, it } from '@jest/globals';
import { MAP_DEFAULT } from '@flagpost/contracts';
import { viewOf } from './view.js';

const MAP = { width: 512, height: 512 };

describe('a view', () => {
  it('shows all points', () => {
    expect(
      viewOf(
        [
          { lat: 60, lng: 0 },
          { lat: -60, lng: -179 },
          { lat: 0, lng: 179 },
        ],
        MAP,
      ),
    ).toEqual({ lat: 0, lng: 0, zoom: 0 });
    expect(
      viewOf(
        [
          { lat: 44, lng: 8 },
          { lat: 44.01, lng: 9 },
        ],
        MAP,
      ),
    ).toMatchObject({ lng: 8.5, zoom: 8.4 });
    expect(
      viewOf(
        [
          { lat: 44, lng: 8 },
          { lat: 45, lng: 8.01 },
        ],
        MAP,
      ),
    ).toMatchObject({ lat: 44.5, zoom: 8 });
  });

  it('of points on both sides of the antimeridian is near, and its middle a longitude as it is stored', () => {
    const points = [179.99, -179.97].map((lng) => ({ lat: 0, lng }));
    const { lng, zoom } = viewOf(points, MAP);
    expect([lng, zoom]).toEqual([expect.closeTo(-179.99, 6), expect.closeTo(13.1, 6)]);
  });

  it('of one place is near', () => {
    expect(viewOf([{ lat: 44, lng: 8 }], MAP)).toEqual({ lat: 44, lng: 8, zoom: 16 });
  });

  it('of the poles is a place of the map', () => {
    expect(
      viewOf(
        [
          { lat: 90, lng: 0 },
          { lat: -90, lng: 0 },
        ],
        MAP,
      ).zoom,
    ).toBe(0);
  });

  it('of nothing is that of a new map', () => {
    expect(viewOf([], MAP)).toEqual(MAP_DEFAULT);
  });
});
