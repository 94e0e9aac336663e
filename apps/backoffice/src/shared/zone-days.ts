/** Days in a time zone that is not this device's own. Instants in epoch ms, days yyyy-mm-dd. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, clock);
  return clock;
};

/**
 * How far the clocks of a zone are from UTC at an instant, in hours.
 *
 * @param zone an IANA name
 * @throws {RangeError} for a zone that this device does not know, and for an instant that is none
 */
export const zoneGmtHours = (epochMs: number, zone: string): number => {
  const parts = clockOf(zone).formatToParts(epochMs);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((one) => one.type === type)?.value);
  const [year, month, day] = [part('year'), part('month') - 1, part('day')];
  const local = Date.UTC(year, month, day, part('hour'), part('minute'), part('second'));
  return (local - Math.floor(epochMs / 1_000) * 1_000) / HOUR_MS;
};

/** The day that it is in a zone at an instant. */
export const zoneDay = (epochMs: number, zone: string): string =>
  new Date(epochMs + zoneGmtHours(epochMs, zone) * HOUR_MS).toISOString().slice(0, 10);

/**
 * The first instant of a day in a zone; NaN for what is no day. That is not always midnight: some zones change their
 * clocks at midnight, and the day then begins at one o'clock, or midnight comes twice.
 */
export const startOfDay = (day: string, zone: string): number => {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnightUtc)) return NaN;
  const starts = [midnightUtc - DAY_MS, midnightUtc + DAY_MS].map(
    (near) => midnightUtc - zoneGmtHours(near, zone) * HOUR_MS,
  );
  const ofDay = starts.filter((at) => zoneDay(at, zone) === day);
  return Math.min(...(ofDay.length > 0 ? ofDay : starts));
};

/** The last millisecond of a day in a zone; NaN for what is no day. */
export const endOfDay = (day: string, zone: string): number => {
  const noonUtc = Date.parse(`${day}T12:00:00Z`);
  return Number.isNaN(noonUtc)
    ? NaN
    : startOfDay(new Date(noonUtc + DAY_MS).toISOString().slice(0, 10), zone) - 1;
};
