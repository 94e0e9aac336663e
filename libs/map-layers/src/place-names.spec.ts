import { describe, expect, it } from '@jest/globals';
import { nameMiddle, placeNames } from './place-names.js';
import type { RaceRoute } from './types.js';

const box = (south: number, west: number, north: number, east: number) => [
  { lat: south, lng: west },
  { lat: south, lng: east },
  { lat: north, lng: east },
  { lat: north, lng: west },
];
const straight: RaceRoute = {
  lines: [
    [
      { lat: 44, lng: 8 },
      { lat: 44, lng: 8.02 },
    ],
  ],
  start: { lat: 44, lng: 8.01 },
  finish: { lat: 44, lng: 8.01 },
  finishRadiusM: 30,
  boxes: null,
};
const namesOf = (boxes: RaceRoute['boxes']) => {
  const names = placeNames({ ...straight, boxes });
  return {
    line: names.find(({ of }) => of.includes('finish')),
    boxes: names.find(({ of }) => of.includes('boxes')),
  };
};

describe('the name of the boxes', () => {
  it.each([
    ['north', box(44.0003, 8.008, 44.0006, 8.012), 44.0006, 'bottom', 'top'],
    ['south', box(43.9994, 8.008, 43.9997, 8.012), 43.9994, 'top', 'bottom'],
  ] as const)('%s of the track stands at the middle of their outer side', (_, ring, lat, own, line) => {
    for (const boxes of [ring, [...ring, ring[0] ?? { lat: NaN, lng: NaN }]]) {
      const names = namesOf(boxes);
      expect(names.boxes?.at.lat).toBeCloseTo(lat, 9);
      expect(names.boxes?.at.lng).toBeCloseTo(8.01, 9);
      expect(names.boxes?.anchor).toBe(own);
      expect(names.line?.anchor).toBe(line);
    }
  });

  it.each([
    ['east', 8.021, 8.0215, 8.0215, 'left'],
    ['west', 7.9985, 7.999, 7.9985, 'right'],
  ] as const)('%s of the track stands beside them', (_, west, east, lng, anchor) => {
    const { boxes } = namesOf(box(43.998, west, 44.002, east));
    expect(boxes?.at.lng).toBeCloseTo(lng, 9);
    expect(boxes?.anchor).toBe(anchor);
  });

  it('is not there without an area', () => {
    expect(namesOf(null).boxes).toBeUndefined();
    expect(namesOf(box(44, 8, 44.1, 8.1).slice(0, 2)).boxes).toBeUndefined();
  });
});

it('start and finish have one name where they are one place, else two', () => {
  expect(placeNames(straight).map(({ of }) => of)).toEqual([['start', 'finish']]);
  const apart = { ...straight, start: { lat: 44, lng: 8 } };
  expect(placeNames(apart).map(({ of }) => of)).toEqual([['start'], ['finish']]);
});

it('a name lies wholly on the side that its anchor tells', () => {
  const name = (anchor: 'top' | 'bottom' | 'left' | 'right') =>
    nameMiddle({ of: ['boxes'], at: { lat: 0, lng: 0 }, anchor, offset: [3, 4] }, 40, 20);
  expect([name('top'), name('bottom'), name('left'), name('right')]).toEqual([
    [3, 14],
    [3, -6],
    [23, 4],
    [-17, 4],
  ]);
});
