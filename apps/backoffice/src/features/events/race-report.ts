import type { AlertRow, CompetitorRow, EventDetail, FlagReportRow, NoteRow } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/events.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { flagName } from '../race-control/ui/flag-words.js';
import { trackSecond } from './times.js';

const words = TEXTS.event.report;

/** The rows of a race's reports. */
export interface Happened {
  readonly flags: readonly FlagReportRow[];
  readonly alerts: readonly AlertRow[];
  readonly notes: readonly NoteRow[];
  /** A flag to all cars names none of those from which it was withdrawn. */
  readonly competitors: readonly Pick<CompetitorRow, 'InvitationId' | 'Number'>[];
}

/**
 * Flags, their withdrawals, alerts and notes in one table, in the order in which they happened; times are those of the
 * clocks at the track.
 */
export const reportRows = (
  { flags, alerts, notes, competitors }: Happened,
  { eveTimeZone }: Pick<EventDetail, 'eveTimeZone'>,
): string[][] => {
  const time = (iso: string | null): string => (iso === null ? '' : trackSecond(iso, eveTimeZone));
  const numbers = new Map([
    ...competitors.map(({ InvitationId, Number }) => [InvitationId, Number] as const),
    // Of competitors who were deleted since, too.
    ...flags.flatMap(({ InvitationsSelected, CarNumbers }) =>
      InvitationsSelected.map((id, index) => [id, CarNumbers[index]] as const),
    ),
  ]);
  const cars = (ids: readonly number[]): string =>
    ids.length === 0 ? RACE.flags.allCars : ids.map((id) => numbers.get(id) ?? RACE.unknown).join(', ');
  const ofFlags = flags.map((flag) => ({
    at: flag.SentAt,
    cells: [
      words.flag,
      flagName(flag.StateId),
      flag.Message,
      cars(flag.InvitationsSelected),
      String(flag.Confirmed.length),
      flag.SentBy.Name,
      '',
      time(flag.ClearedAt),
      flag.ClearedBy?.Name ?? '',
    ],
  }));
  const ofWithdrawals = flags.flatMap((flag) =>
    flag.Withdrawals.map(({ InvitationsSelected, WithdrawnAt, WithdrawnBy, Confirmed }) => ({
      at: WithdrawnAt,
      cells: [
        words.withdrawn,
        flagName(flag.StateId),
        flag.Message,
        cars(InvitationsSelected.length === 0 ? flag.InvitationsSelected : InvitationsSelected),
        String(Confirmed.length),
        WithdrawnBy.Name,
        '',
        '',
        '',
      ],
    })),
  );
  const ofAlerts = alerts.map((alert) => ({
    at: alert.RaisedAt,
    cells: [
      RACE.sos.title,
      '',
      alert.Pilot,
      alert.CarNumber,
      '',
      alert.AcknowledgedBy?.Name ?? '',
      time(alert.AcknowledgedAt),
      time(alert.ClearedAt),
      alert.ClearedBy?.Name ?? '',
    ],
  }));
  const ofNotes = notes.map(({ WrittenAt, Text, WrittenBy }) => ({
    at: WrittenAt,
    cells: [words.note, '', Text, '', '', WrittenBy.Name, '', '', ''],
  }));
  return [...ofFlags, ...ofWithdrawals, ...ofAlerts, ...ofNotes]
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ at, cells }) => [time(at), ...cells]);
};
