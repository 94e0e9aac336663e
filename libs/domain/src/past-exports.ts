import type { ExportedTruth, PastExportContent, PastExportFormat } from '@flagpost/contracts';
import type { Decider, DomainEvent } from './decider.js';

/** A file that was made of the past of an event. Times in epoch ms. */
export interface PastExport {
  readonly content: PastExportContent;
  readonly format: PastExportFormat;
  readonly truth: ExportedTruth;
  readonly from: number;
  readonly to: number;
  /** None: every car. */
  readonly invitationIds: readonly number[];
}

export type PastExportsCommand = {
  readonly type: 'exportPast';
  readonly eventId: number;
  readonly exportId: number;
  readonly exported: PastExport;
  readonly by: number;
  readonly now: number;
};

export type PastExportsEvent = DomainEvent<
  'PastExported',
  PastExport & { eventId: number; exportId: number; by: number; exportedAt: number }
>;

/** Nothing about an export depends on former ones: past events and running ones are exported as often as wanted. */
export const pastExportsDecider: Decider<PastExportsCommand, PastExportsEvent, { readonly exports: number }> =
  {
    initialState: { exports: 0 },
    decide({ eventId, exportId, exported, by, now }) {
      const { content, format, truth, from, to, invitationIds } = exported;
      const file = { content, format, truth, from, to, invitationIds };
      return [{ type: 'PastExported', data: { eventId, exportId, ...file, by, exportedAt: now } }];
    },
    evolve: ({ exports }) => ({ exports: exports + 1 }),
  };
