import { expect, it } from '@jest/globals';
import { writeCsv } from '@flagpost/spreadsheets/write';
import { anEvent, aReportedFlag } from '../../testing/events.js';
import { anAlert, aNote } from '../../testing/race-data.js';
import { reportRows } from './race-report.js';

const EVENT = anEvent({ eveTimeZone: 'Europe/Rome' });

it('tells flags, alerts and notes in the order in which they happened, by the clocks at the track', () => {
  const rows = reportRows(
    {
      flags: [
        aReportedFlag(2, {
          StateId: 804,
          InvitationsSelected: [1, 2],
          CarNumbers: ['7', '12B'],
          SentAt: '2026-05-01T10:02:00Z',
        }),
        aReportedFlag(1, { StateId: 801, SentAt: '2026-05-01T09:00:00Z', ClearedAt: '2026-05-01T09:10:00Z' }),
      ],
      notes: [aNote(1, { Text: 'Oil at bend 3', WrittenAt: '2026-05-01T10:01:30Z' })],
      alerts: [anAlert(1, { RaisedAt: '2026-05-01T10:01:00Z', CarNumber: '7', Pilot: 'Ada Lovelace' })],
    },
    EVENT,
  );
  expect(rows).toEqual([
    [
      '05/01/2026 11:00 (UTC+2)',
      'Flag',
      'Red',
      '',
      'All cars',
      '0',
      'Dora Direttore',
      '',
      '05/01/2026 11:10 (UTC+2)',
    ],
    ['05/01/2026 12:01 (UTC+2)', 'S.O.S Alert', '', 'Ada Lovelace', '7', '', '', '', ''],
    ['05/01/2026 12:01 (UTC+2)', 'Note', '', 'Oil at bend 3', '', '', 'Dora Direttore', '', ''],
    ['05/01/2026 12:02 (UTC+2)', 'Flag', 'Warning', '', '7, 12B', '0', 'Dora Direttore', '', ''],
  ]);
});

it('makes a message that a spreadsheet would carry out harmless', () => {
  const rows = reportRows(
    { flags: [aReportedFlag(1, { StateId: 800, Message: '=HYPERLINK("x")' })], alerts: [], notes: [] },
    EVENT,
  );
  expect(new TextDecoder().decode(writeCsv(rows))).toContain(`"'=HYPERLINK(""x"")"`);
});
