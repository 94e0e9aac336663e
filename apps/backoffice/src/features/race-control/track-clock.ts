import { zoneGmtHours } from '@flagpost/contracts';
import { timeOfDay } from '../../shared/format.js';

/** Hours from UTC at the track at an instant (epoch ms). */
export type GmtHoursAt = (epochMs: number) => number;

/** Clocks are put forward and back on a quarter of an hour. */
const QUARTER_MS = 900_000;

/** The clocks of a zone, which a screen reads many times a second: each quarter of an hour is worked out once. */
export const trackClock = (timeZone: string): GmtHoursAt => {
  const known = new Map<number, number>();
  return (epochMs) => {
    const quarter = Math.floor(epochMs / QUARTER_MS);
    const hours = known.get(quarter) ?? zoneGmtHours(quarter * QUARTER_MS, timeZone);
    known.set(quarter, hours);
    return hours;
  };
};

/** The time of day at the track at an instant (epoch ms). */
export const timeAtTrack = (epochMs: number, gmtHoursAt: GmtHoursAt): string =>
  timeOfDay(epochMs, gmtHoursAt(epochMs));
