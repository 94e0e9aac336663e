import { describe, expect, it } from '@jest/globals';
import { createMovedCounter, movedInWords, type LastFix } from './moved.js';
import type { KnownSetup } from './setup.js';

const T = Date.UTC(2024, 4, 5, 12);
const NOW = Date.UTC(2026, 0, 1);
const fix = (t: number, lat = 44.6) => ({ t: T + t, lat, lng: 8.16 });
const counted = (
  fixes: readonly ReturnType<typeof fix>[],
  event: Partial<KnownSetup> = {},
  before: readonly LastFix[] = [],
) => {
  const counter = createMovedCounter({ eventId: 7, invitationIds: [3], ...event }, before);
  counter.count(3, fixes, NOW);
  return counter.read();
};

describe('fixes that were taken', () => {
  it('move their car, or are counted by why they did not', () => {
    const fixes = [fix(0), fix(1_000), fix(1_000), fix(500), fix(2_000, 45.6), fix(3_000)];
    expect(counted(fixes)).toEqual({ moved: 3, not: { repeated: 1, late: 1, jump: 1 } });
  });

  it('move nothing where the car has sent later ones before', () => {
    const before = [{ invitationId: 3, receivedAt: NOW - 60_000, t: T + 60_000, lat: 44.6, lng: 8.16 }];
    expect(counted([fix(0), fix(60_000), fix(61_000)], {}, before)).toEqual({
      moved: 1,
      not: { late: 1, repeated: 1 },
    });
  });

  it.each([
    [{ published: false }, 'unpublished'],
    [{ startsAt: NOW + 1 }, 'notBegun'],
    [{ finishesAt: NOW - 1 }, 'pastEvent'],
  ])('move nothing in an event with %j', (event, reason) => {
    expect(counted([fix(0), fix(1_000)], event)).toEqual({ moved: 0, not: { [reason]: 2 } });
  });

  it('are told in one sentence, the commonest reason first', () => {
    expect(movedInWords({ moved: 3, not: {} })).toBe('3 fixes were taken, and each moved its car.');
    expect(movedInWords({ moved: 0, not: { late: 1 } })).toBe(
      '1 fix was taken: 0 moved a car, 1 did not (1 came with a time before that of a fix ahead of it).',
    );
    expect(movedInWords({ moved: 6, not: { jump: 1, repeated: 2 } })).toBe(
      '9 fixes were taken: 6 moved a car, 3 did not (2 repeated the time of the fix before, 1 jumped, at over 600 km/h).',
    );
  });
});
