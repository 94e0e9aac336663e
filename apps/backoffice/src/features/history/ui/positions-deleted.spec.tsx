import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import type { PastStory } from '@flagpost/contracts';
import { PositionsDeletedNotice } from './positions-deleted.js';

afterEach(cleanup);

const deleted: PastStory['positionsDeleted'] = {
  // Already the next day at the track.
  DeletedAt: '2026-11-23T23:30:00.000Z',
  KeepDays: 1_095,
  SetAt: '2026-03-02T09:00:00.000Z',
  SetBy: { Id: 3, Name: 'Ada Byron' },
  Cars: 12,
  Minutes: 4_000,
  Pictures: 2,
};

it('says when positions were deleted, after how many days, and who set that rule when', () => {
  render(<PositionsDeletedNotice story={{ positionsDeleted: deleted }} gmtHoursAt={() => 1} />);
  const { textContent } = screen.getByRole('status');
  expect(textContent).toBe(
    'The positions of this race were deleted on 11/24/2026: its institution keeps them for 1,095 days after the finish, ' +
      'a rule that Ada Byron set on 03/02/2026. Laps, flags and alerts stay.',
  );
});

it('says nothing while they are kept', () => {
  render(<PositionsDeletedNotice story={{ positionsDeleted: null }} gmtHoursAt={() => 1} />);
  expect(screen.queryByRole('status')).toBeNull();
});
