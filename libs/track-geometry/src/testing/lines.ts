import type { LatLng } from '@flagpost/contracts';
import { localPlane } from '@flagpost/telemetry';
import fc from 'fast-check';
import { placeAt, type Line } from '../line.js';

/** Lines for specs, in metres about one place. */
const plane = localPlane(44.6, 8.16);

export const place = (eastM: number, northM: number): LatLng => placeAt(plane, eastM, northM);

export const line = (...metres: readonly (readonly [eastM: number, northM: number])[]): Line =>
  metres.map(([eastM, northM]) => place(eastM, northM));

const metres = fc.integer({ min: -50_000, max: 50_000 }).map((centimetres) => centimetres / 100);

export const anyPlace = fc.tuple(metres, metres).map(([eastM, northM]) => place(eastM, northM));

/** A line that may cross itself and stand still. */
export const anyLine = (minLength = 2, maxLength = 40): fc.Arbitrary<Line> =>
  fc.array(anyPlace, { minLength, maxLength });

/** A closed line around the place that does not cross itself. */
export const anyRing: fc.Arbitrary<Line> = fc
  .array(fc.integer({ min: 200, max: 900 }), { minLength: 4, maxLength: 40 })
  .map((radii) => {
    const points = radii.map((radiusM, i) => {
      const angle = (2 * Math.PI * i) / radii.length;
      return place(radiusM * Math.sin(angle), radiusM * Math.cos(angle));
    });
    return [...points, ...points.slice(0, 1)];
  });
