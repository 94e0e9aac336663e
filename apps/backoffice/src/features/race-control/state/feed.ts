import { createSelector } from '@reduxjs/toolkit';
import {
  ALARMS,
  type AlertRow,
  type CarReportRow,
  type FlagRow,
  type FlagWithdrawalRow,
  type LapRow,
  type NoteRow,
  type RouteChangeRow,
  type StopRow,
} from '@flagpost/contracts';
import { selectAlerts } from './alerts.js';
import { carReportId, selectCarReports } from './car-reports.js';
import type { Notice } from './caution-state.js';
import { selectNotices, selectRouteChanges } from './cautions.js';
import { selectFlagRows } from './flags.js';
import { selectLaps } from './laps.js';
import { selectNotes } from './notes.js';
import { selectStops, stopId } from './stops.js';
import { selectUnsentSafetyCars, type UnsentSafetyCar } from './safety-car.js';

/** A line of the feed, newest first. `at` is epoch ms. */
export type FeedLine = { id: string; at: number } & (
  | { kind: 'flag'; flag: FlagRow }
  | { kind: 'flagWithdrawn'; flag: FlagRow; withdrawal: FlagWithdrawalRow }
  | { kind: 'flagsCleared' }
  | { kind: 'sos'; alert: AlertRow }
  | { kind: 'sosAcknowledged' | 'sosCleared'; alert: AlertRow }
  | { kind: 'lap'; lap: LapRow }
  | { kind: 'lapsReset' }
  | { kind: 'note'; note: NoteRow }
  | { kind: 'ok'; report: CarReportRow }
  | { kind: 'hazard'; report: CarReportRow }
  | { kind: 'asked'; stop: StopRow }
  | { kind: 'unanswered'; stop: StopRow }
  | { kind: 'routeChanged'; row: RouteChangeRow }
  | { kind: 'offline' | 'stopped'; invitationId: number }
  /** Of this page alone. */
  | { kind: 'safetyCarUnsent'; unsent: UnsentSafetyCar }
  | { kind: 'silence'; count: number; of: number }
  /** Over ten of a kind within a minute; the newest car first, each once. */
  | { kind: 'crowd'; crowdOf: CrowdKind; count: number; invitationIds: readonly number[] }
);

/** A flag's line is never one of many, as it counts its own confirmations; nor is a call for help. */
const CROWD_KINDS = ['lap', 'offline', 'stopped', 'asked', 'ok'] as const;
type CrowdKind = (typeof CROWD_KINDS)[number];
type CrowdLine = Extract<FeedLine, { kind: CrowdKind }>;

const KEPT_LINES = 200;
/** Number of laps examined: over ten in a minute make one line. */
const KEPT_LAPS = 2_000;

const flagLines = (rows: readonly FlagRow[]): FeedLine[] => {
  const cleared = new Set(rows.flatMap(({ ClearedAt }) => (ClearedAt === null ? [] : [ClearedAt])));
  return [
    ...rows.map((flag): FeedLine => ({
      kind: 'flag',
      id: `flag-${flag.FlagId}`,
      at: Date.parse(flag.SentAt),
      flag,
    })),
    ...rows.flatMap((flag) =>
      flag.Withdrawals.map((withdrawal): FeedLine => ({
        kind: 'flagWithdrawn',
        id: `withdrawal-${withdrawal.WithdrawalId}`,
        at: Date.parse(withdrawal.WithdrawnAt),
        flag,
        withdrawal,
      })),
    ),
    ...[...cleared].map((at): FeedLine => ({
      kind: 'flagsCleared',
      id: `cleared-${at}`,
      at: Date.parse(at),
    })),
  ];
};

/** A person who clears an SOS acknowledges it by that: one line tells both. */
const alertLines = (rows: readonly AlertRow[]): FeedLine[] =>
  rows.flatMap((alert): FeedLine[] => {
    const { AlertId, RaisedAt, AcknowledgedAt, ClearedAt } = alert;
    const line = (kind: 'sos' | 'sosAcknowledged' | 'sosCleared', at: string): FeedLine => ({
      kind,
      id: `${kind}-${AlertId}`,
      at: Date.parse(at),
      alert,
    });
    const isAcknowledgedFirst = AcknowledgedAt !== null && AcknowledgedAt !== ClearedAt;
    return [
      line('sos', RaisedAt),
      ...(isAcknowledgedFirst ? [line('sosAcknowledged', AcknowledgedAt)] : []),
      ...(ClearedAt === null ? [] : [line('sosCleared', ClearedAt)]),
    ];
  });

const stopLines = (stop: StopRow): FeedLine[] => {
  const line = (kind: 'asked' | 'unanswered', at: string | null): FeedLine[] =>
    at === null ? [] : [{ kind, id: `${kind}-${stopId(stop)}`, at: Date.parse(at), stop }];
  return [...line('asked', stop.AskedAt), ...line('unanswered', stop.MissedAt)];
};

