import { createSelector } from '@reduxjs/toolkit';
import type { AlertRow, FlagRow, LapRow } from '@flagpost/contracts';
import { selectAlerts } from './alerts.js';
import { selectFlagRows } from './flags.js';
import { selectLaps } from './laps.js';

/** A line of the feed, newest first. `at` is epoch ms. */
export type FeedLine = { id: string; at: number } & (
  | { kind: 'flag'; flag: FlagRow }
  | { kind: 'flagsCleared' }
  | { kind: 'sos'; alert: AlertRow }
  | { kind: 'sosCleared'; alert: AlertRow }
  | { kind: 'lap'; lap: LapRow }
  | { kind: 'lapsReset' }
);

const KEPT_LINES = 200;

const flagLines = (rows: readonly FlagRow[]): FeedLine[] => {
  const cleared = new Set(rows.flatMap(({ ClearedAt }) => (ClearedAt === null ? [] : [ClearedAt])));
  return [
    ...rows.map((flag): FeedLine => ({
      kind: 'flag',
      id: `flag-${flag.FlagId}`,
      at: Date.parse(flag.SentAt),
      flag,
    })),
    ...[...cleared].map((at): FeedLine => ({
      kind: 'flagsCleared',
      id: `cleared-${at}`,
      at: Date.parse(at),
    })),
  ];
};

const alertLines = (rows: readonly AlertRow[]): FeedLine[] =>
  rows.flatMap((alert): FeedLine[] => [
    { kind: 'sos', id: `sos-${alert.AlertId}`, at: Date.parse(alert.RaisedAt), alert },
    ...(alert.ClearedAt === null
      ? []
      : [
          {
            kind: 'sosCleared' as const,
            id: `sos-cleared-${alert.AlertId}`,
            at: Date.parse(alert.ClearedAt),
            alert,
          },
        ]),
  ]);

const lapLine = (lap: LapRow): FeedLine => ({
  kind: 'lap',
  id: `lap-${lap.LapEpoch}-${lap.InvitationId}-${lap.Lap}`,
  at: Date.parse(lap.crossedAt),
  lap,
});

export const selectFeed = createSelector(
  [selectFlagRows, selectAlerts, selectLaps],
  (flags, alerts, { rows, resets }): FeedLine[] =>
    [
      ...flagLines(flags),
      ...alertLines(alerts),
      ...rows.slice(-KEPT_LINES).map(lapLine),
      ...resets.map(({ epoch, beganAt }): FeedLine => ({
        kind: 'lapsReset',
        id: `reset-${epoch}`,
        at: Date.parse(beganAt),
      })),
    ]
      .sort((a, b) => b.at - a.at)
      .slice(0, KEPT_LINES),
);
