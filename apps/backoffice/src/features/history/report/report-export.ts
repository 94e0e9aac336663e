import type { ScreenExportRequest } from '@flagpost/contracts';
import type { ReportedInstant } from './report-page.js';

/** What the log has of a report: the span of its instants, the cars that it shows, and by which truth. At least one instant. */
export const reportExport = (
  instants: readonly Pick<ReportedInstant, 'instant' | 'truth' | 'invitationIds'>[],
): ScreenExportRequest => {
  const times = instants.map(({ instant }) => instant);
  const isOfAll = instants.some(({ invitationIds }) => invitationIds.length === 0);
  const [truth = 'happened', ...others] = new Set(instants.map((each) => each.truth));
  return {
    Content: 'report',
    Truth: others.length === 0 ? truth : 'both',
    From: new Date(Math.min(...times)).toISOString(),
    To: new Date(Math.max(...times)).toISOString(),
    Invitations: isOfAll ? [] : [...new Set(instants.flatMap(({ invitationIds }) => invitationIds))],
  };
};
