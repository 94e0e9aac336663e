import type { SnapshotContents } from '@flagpost/contracts';

/** What a snapshot tells of a race without cars in which nothing has happened. */
export const EMPTY_RACE: SnapshotContents = {
  serverTime: 0,
  lapEpoch: 0,
  cars: [],
  takenOff: [],
  alerts: [],
  flags: [],
  sectorFlags: [],
  laps: [],
  notes: [],
  reports: [],
  stops: [],
  reach: null,
  routeChanges: [],
  timersAt: '2026-06-06T12:00:00.000Z',
  timers: [],
};
