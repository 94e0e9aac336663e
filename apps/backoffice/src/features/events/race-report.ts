import type { AlertRow, EventDetail, FlagReportRow, NoteRow } from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts/events.js';
import { TEXTS as RACE } from '../../shared/texts/race.js';
import { flagName } from '../race-control/ui/flag-words.js';
import { trackTime } from './times.js';

const words = TEXTS.event.report;

/** The rows of a race's reports. */
export interface Happened {
  readonly flags: readonly FlagReportRow[];
  readonly alerts: readonly AlertRow[];
  readonly notes: readonly NoteRow[];
}

/** Flags, alerts and notes in one table, in the order in which they happened; times are those of the clocks at the track. */
export const reportRows = (
  { flags, alerts, notes }: Happened,
  { eveTimeZone }: Pick<EventDetail, 'eveTimeZone'>,
): string[][] => {
  const time = (iso: string | null): string => (iso === null ? '' : trackTime(iso, eveTimeZone));
  const ofFlags = flags.map((flag) => ({
    at: flag.SentAt,
    cells: [
      words.flag,
      flagName(flag.StateId),
      flag.Message,
      flag.InvitationsSelected.length === 0 ? RACE.flags.allCars : flag.CarNumbers.join(', '),
      String(flag.Confirmed.length),
      flag.SentBy.Name,
      '',
      time(flag.ClearedAt),
    ],
  }));
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
    ],
  }));
  const ofNotes = notes.map(({ WrittenAt, Text, WrittenBy }) => ({
    at: WrittenAt,
    cells: [words.note, '', Text, '', '', WrittenBy.Name, '', ''],
  }));
  return [...ofFlags, ...ofAlerts, ...ofNotes]
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ at, cells }) => [time(at), ...cells]);
};