const lapLine = (lap: LapRow): FeedLine => ({
  kind: 'lap',
  id: `lap-${lap.LapEpoch}-${lap.InvitationId}-${lap.Lap}`,
  at: Date.parse(lap.crossedAt),
  lap,
});

const noticeLine = (notice: Notice): FeedLine => {
  const of = notice.kind === 'silence' ? '' : `-${notice.invitationId}`;
  return { ...notice, id: `${notice.kind}-${notice.at}${of}` };
};

const isOfCrowd = (line: FeedLine): line is CrowdLine =>
  (CROWD_KINDS as readonly string[]).includes(line.kind);

const carOf = (line: CrowdLine): number => {
  switch (line.kind) {
    case 'lap':
      return line.lap.InvitationId;
    case 'asked':
      return line.stop.InvitationId;
    case 'ok':
      return line.report.InvitationId;
    case 'offline':
    case 'stopped':
      return line.invitationId;
  }
};

/** Over ten of a kind within one minute of the clock are one line, so that existing lines do not move. */
export const foldCrowds = (lines: readonly FeedLine[]): FeedLine[] => {
  const crowds = new Map<string, CrowdLine[]>();
  const crowdOf = ({ kind, at }: CrowdLine): string => `${kind}-${Math.floor(at / ALARMS.crowdWithinMs)}`;
  for (const line of lines.filter(isOfCrowd)) {
    const crowd = crowds.get(crowdOf(line));
    if (crowd === undefined) crowds.set(crowdOf(line), [line]);
    else crowd.push(line);
  }
  return lines.flatMap((line): FeedLine[] => {
    if (!isOfCrowd(line)) return [line];
    const crowd = crowds.get(crowdOf(line)) ?? [];
    if (crowd.length <= ALARMS.crowdOver) return [line];
    if (line !== crowd[0]) return [];
    const invitationIds = [...new Set(crowd.map(carOf))];
    const { kind, at } = line;
    return [
      { kind: 'crowd', crowdOf: kind, count: crowd.length, id: `crowd-${crowdOf(line)}`, at, invitationIds },
    ];
  });
};

/** Every line that is kept, newest first. */
export const selectFeed = createSelector(
  [
    selectFlagRows,
    selectAlerts,
    selectLaps,
    selectNotes,
    selectCarReports,
    selectStops,
    selectNotices,
    selectRouteChanges,
    selectUnsentSafetyCars,
  ],
  (
    flags,
    alerts,
    { rows, resets },
    notes,
    reports,
    stops,
    notices,
    routeChanges,
    unsentSafetyCars,
  ): FeedLine[] =>
    foldCrowds(
      [
        ...flagLines(flags),
        ...alertLines(alerts),
        ...notes.map((note): FeedLine => ({
          kind: 'note',
          id: `note-${note.NoteId}`,
          at: Date.parse(note.WrittenAt),
          note,
        })),
        ...reports.map((report): FeedLine => ({
          kind: report.Report,
          id: carReportId(report),
          at: Date.parse(report.ReportedAt),
          report,
        })),
        ...stops.flatMap(stopLines),
        ...notices.map(noticeLine),
        ...routeChanges.map((row): FeedLine => ({
          kind: 'routeChanged',
          id: `route-${row.revision}`,
          at: Date.parse(row.at),
          row,
        })),
        ...unsentSafetyCars.map((unsent): FeedLine => ({
          kind: 'safetyCarUnsent',
          id: `safety-car-${unsent.at}`,
          at: unsent.at,
          unsent,
        })),
        ...rows.slice(-KEPT_LAPS).map(lapLine),
        ...resets.map(({ epoch, beganAt }): FeedLine => ({
          kind: 'lapsReset',
          id: `reset-${epoch}`,
          at: Date.parse(beganAt),
        })),
      ].sort((a, b) => b.at - a.at),
    ),
);

/** What the feed can be narrowed to. */
export const FEED_FILTERS = ['all', 'flags', 'alerts', 'laps'] as const;
export type FeedFilter = (typeof FEED_FILTERS)[number];

const FILTER_OF: Readonly<Record<Exclude<FeedLine['kind'], 'crowd'>, FeedFilter>> = {
  flag: 'flags',
  flagWithdrawn: 'flags',
  flagsCleared: 'flags',
  safetyCarUnsent: 'flags',
  sos: 'alerts',
  sosAcknowledged: 'alerts',
  sosCleared: 'alerts',
  offline: 'alerts',
  stopped: 'alerts',
  silence: 'alerts',
  ok: 'alerts',
  hazard: 'alerts',
  asked: 'alerts',
  unanswered: 'alerts',
  routeChanged: 'all',
  note: 'all',
  lap: 'laps',
  lapsReset: 'laps',
};

/** The newest lines of a selection. A call for help is in each of them. */
export const linesOf = (lines: readonly FeedLine[], filter: FeedFilter): readonly FeedLine[] =>
  lines
    .filter(
      (line) =>
        filter === 'all' ||
        line.kind === 'sos' ||
        FILTER_OF[line.kind === 'crowd' ? line.crowdOf : line.kind] === filter,
    )
    .slice(0, KEPT_LINES);
