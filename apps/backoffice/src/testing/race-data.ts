import type { AlertRow, FlagRow, LiveCar, NoteRow, Snapshot, SnapshotCar } from '@flagpost/contracts';

/** Default cars, flags, alerts and snapshots for specs. */

export const EVENT_ID = 7;

export const aLiveCar = (invitationId: number, changes: Partial<LiveCar> = {}): LiveCar => ({
  invitationId,
  receivedAt: 1_000_000,
  t: 1_000_000,
  lat: 44.6,
  lng: 8.1,
  speedKph: 100,
  headingDeg: 90,
  battery: null,
  lapEpoch: 0,
  counter: 0,
  lastLapMs: null,
  bestLapMs: null,
  offline: false,
  stopped: false,
  sos: false,
  ...changes,
});

export const aSnapshotCar = (invitationId: number, changes: Partial<SnapshotCar> = {}): SnapshotCar => ({
  live: aLiveCar(invitationId),
  CarNumber: String(invitationId),
  Name: 'Ada',
  Surname: 'Lovelace',
  UserId: invitationId,
  CategoryId: 1,
  Category: 'Rally2',
  TrackFlag: null,
  DriverFlag: null,
  LastFlagStatus: null,
  ...changes,
});

export const aSnapshot = (changes: Partial<Snapshot> = {}): Snapshot => ({
  eventId: EVENT_ID,
  streamId: 'stream',
  seq: 0,
  frame: 0,
  serverTime: 1_000_000,
  lapEpoch: 0,
  cars: [aSnapshotCar(1), aSnapshotCar(2), aSnapshotCar(3)],
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
  timersAt: '2026-05-01T10:00:00.000Z',
  timers: [],
  ...changes,
});

export const aFlag = (FlagId: number, changes: Partial<FlagRow> = {}): FlagRow => ({
  FlagId,
  StateId: 806,
  Message: '',
  InvitationsSelected: [],
  SectorId: null,
  SectorImg: null,
  SanctionedDriver: null,
  SentAt: '2026-05-01T10:00:00.000Z',
  SentBy: { Id: 3, Name: 'Dora Direttore' },
  Shown: [],
  Confirmed: [],
  Withdrawals: [],
  ClearedAt: null,
  ClearedBy: null,
  ...changes,
});

export const anAlert = (AlertId: number, changes: Partial<AlertRow> = {}): AlertRow => ({
  AlertId,
  AlertType: 5,
  InvitationId: 1,
  CarNumber: '1',
  Pilot: 'Ada Lovelace',
  RaisedAt: '2026-05-01T10:00:00.000Z',
  SpeedBefore: 143.2,
  AcknowledgedAt: null,
  AcknowledgedBy: null,
  ClearedAt: null,
  ClearedBy: null,
  ...changes,
});

export const aNote = (NoteId: number, changes: Partial<NoteRow> = {}): NoteRow => ({
  NoteId,
  Text: 'Medical car out at bend 3',
  WrittenAt: '2026-05-01T10:00:00.000Z',
  WrittenBy: { Id: 3, Name: 'Dora Direttore' },
  ...changes,
});
