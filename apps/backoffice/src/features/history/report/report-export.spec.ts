import { describe, expect, it } from '@jest/globals';
import { reportExport } from './report-export.js';

const at = (instant: number, invitationIds: readonly number[] = []) => ({ instant, invitationIds });

describe('a report in the log', () => {
  it('shows one truth, or both', () => {
    const [first, second] = [
      { ...at(1_000), truth: 'seen' as const },
      { ...at(2_000), truth: 'happened' as const },
    ];
    expect(reportExport([first])).toMatchObject({ Truth: 'seen' });
    expect(reportExport([first, { ...second, truth: 'seen' }])).toMatchObject({ Truth: 'seen' });
    expect(reportExport([first, second])).toMatchObject({ Truth: 'both' });
  });

  it('has the span of its instants and its cars; all, if an instant shows all', () => {
    const [one, other] = [
      { ...at(61_000, [7, 9]), truth: 'seen' as const },
      { ...at(1_000, [9, 4]), truth: 'seen' as const },
    ];
    expect(reportExport([one, other])).toMatchObject({
      From: '1970-01-01T00:00:01.000Z',
      To: '1970-01-01T00:01:01.000Z',
      Invitations: [7, 9, 4],
    });
    expect(reportExport([one, { ...other, invitationIds: [] }])).toMatchObject({ Invitations: [] });
  });
});
