import { expect, it } from '@jest/globals';
import type { CircuitRouteAnswer, LatLng } from '@flagpost/contracts';
import { courseOf } from './course.js';

const track = (...lines: LatLng[][]): CircuitRouteAnswer['track'] => ({
  name: null,
  pointsTrack: lines.map((Positions) => ({ Positions })),
  pointsMetaStart: null,
  pointsMetaFinish: null,
  pointsBoxes: null,
  kilometres: 0,
});
const A = { lat: 44.6, lng: 8.1 };
const B = { lat: 44.6, lng: 8.12 };
const C = { lat: 44.61, lng: 8.11 };

it('is driven round if it is closed, also from behind its beginning', () => {
  const course = courseOf(track([A, B, C, A]));
  if (course === null) throw new Error('There is a line.');
  expect(course.at(course.lengthM).place).toEqual(course.at(0).place);
  expect(course.at(-10).place.lat).toBeCloseTo(course.at(course.lengthM - 10).place.lat, 9);
  expect(course.at(100).headingDeg).toBeCloseTo(90, 0);
});

it('is driven to its end and back if it is a stage: no car jumps', () => {
  const course = courseOf(track([A, B]));
  if (course === null) throw new Error('There is a line.');
  const half = course.lengthM / 2;
  expect(course.at(half).place.lng).toBeCloseTo(B.lng, 6);
  expect(course.at(half + 100).place.lng).toBeCloseTo(course.at(half - 100).place.lng, 6);
  expect(course.at(half + 100).headingDeg).toBeCloseTo(270, 0);
});

it('is none without a line', () => {
  expect(courseOf(track())).toBeNull();
  expect(courseOf(track([A]))).toBeNull();
});
