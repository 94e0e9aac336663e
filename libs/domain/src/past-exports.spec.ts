import { given } from '@flagpost/testing/given';
import { describe, expect, it } from '@jest/globals';
import { pastExportsDecider, type PastExport, type PastExportsEvent } from './past-exports.js';

const exported: PastExport = {
  content: 'positions',
  format: 'gpx',
  truth: 'seen',
  from: 1_000,
  to: 61_000,
  invitationIds: [7, 9],
};
const command = { type: 'exportPast', eventId: 1, exportId: 5, exported, by: 22, now: 90_000 } as const;
const event: PastExportsEvent = {
  type: 'PastExported',
  data: { eventId: 1, exportId: 5, ...exported, by: 22, exportedAt: 90_000 },
};

describe('an export of the past', () => {
  it('is recorded with who made it, of what and when', () => {
    given(pastExportsDecider, []).when(command).then([event]);
  });

  it('is recorded each time', () => {
    const again: PastExportsEvent = { ...event, data: { ...event.data, exportId: 6 } };
    given(pastExportsDecider, [event])
      .when({ ...command, exportId: 6 })
      .then([again]);
    expect(pastExportsDecider.evolve({ exports: 1 }, again)).toEqual({ exports: 2 });
  });

  it('has no field that the command does not name', () => {
    const named = { ...exported, driver: 'Ada Rossi' };
    given(pastExportsDecider, [])
      .when({ ...command, exported: named })
      .then([event]);
  });
});
