import type { AlertRow } from '../wire/alerts.js';
import type { CarReportRow } from '../wire/car-reports.js';
import type { StopRow } from '../wire/stops.js';
import type { FlagRow } from '../wire/flags.js';
import type { LapRow } from '../wire/laps.js';
import type { NoteRow } from '../wire/notes.js';
import type { ReachRow } from '../wire/reach.js';
import type { RouteChangeRow } from '../wire/route-changes.js';
import type { TimersAnswer } from '../wire/timers.js';
import type { LiveCar } from './topics.js';

/**
 * The socket: one event name, `BACKOFFICE`, carrying `{ type, data: { eventId, … } }`. Position messages are volatile
 * and numbered `frame`; all others are reliable and numbered `seq`; both count within the `streamId` of the snapshot.
 */
export const SOCKET_CHANNEL = 'BACKOFFICE';
/** Messages of a client, each with an acknowledgement `SocketAck`. */
export const SOCKET_JOIN = 'join';
export const SOCKET_LEAVE = 'leave';
export const SOCKET_TOKEN = 'token';
export const SOCKET_SNAPSHOT = 'snapshot';
/** Time from the loss of a connection to the attempt at another one. */
export const SOCKET_RECONNECT_MS = 3_000;

/** Either side considers the connection lost if it has received nothing for the sum of both: no message is later than that. */
export const SOCKET_HEARTBEAT = { everyMs: 5_000, answeredWithinMs: 7_500 } as const;

export type SocketAck = { ok: true } | { ok: false; statusCode: number; message: string };

interface Numbered {
  eventId: number;
  streamId: string;
  seq: number;
}

export type ChangePosition = {
  eventId: number;
  streamId: string;
  frame: number;
  /** The `receivedAt` clock, epoch ms. */
  serverTime: number;
} & ({ cars: LiveCar[] } | { packed: ArrayBuffer | Uint8Array });

export type DriverAlert = Numbered & { alert: AlertRow };
export type UpdateCounter = Numbered & LapRow & { Counter: number };
export type FlagConfirmed = Numbered & { FlagId: number; InvitationId: number; ConfirmedAt: string };

export type RaceControlChange =
  /** `correlationId`: the `X-Correlation-Id` of the request that sent it. */
  | { action: 'flagSent'; flag: FlagRow; correlationId: string }
  /** A flag was taken back. `flags` and `sectorFlags`: those of all cars and sectors after it. */
  | { action: 'flagWithdrawn'; flag: FlagRow; flags: CarFlagsRow[]; sectorFlags: SectorFlagRow[] }
  /** Flags in force end on every car, and these alerts with them. */
  | { action: 'flagsCleared'; clearedAt: string; alertIds: number[]; by: { Id: number; Name: string } }
  | { action: 'alertAcknowledged'; alert: AlertRow }
  | { action: 'alertCleared'; alert: AlertRow }
  | { action: 'lapsReset'; lapEpoch: number; beganAt: string }
  | { action: 'noteWritten'; note: NoteRow }
  /** The device of a car has shown a flag, or the withdrawal that has this id, to its driver. */
  | { action: 'flagShown'; FlagId: number; InvitationId: number; ShownAt: string }
  | { action: 'carReported'; report: CarReportRow }
  /** The driver of a stopped car was asked, has not answered in time, or drove on after the question. */
  | { action: 'stopChanged'; stop: StopRow }
  /** These cars can be reached now, or no more. */
  | { action: 'reachChanged'; reach: ReachRow[] }
  /** All timers of the event, as they are now. */
  | ({ action: 'timersChanged' } & TimersAnswer)
  /** Competitors, route or the event itself changed: reload them. */
  | { action: 'eventChanged' }
  /** Cars that raced may not run any more. Screens keep them at their last position, greyed, for `RACING_WITHIN_MS`. */
  | { action: 'carsTakenOff'; cars: TakenOffCar[]; at: string; by: { Id: number; Name: string } }
  /** The map was saved while the race runs, which notices it. */
  | ({ action: 'routeChanged' } & RouteChangeRow)
  /** The event is gone, and its race with it. Nothing more follows. */
  | { action: 'eventDeleted' };
/** Flags of these cars; with no cars, of every car that no other row names. */
export interface CarFlagsRow {
  InvitationsSelected: number[];
  TrackFlag: number | null;
  DriverFlag: number | null;
  LastFlagStatus: number | null;
}
/** The flag in force of one sector. */
export interface SectorFlagRow {
  SectorId: number;
  FlagId: number;
  StateId: number;
}
/** A car that was taken off the race, at its last reported position. */
export interface TakenOffCar {
  InvitationId: number;
  CarNumber: string;
  Pilot: string;
}
export type RaceControl = Numbered & RaceControlChange;

/** A car as a screen needs it before its first frame. Flags as sent to it. */
export interface SnapshotCar {
  live: LiveCar;
  CarNumber: string;
  Name: string;
  Surname: string;
  UserId: number;
  CategoryId: number | null;
  Category: string;
  TrackFlag: number | null;
  DriverFlag: number | null;
  LastFlagStatus: number | null;
}

/** A car that was taken off the race: its last reported state, as an offline car. */
export interface SnapshotTakenOffCar {
  live: LiveCar;
  CarNumber: string;
  Pilot: string;
  /** ISO 8601 */
  TakenOffAt: string;
  TakenOffBy: { Id: number; Name: string };
}

export interface Snapshot extends TimersAnswer {
  eventId: number;
  streamId: string;
  /** Numbers of the last messages that it contains. */
  seq: number;
  frame: number;
  serverTime: number;
  lapEpoch: number;
  cars: SnapshotCar[];
  /** Cars that were taken off in the last hour while they raced, and are none of `cars`. Shown for `RACING_WITHIN_MS`. */
  takenOff: SnapshotTakenOffCar[];
  /** Open alerts, and those of the last hour. */
  alerts: AlertRow[];
  /** The newest 100, the flags in force and the newest messages; newest first. */
  flags: FlagRow[];
  /** One for each sector that has a flag, in order of their ids. */
  sectorFlags: SectorFlagRow[];
  /** Of the epoch in force. */
  laps: LapRow[];
  /** The newest 100, newest first. */
  notes: NoteRow[];
  /** Cars whose device was ever connected; a car without a row was not. Null while that is not known yet. */
  reach: ReachRow[] | null;
  /** Of the last hour, newest first, at most 200. */
  reports: CarReportRow[];
  /** Stops whose drivers were asked: open ones, and those of the last hour, newest first, at most 200. */
  stops: StopRow[];
  /** Savings of the map in the last hour that the race noticed, oldest first. */
  routeChanges: RouteChangeRow[];
}

/** What a snapshot tells of a race, whoever it is sent to. */
export type SnapshotContents = Omit<Snapshot, 'eventId' | 'streamId' | 'seq' | 'frame'>;

export type SocketMessage =
  | { type: 'CHANGE_POSITION'; data: ChangePosition }
  | { type: 'DRIVER_ALERT'; data: DriverAlert }
  | { type: 'UPDATE_COUNTER'; data: UpdateCounter }
  | { type: 'FLAG_CONFIRMED'; data: FlagConfirmed }
  | { type: 'RACE_CONTROL'; data: RaceControl }
  | { type: 'SNAPSHOT'; data: Snapshot };
