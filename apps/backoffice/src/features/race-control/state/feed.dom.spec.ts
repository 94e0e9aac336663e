import { describe, expect, it } from '@jest/globals';
import { createRaceStore } from '../../../testing/race-store.js';
import { aFlag, aNote, aSnapshot, EVENT_ID } from '../../../testing/race-data.js';
import { foldCrowds, linesOf, selectFeed, type FeedFilter, type FeedLine } from './feed.js';
import { fieldChanged, lapCounted, raceControlled, snapshotArrived } from './messages.js';

const START = Date.parse('2026-05-01T10:00:00.000Z');
const offline = (invitationId: number, second: number): FeedLine => ({
  kind: 'offline',
  id: `offline-${invitationId}-${second}`,
  at: START + second * 1_000,
  invitationId,
});
const newestFirst = (lines: FeedLine[]): FeedLine[] => lines.toSorted((a, b) => b.at - a.at);
const cars = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('lines of a kind', () => {
  it('stay ten within a minute, and are one with their count from eleven on', () => {
    const ten = newestFirst(cars(10).map((id) => offline(id, id)));
    expect(foldCrowds(ten)).toEqual(ten);
    expect(foldCrowds([offline(11, 11), ...ten])).toEqual([
      {
        kind: 'crowd',
        crowdOf: 'offline',
        count: 11,
        id: expect.any(String),
        at: START + 11_000,
        invitationIds: cars(11).toReversed(),
      },
    ]);
  });

  it('of two minutes are counted apart, and name each car once', () => {
    const first = cars(12).map((id) => offline(id % 4, id));
    const second = cars(3).map((id) => offline(id, 60 + id));
    const lines = foldCrowds(newestFirst([...first, ...second]));
    expect(lines.map(({ kind }) => kind)).toEqual(['offline', 'offline', 'offline', 'crowd']);
    expect(lines.at(-1)).toMatchObject({ count: 12, invitationIds: [0, 3, 2, 1] });
  });

  it('leave flags their own, as each counts its confirmations', () => {
    const flags = cars(12).map((id): FeedLine => ({
      kind: 'flag',
      id: `flag-${id}`,
      at: START,
      flag: aFlag(id),
    }));
    expect(foldCrowds(flags)).toEqual(flags);
  });
});

it('tells of flags, laps and notices, the newest first', () => {
  const store = createRaceStore();
  store.dispatch(snapshotArrived(aSnapshot({ flags: [aFlag(1)] })));
  store.dispatch(
    fieldChanged({
      at: START + 1_000,
      stood: [2],
      left: [],
      silent: [{ invitationId: 3, at: START + 3_000 }],
      heard: [],
      heardCount: 2,
    }),
  );
  store.dispatch(
    lapCounted({
      eventId: EVENT_ID,
      streamId: 'stream',
      seq: 1,
      InvitationId: 1,
      CarNumber: '1',
      LapEpoch: 0,
      Lap: 1,
      lapTimeMs: 100_000,
      crossedAt: new Date(START + 2_000).toISOString(),
      Counter: 1,
    }),
  );
  expect(selectFeed(store.getState()).map(({ kind }) => kind)).toEqual(['offline', 'lap', 'stopped', 'flag']);
});

it('has each note once, whether its message or a snapshot is first', () => {
  const store = createRaceStore();
  store.dispatch(snapshotArrived(aSnapshot({ notes: [aNote(1)] })));
  const numbered = { eventId: EVENT_ID, streamId: 'stream', action: 'noteWritten' } as const;
  const newest = aNote(2, { WrittenAt: '2026-05-01T10:00:05.000Z' });
  store.dispatch(raceControlled({ ...numbered, seq: 1, note: aNote(1) }));
  store.dispatch(raceControlled({ ...numbered, seq: 2, note: newest }));
  expect(selectFeed(store.getState()).map(({ id }) => id)).toEqual(['note-2', 'note-1']);
});

it('is narrowed to a kind of line, of which a call for help is always one', () => {
  const { flags, alerts, laps } = { flags: 2, alerts: 3, laps: 4 };
  const line = (rest: object, id: number) => ({ id: String(id), at: START - id, ...rest }) as FeedLine;
  const lines = [
    line({ kind: 'sos' }, 1),
    line({ kind: 'flag' }, flags),
    line({ kind: 'offline', invitationId: 1 }, alerts),
    line({ kind: 'crowd', crowdOf: 'lap', count: 12, invitationIds: [] }, laps),
    line({ kind: 'routeChanged' }, 5),
  ];
  const idsOf = (filter: FeedFilter) => linesOf(lines, filter).map(({ id }) => Number(id));
  expect(idsOf('all')).toEqual([1, flags, alerts, laps, 5]);
  expect(idsOf('flags')).toEqual([1, flags]);
  expect(idsOf('alerts')).toEqual([1, alerts]);
  expect(idsOf('laps')).toEqual([1, laps]);
});
