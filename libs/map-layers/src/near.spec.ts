import { expect, it } from '@jest/globals';
import { projectionOf } from './near.js';

it('finds places on both sides of the antimeridian where a map shows them', () => {
  const asked: unknown[] = [];
  const map = {
    getCenter: () => ({ lng: -179.999, lat: -16.8 }),
    project: (lngLat: [lng: number, lat: number]) => {
      asked.push(lngLat.map((deg) => Number(deg.toFixed(6))));
      return { x: 1, y: 2 };
    },
  };
  const project = projectionOf(map);
  for (const lng of [-179.998, 179.998, 180.002]) expect(project([lng, -16.8])).toEqual({ x: 1, y: 2 });
  expect(asked).toEqual([
    [-179.998, -16.8],
    [-180.002, -16.8],
    [-179.998, -16.8],
  ]);
});
