import { describe, expect, it } from '@jest/globals';
import { HISTORY_SPAN_MS, type HistoryAnswer, type LapRow, type UploadedShape } from '@flagpost/contracts';
import { aCompetitor } from '../../../testing/events.js';
import { carsOf, countedDrives, drivenLines, fixesOf, historySpan } from './drives.js';

const T = Date.UTC(2026, 4, 9, 8);
const lap = (Lap: number, lapTimeMs: number | null, endedMs: number, more: Partial<LapRow> = {}): LapRow => ({
  InvitationId: 12,
  CarNumber: '12',
  LapEpoch: 0,
  Lap,
  lapTimeMs,
  crossedAt: new Date(T + endedMs).toISOString(),
  ...more,
});
const MINUTE = 60_000;

describe('the cars of an event', () => {
  it('are those that are entered and those with laps, by number', () => {
    const competitors = [
      aCompetitor(31, { Number: '31', FirstName: 'Ada', LastName: 'Rossi' }),
      aCompetitor(7, { Number: '7', FirstName: 'Bo', LastName: 'Ek' }),
    ];
    expect(carsOf(competitors, [lap(1, MINUTE, MINUTE)])).toEqual([
      { invitationId: 7, number: '7', name: 'Bo Ek' },
      { invitationId: 12, number: '12', name: '' },
      { invitationId: 31, number: '31', name: 'Ada Rossi' },
    ]);
  });
});

describe('the laps of a car', () => {
  it('are chosen one by one, or the first of them together', () => {
    const drives = countedDrives([lap(1, MINUTE, MINUTE), lap(2, 2 * MINUTE, 3 * MINUTE)], 12);
    expect(drives.map(({ firstLap, lastLap, lapTimeMs }) => [firstLap, lastLap, lapTimeMs])).toEqual([
      [1, 2, null],
      [1, 1, MINUTE],
      [2, 2, 2 * MINUTE],
    ]);
    expect(drives.map(({ from, to }) => [from - T, to - T])).toEqual([
      [0, 3 * MINUTE],
      [0, MINUTE],
      [MINUTE, 3 * MINUTE],
    ]);
  });

  it('are together for a quarter of an hour, and of one count of laps', () => {
    const laps = Array.from({ length: 20 }, (_, i) => lap(i + 1, 2 * MINUTE, (i + 1) * 2 * MINUTE));
    expect(countedDrives(laps, 12)[0]).toMatchObject({ firstLap: 1, lastLap: 7 });
    const reset = [lap(1, MINUTE, MINUTE), lap(1, MINUTE, 2 * MINUTE, { LapEpoch: 1 })];
    expect(countedDrives(reset, 12).map(({ id }) => id)).toEqual(['0:1', '1:1']);
  });

  it('without a time, of another car, or longer than is read at once are none', () => {
    const rows = [
      lap(1, null, MINUTE),
      lap(1, MINUTE, MINUTE, { InvitationId: 13 }),
      lap(2, HISTORY_SPAN_MS, 1),
    ];
    expect(countedDrives(rows, 12)).toEqual([]);
  });

  it('are read within an hour', () => {
    expect(historySpan({ from: T, to: T + MINUTE }).to - T).toBeGreaterThan(MINUTE);
    const long = historySpan({ from: T, to: T + HISTORY_SPAN_MS - 1 });
    expect(long.to - long.from).toBe(HISTORY_SPAN_MS);
  });
});

describe('the fixes of a car', () => {
  const history: HistoryAnswer = {
    eventId: 7,
    from: '',
    to: '',
    positionsDeleted: null,
    cars: [
      { InvitationId: 13, CarNumber: '13', fixes: [[T, T, 1, 1, null, null]] },
      {
        InvitationId: 12,
        CarNumber: '12',
        fixes: [
          [T + 9, T + 5_000, 44, 8, 100, 0],
          [T + 9, T - 60_000, 45, 8, null, null],
          [T + 9_000, T + 1_000, 46, 8, null, null],
        ],
      },
    ],
  };

  it('are those of a span of its clock, in order', () => {
    expect(fixesOf(history, 12, { from: T, to: T + 6_000 })).toEqual([
      { t: T + 1_000, lat: 46, lng: 8 },
      { t: T + 5_000, lat: 44, lng: 8 },
    ]);
    expect(fixesOf(history, 12, null)).toHaveLength(3);
    expect(fixesOf(history, 99, null)).toEqual([]);
  });
});

it('takes the lines of a file, the longest list of points first', () => {
  const shape = (Name: string, points: number): UploadedShape => ({
    Name,
    Kind: 'track',
    Icon: null,
    Positions: Array.from({ length: points }, (_, i) => ({ lat: i / 1_000, lng: 0 })),
  });
  expect(
    drivenLines([shape('point', 1), shape('short', 2), shape('long', 9)]).map(({ Name }) => Name),
  ).toEqual(['long', 'short']);
});
