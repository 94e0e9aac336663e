import { expect, it } from '@jest/globals';
import type { PastLap, PastStory, Truth } from '@flagpost/contracts';
import {
  PAST,
  PAST_ROW,
  createControlReader,
  fixRows,
  replayCar,
  type HistoryFix,
  type PastRows,
} from '@flagpost/telemetry';
import { LINKED_ALONE, S, T0 } from '../../testing/past-race.js';
import { createDiffering } from './differing.js';

const CAR = 4;
const iso = (second: number): string => new Date(T0 + second * S).toISOString();
/** It stands from 20 s on. */
const FIXES = Array.from({ length: 60 }, (_, second): HistoryFix => ({
  receivedAt: T0 + second * S + 300,
  t: T0 + second * S,
  lat: 44 + Math.min(second, 20) * 0.0003,
  lng: 8,
  speedKph: second < 20 ? 120 : 0,
  headingDeg: 0,
}));
const rowsOf = (truth: Truth): PastRows => replayCar(fixRows(FIXES), truth, T0, T0 + 60 * S);
/** As it was published: that it stands came late. */
const published = (stoppedFrom: number): PastRows => {
  const rows = rowsOf('seen').slice();
  for (let i = 0; i < rows.length; i += PAST_ROW) {
    rows[i + PAST.stopped] = (rows[i + PAST.at] ?? 0) >= T0 + stoppedFrom * S ? 1 : 0;
    rows[i + PAST.shown] = LINKED_ALONE;
  }
  return rows;
};
const lap = (crossed: number, received: number): PastLap => [
  CAR,
  0,
  1,
  30 * S,
  T0 + crossed * S,
  T0 + received * S,
];
const sos = (raised: number) =>
  ({
    AlertId: 3,
    InvitationId: CAR,
    RaisedAt: iso(raised),
    AcknowledgedAt: null,
    ClearedAt: null,
  }) as PastStory['alerts'][number];

/** The seconds of the minute in which the truths differ. */
const differ = (changes: Partial<PastStory>, seen = rowsOf('seen')): number[] => {
  const story = {
    cars: [{ InvitationId: CAR }],
    resets: [],
    boards: [],
    flags: [],
    alerts: [],
    notes: [],
    reports: [],
    questions: [],
    laps: [],
    alertsReceived: [],
    stopsReceived: [],
    showingsReceived: [],
    reportsReceived: [],
    confirmationsReceived: [],
    ...changes,
  } as unknown as PastStory;
  const readers = {
    happened: createControlReader(story, 'happened'),
    seen: createControlReader(story, 'seen'),
  };
  const rows = { happened: rowsOf('happened'), seen };
  const differing = createDiffering(story, readers, { has: () => true, rows: (truth) => rows[truth] });
  return Array.from({ length: 60 }, (_, second) => second).filter(
    (second) => differing(T0 + second * S + 500)?.includes(CAR) === true,
  );
};
const seconds = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

it('is no car of which race control knows all a moment later', () => {
  expect(
    differ(
      { laps: [lap(10, 21)], alerts: [sos(30)], alertsReceived: [[3, T0 + 34 * S, null]] },
      published(33),
    ),
  ).toEqual([]);
});

it('is a car whose SOS came late', () => {
  expect(differ({ alerts: [sos(30)], alertsReceived: [[3, T0 + 50 * S, null]] })).toEqual(seconds(35, 50));
});

it('is a car whose lap came late', () => {
  expect(differ({ laps: [lap(10, 40)] })).toEqual(seconds(25, 40));
});

it('is a car that stood for some time before it was shown so', () => {
  expect(differ({}, published(50))).toEqual(seconds(35, 50));
});
