import { tzOffset } from '@date-fns/tz/tzOffset';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.js';

/** Clocks of IANA time zones. Instants in epoch ms; local times as in 2026-06-06T08:00, with seconds or without. */

/** Names such as Europe/Rome. `Intl` also takes distances such as +01:00, which know no summer time. */
const IANA_NAME = /^[A-Za-z]/;

/** Whether this machine knows the zone. */
export const isTimeZone = (zone: string): boolean =>
  IANA_NAME.test(zone) && !Number.isNaN(tzOffset(zone, new Date(0)));

/**
 * How far the clocks of a zone are from UTC at an instant, in hours.
 *
 * @throws {RangeError} for a zone that this machine does not know, and for an instant that is none
 */
export const zoneGmtHours = (epochMs: number, zone: string): number => {
  const minutes = tzOffset(zone, new Date(epochMs));
  if (Number.isNaN(minutes)) throw new RangeError(`No clocks are known for ${zone} at ${epochMs}.`);
  return minutes / 60;
};

/** The local time in a zone at an instant, to the second. */
export const localTimeAt = (epochMs: number, zone: string): string =>
  new Date(epochMs + zoneGmtHours(epochMs, zone) * HOUR_MS).toISOString().slice(0, 19);

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;
/** The instant at which clocks in UTC show a local time; NaN if it is malformed. */
const asUtc = (local: string): number => (LOCAL_TIME.test(local) ? Date.parse(`${local}Z`) : NaN);

/** Offsets from UTC that a zone has around a local time: two if its clocks change about then. In ms. */
const distancesNear = (utc: number, zone: string): readonly number[] => [
  ...new Set([utc - DAY_MS, utc + DAY_MS].map((near) => zoneGmtHours(near, zone) * HOUR_MS)),
];

/**
 * The instants at which the clocks of a zone show a local time, the earlier one first: none if they are put forward
 * over it, two if they are put back, and none if it is malformed.
 */
export const instantsOf = (local: string, zone: string): readonly number[] => {
  const utc = asUtc(local);
  if (Number.isNaN(utc)) return [];
  return distancesNear(utc, zone)
    .map((distance) => utc - distance)
    .filter((at) => zoneGmtHours(at, zone) * HOUR_MS === utc - at)
    .sort((one, other) => one - other);
};

/**
 * The instant of a local time in a zone. Of two, the earlier one; if the clocks are put forward over it, as much later
 * as they are put forward: 02:30 is then 03:30. NaN if it is malformed.
 */
export const instantOf = (local: string, zone: string): number => {
  const [first] = instantsOf(local, zone);
  if (first !== undefined) return first;
  const utc = asUtc(local);
  return Number.isNaN(utc) ? NaN : utc - Math.min(...distancesNear(utc, zone));
};

/**
 * A moment of an event that is moved to another start: as many days later and at the same time of day, even if the clocks
 * change in between. In whole minutes, as people enter them.
 */
export const movedMoment = (at: number, startsAt: number, zone: string, newStart: number): number => {
  const local = (moment: number): number => asUtc(localTimeAt(moment, zone));
  const laterMs = local(at) - local(startsAt);
  const moved = new Date(local(newStart) + Math.round(laterMs / MINUTE_MS) * MINUTE_MS);
  return instantOf(moved.toISOString().slice(0, 19), zone);
};

/** The finish of an event that is moved to another start; see `movedMoment`. */
export const movedFinish = (
  { startsAt, finishesAt }: { readonly startsAt: number; readonly finishesAt: number },
  zone: string,
  newStart: number,
): number => movedMoment(finishesAt, startsAt, zone, newStart);
