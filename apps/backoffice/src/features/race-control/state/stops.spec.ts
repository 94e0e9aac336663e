import { expect, it } from '@jest/globals';
import type { CarReportRow, StopRow } from '@flagpost/contracts';
import { raceControlled } from './messages.js';
import { stopsSlice } from './stops.js';

const at = (second: number): string => new Date(Date.UTC(2026, 4, 1, 10, 0, second)).toISOString();
const stop: StopRow = {
  InvitationId: 7,
  CarNumber: '12',
  StoppedAt: at(0),
  AskedAt: at(10),
  AnsweredAt: null,
  MissedAt: null,
  DroveOnAt: null,
};
const ok: CarReportRow = {
  Report: 'ok',
  InvitationId: 7,
  CarNumber: '12',
  ReportedAt: at(15),
  StoppedAt: at(0),
};
const numbered = { eventId: 1, streamId: 'spec', seq: 1 };
const after = (report: CarReportRow) => {
  const { reducer } = stopsSlice;
  const asked = reducer(
    stopsSlice.getInitialState(),
    raceControlled({ ...numbered, action: 'stopChanged', stop }),
  );
  return reducer(asked, raceControlled({ ...numbered, action: 'carReported', report })).rows;
};

it('has the answer of the driver of a stopped car', () => {
  expect(after(ok)).toEqual([{ ...stop, AnsweredAt: at(15) }]);
});

it.each<[string, Partial<CarReportRow>]>([
  ['of another stop', { StoppedAt: at(3) }],
  ['of no stop', { StoppedAt: null }],
  ['of another car', { InvitationId: 8 }],
])('has no answer in an OK %s', (_, change) => {
  expect(after({ ...ok, ...change })).toEqual([stop]);
});
