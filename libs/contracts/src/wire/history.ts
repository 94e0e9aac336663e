import type { CarLook } from '../flags.js';
import type { CarFlagsRow, SectorFlagRow, SnapshotCar } from '../live/socket.js';
import type { LapEpoch, LiveCar } from '../live/topics.js';
import { HOUR_MS } from '../time.js';
import type { AlertRow } from './alerts.js';
import type { CarReportRow } from './car-reports.js';
import type { FlagRow } from './flags.js';
import type { PositionsDeleted } from './keeping.js';
import type { NoteRow } from './notes.js';
import type { StopRow } from './stops.js';

/** Recorded positions, and a race as it was. */

/** So much history is read at once. */
export const HISTORY_SPAN_MS = HOUR_MS;

/** And so many fixes of it: 27 cars at 1 Hz for an hour, and well under a second of the server's time. */
export const HISTORY_FIXES = 100_000;

/** GET /api/history/{eventId}?from&to: fixes in order of `receivedAt`, from `from` to before `to`. */
export interface HistoryAnswer {
  eventId: number;
  from: string;
  to: string;
  /** Null while they are kept; then there are no fixes. */
  positionsDeleted: PositionsDeleted | null;
  cars: {
    InvitationId: number;
    CarNumber: string;
    /** [receivedAt, t, lat, lng, speedKph, headingDeg], times in epoch ms; the last two null if unknown. */
    fixes: [number, number, number, number, number | null, number | null][];
  }[];
}

/**
 * Two orders of the same race. `happened`: by device time, a fix that came late stands where it belongs. `seen`: by
 * `receivedAt`, a fix counts from when it had come.
 */
export const TRUTHS = ['happened', 'seen'] as const;
export type Truth = (typeof TRUTHS)[number];

/**
 * What an answer about the past was computed from. `journal`: all that the race engine was given. `reduced`: of a former
 * release, in part at least, without signals, refused fixes and accuracies.
 */
export type PastSource = 'journal' | 'reduced';

/** So much of a race is played from one answer. */
export const PAST_SPAN_MS = 300_000;

/** An open SOS, a flag or a lap as it was at an instant is the row of today without what came later. */
export interface PastBoard {
  /** Epoch ms; it holds until the next one. */
  at: number;
  /** The first row is of every car that no other names. */
  cars: CarFlagsRow[];
  sectorFlags: SectorFlagRow[];
}

/** A car that may ever have run. */
export type PastCar = Pick<
  SnapshotCar,
  'CarNumber' | 'Name' | 'Surname' | 'UserId' | 'CategoryId' | 'Category'
> & { InvitationId: number };

/** [InvitationId, from, to], times in epoch ms by the clock of a truth; `to` is null if nothing came after it. */
export type PastPeriod = [invitationId: number, from: number, to: number | null];

/** A screen of race control that was connected, times in epoch ms. */
export interface PastScreen {
  /** Empty once the person was erased. */
  Name: string;
  /** Whether its user could send flags. */
  Directs: boolean;
  From: number;
  /** When it ended, or was known to be connected last. */
  To: number;
}

/** [InvitationId, LapEpoch, Lap, lapTimeMs, crossedAt, receivedAt], times in epoch ms. */
export type PastLap = [number, number, number, number | null, number, number];

/** When it was known of a stop that the car stood, that its driver was asked, and that it drove on, epoch ms. */
export type PastStopReceived = [
  invitationId: number,
  stoppedAt: number,
  stopped: number,
  asked: number | null,
  droveOn: number | null,
];

/** GET /api/history/{eventId}/story: all of a race but its positions. */
export interface PastStory {
  eventId: number;
  source: PastSource;
  /** When the first position was received or, during the event, happened, and when the last one was received, epoch ms; null: none is kept. */
  from: number | null;
  to: number | null;
  /**
   * What race control saw is as published from then on, epoch ms; before it is reconstructed from when fixes had come. Null:
   * all of it.
   */
  publishedFrom: number | null;
  /** Screens of race control that were connected, in order of their beginnings. */
  screens: PastScreen[];
  /** Null while they are kept. Laps, flags and alerts stay. */
  positionsDeleted: PositionsDeleted | null;
  cars: PastCar[];
  /** Newest first. */
  flags: FlagRow[];
  alerts: AlertRow[];
  notes: NoteRow[];
  reports: CarReportRow[];
  /** Oldest first. */
  boards: PastBoard[];
  resets: LapEpoch[];
  laps: PastLap[];
  /** Silence of more than 15 s, and standing within 30 m for more than 10 s. */
  silences: Record<Truth, PastPeriod[]>;
  stops: Record<Truth, PastPeriod[]>;
  /** Stops outside the boxes, with the question to the driver. Newest first. */
  questions: StopRow[];
  /**
   * When signals of cars had come, epoch ms: [AlertId, raised, cleared], [FlagId or WithdrawalId, InvitationId, received], and
   * [InvitationId, reported, received].
   */
  alertsReceived: [number, number, number | null][];
  confirmationsReceived: [number, number, number][];
  showingsReceived: [number, number, number][];
  reportsReceived: [number, number, number][];
  /** Of each in `questions`. */
  stopsReceived: PastStopReceived[];
}

/** A car at an instant. */
export interface PastCarState extends PastCar {
  live: LiveCar;
  TrackFlag: number | null;
  DriverFlag: number | null;
  LastFlagStatus: number | null;
  /** By its state and the flags that were sent to it, without those of sectors. */
  look: CarLook;
}

/** GET /api/history/{eventId}/at?instant&truth: the race at an instant. */
export interface PastState {
  eventId: number;
  source: PastSource;
  truth: Truth;
  /** `seen` as it was published; else it is reconstructed. */
  isPublished: boolean;
  /** Epoch ms. */
  instant: number;
  lapEpoch: number;
  cars: PastCarState[];
  /** Flags that had been sent and not been cleared, newest first, each with the confirmations until then. */
  flags: FlagRow[];
  sectorFlags: SectorFlagRow[];
  /** SOS that were open. */
  alerts: AlertRow[];
}
