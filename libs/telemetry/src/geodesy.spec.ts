import { expect, it } from '@jest/globals';
import { DEGREE_M, localPlane } from './geodesy.js';

it('has no degree shorter or longer than its bounds, which are as near as a metre', () => {
  const lengths = Array.from({ length: 180 }, (_, half) => half / 2).flatMap((lat) => {
    const { metresPerLat, metresPerLng } = localPlane(lat, 8);
    return [metresPerLat, metresPerLng / Math.cos((lat * Math.PI) / 180)];
  });
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  expect(shortest).toBeGreaterThanOrEqual(DEGREE_M.least);
  expect(longest).toBeLessThanOrEqual(DEGREE_M.most);
  expect(shortest - DEGREE_M.least).toBeLessThan(1);
  expect(DEGREE_M.most - longest).toBeLessThan(1);
});
