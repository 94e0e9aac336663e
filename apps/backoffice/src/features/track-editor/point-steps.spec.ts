import { describe, expect, it } from '@jest/globals';
import { BOXES, CORNERS } from '../../testing/track.js';
import { insertedAfter, stepped } from './point-steps.js';

const of = (point: number | null) => ({ kind: 'line' as const, id: 'line-1', point });

describe('a closed line', () => {
  it('is gone through without its last point, which is its first again', () => {
    const last = BOXES.length - 2;
    expect([last, BOXES.length - 1, null].map((point) => stepped(of(point), BOXES, 1).point)).toEqual([
      0, 1, 0,
    ]);
    expect([0, BOXES.length - 1, null].map((point) => stepped(of(point), BOXES, -1).point)).toEqual([
      last,
      last,
      last,
    ]);
  });

  it('gets a point after its closing one between the first and the second', () => {
    expect(insertedAfter(of(BOXES.length - 1), BOXES)).toMatchObject({
      action: { index: 1, at: { lat: expect.closeTo(44.6025), lng: 8.102 } },
      select: { point: 1 },
    });
  });
});

it('an open line gets a point beyond its end', () => {
  const [one, two] = [CORNERS[0]!, CORNERS[1]!];
  expect(insertedAfter(of(1), [one, two])).toMatchObject({
    action: { index: 2, at: { lat: two.lat + (two.lat - one.lat) / 2 } },
    select: { point: 2 },
  });
});
