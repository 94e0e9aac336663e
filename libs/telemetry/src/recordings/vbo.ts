import { DAY_MS, type LatLng } from '@flagpost/contracts';
import {
  RecordingError,
  checkedPlace,
  createTimeOrder,
  type RecordedFix,
  type Recording,
} from './recording.js';

/**
 * Racelogic VBO. Coordinates are minutes and west is positive; `[data]` has latitude before longitude, `[laptiming]`
 * longitude before latitude. Times are UTC times of day; the day is in the first line, in the time of where it was made.
 */

interface Line {
  readonly number: number;
  readonly text: string;
}

const sectionsOf = (text: string): Map<string, Line[]> => {
  const sections = new Map<string, Line[]>();
  let section: Line[] = [];
  sections.set('', section);
  text.split(/\r\n|\r|\n/).forEach((raw, i) => {
    const line = raw.trim();
    const title = /^\[(.+)\]$/.exec(line)?.[1];
    if (title !== undefined) sections.set(title.toLowerCase(), (section = []));
    else if (line !== '') section.push({ number: i + 1, text: line });
  });
  return sections;
};

const minutes = (value: string | undefined): number => Number(value === undefined ? NaN : value) / 60;

/** The creation time from the file's header, day before month, as if it were UTC. */
const createdAt = (lines: readonly Line[]): number | null => {
  for (const { text } of lines) {
    const found = /File created on (\d+)\/(\d+)\/(\d{4})(?:\s*@?\s*(\d+):(\d+))?/i.exec(text);
    if (found === null) continue;
    const [day = 0, month = 0, year = 0, hour = 12, minute = 0] = found
      .slice(1)
      .map((part: string | undefined) => (part === undefined ? undefined : Number(part)));
    return month > 12
      ? Date.UTC(year, day - 1, month, hour, minute)
      : Date.UTC(year, month - 1, day, hour, minute);
  }
  return null;
};

/** The time with this UTC time of day that is nearest to `near`. */
const onNearestDay = (timeOfDayMs: number, near: number): number =>
  timeOfDayMs + DAY_MS * Math.round((near - timeOfDayMs) / DAY_MS);

const timeOfDay = (line: number, value: string | undefined): number => {
  const found = /^(\d{2})(\d{2})(\d{2}(?:\.\d+)?)$/.exec(value ?? '');
  if (found === null) throw new RecordingError(line, `a time as HHMMSS.ss is expected, not '${value ?? ''}'`);
  const [hours = 0, mins = 0, seconds = 0] = found.slice(1).map(Number);
  return Math.round((hours * 3_600 + mins * 60 + seconds) * 1_000);
};

/** The centre of a line of `[laptiming]`: its name, then longitude and latitude of both ends. */
const lineOf = (lines: readonly Line[], name: string): LatLng | null => {
  const line = lines.find(({ text }) => text.toLowerCase().startsWith(name));
  if (line === undefined) return null;
  const [, lngA, latA, lngB, latB] = line.text.split(/\s+/);
  return checkedPlace(
    line.number,
    (minutes(latA) + minutes(latB ?? latA)) / 2,
    -(minutes(lngA) + minutes(lngB ?? lngA)) / 2,
  );
};

/**
 * Reads a VBO file. Rows before the first satellite fix, which hold zeros, are skipped.
 *
 * @param fileDate epoch ms of about when it was recorded, for files whose first line has no date
 * @throws RecordingError
 */
export const readVbo = (text: string, fileDate?: number): Recording => {
  const sections = sectionsOf(text);
  const rows = sections.get('data') ?? [];
  const names = (sections.get('column names') ?? []).flatMap((line) => line.text.split(/\s+/));
  const column = (...wanted: string[]): number =>
    names.findIndex((name) => wanted.includes(name.toLowerCase()));
  const columns = {
    time: column('time'),
    lat: column('lat', 'latitude'),
    lng: column('long', 'longitude'),
    speed: column('velocity'),
    heading: column('heading'),
  };
  const [first] = rows;
  const lastLine = text.split('\n').length;
  if (first === undefined) throw new RecordingError(lastLine, 'the file ends without a row in [data]');
  if (Math.min(columns.time, columns.lat, columns.lng) < 0) {
    throw new RecordingError(first.number, '[column names] must list time, lat and long before [data]');
  }
  const near = createdAt(sections.get('') ?? []) ?? fileDate;
  if (near === undefined) throw new RecordingError(1, "'File created on' with a date is expected");

  const fixes: RecordedFix[] = [];
  const inOrder = createTimeOrder();
  let before = near;
  for (const { number, text: row } of rows) {
    const cells = row.split(/\s+/);
    const lat = minutes(cells[columns.lat]);
    const west = minutes(cells[columns.lng]);
    if (lat === 0 && west === 0) continue;
    const place = checkedPlace(number, lat, -west);
    before = onNearestDay(timeOfDay(number, cells[columns.time]), before);
    inOrder(number, before);
    const speedKph = Number(cells[columns.speed]);
    const headingDeg = Number(cells[columns.heading]);
    fixes.push({
      t: before,
      ...place,
      ...(Number.isNaN(speedKph) ? {} : { speedKph }),
      ...(Number.isNaN(headingDeg) ? {} : { headingDeg }),
    });
  }
  if (fixes.length === 0) throw new RecordingError(first.number, 'no row of [data] has a position');
  const gates = sections.get('laptiming') ?? [];
  return { fixes, startLine: lineOf(gates, 'start'), finishLine: lineOf(gates, 'finish') };
};
