import { expect, it } from '@jest/globals';
import type { FlagReportRow } from '@flagpost/contracts';
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
        aReportedFlag(1, {
          StateId: 801,
          SentAt: '2026-05-01T09:00:00Z',
          ClearedAt: '2026-05-01T09:10:00Z',
          ClearedBy: { Id: 9, Name: 'Ivo' },
        }),
      ],
      notes: [aNote(1, { Text: 'Oil at bend 3', WrittenAt: '2026-05-01T10:01:30Z' })],
      alerts: [anAlert(1, { RaisedAt: '2026-05-01T10:01:00Z', CarNumber: '7', Pilot: 'Ada Lovelace' })],
      competitors: [],
    },
    EVENT,
  );
  expect(rows).toEqual([
    [
      '05/01/2026 11:00:00 (UTC+2)',
      'Flag',
      'Red',
      '',
      'All cars',
      '0',
      'Dora Direttore',
      '',
      '05/01/2026 11:10:00 (UTC+2)',
      'Ivo',
    ],
    ['05/01/2026 12:01:00 (UTC+2)', 'S.O.S Alert', '', 'Ada Lovelace', '7', '', '', '', '', ''],
    ['05/01/2026 12:01:30 (UTC+2)', 'Note', '', 'Oil at bend 3', '', '', 'Dora Direttore', '', '', ''],
    ['05/01/2026 12:02:00 (UTC+2)', 'Flag', 'Warning', '', '7, 12B', '0', 'Dora Direttore', '', '', ''],
  ]);
});

it('tells which cars a flag was withdrawn from, when and by whom', () => {
  const ofFlag = (flag: Partial<FlagReportRow>, InvitationsSelected: number[]): (string | undefined)[][] => {
    const withdrawal = {
      WithdrawalId: 61,
      InvitationsSelected,
      WithdrawnAt: '2026-05-01T09:00:20Z',
      WithdrawnBy: { Id: 9, Name: 'Ivo' },
      Shown: [],
      Confirmed: [{ InvitationId: 2, ConfirmedAt: '2026-05-01T09:00:24Z' }],
    };
    const rows = reportRows(
      {
        flags: [
          aReportedFlag(1, {
            StateId: 803,
            SentAt: '2026-05-01T09:00:00Z',
            ...flag,
            Withdrawals: [withdrawal],
          }),
        ],
        alerts: [],
        notes: [],
        competitors: [{ InvitationId: 2, Number: '12' }],
      },
      EVENT,
    );
    return rows.map(([time, type, name, , cars, confirmed, by]) => [time, type, name, cars, confirmed, by]);
  };
  const sent = ['05/01/2026 11:00:00 (UTC+2)', 'Flag', 'Black'];
  const withdrawn = ['05/01/2026 11:00:20 (UTC+2)', 'Flag withdrawn', 'Black'];
  expect(ofFlag({ InvitationsSelected: [1, 2], CarNumbers: ['7', '12B'] }, [])).toEqual([
    [...sent, '7, 12B', '0', 'Dora Direttore'],
    [...withdrawn, '7, 12B', '1', 'Ivo'],
  ]);
  expect(ofFlag({}, [2])).toEqual([
    [...sent, 'All cars', '0', 'Dora Direttore'],
    [...withdrawn, '12', '1', 'Ivo'],
  ]);
});

it('makes a message that a spreadsheet would carry out harmless', () => {
  const rows = reportRows(
    {
      flags: [aReportedFlag(1, { StateId: 800, Message: '=HYPERLINK("x")' })],
      alerts: [],
      notes: [],
      competitors: [],
    },
    EVENT,
  );
  expect(new TextDecoder().decode(writeCsv(rows))).toContain(`"'=HYPERLINK(""x"")"`);
});
