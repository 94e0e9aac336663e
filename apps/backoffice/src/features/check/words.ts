import { DEVICE_PROTOCOLS, DRIVE_APP, type CarTrouble, type CheckCar } from '@flagpost/contracts';
import { counted, deviceGmtHours, duration, timeOfDay } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/check.js';

const words = TEXTS.check;

/** How long ago something was, by the server's clock. */
export const agoText = (iso: string, now: number): string => {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1_000));
  return seconds < 60 ? words.secondsAgo(seconds) : words.ago(duration(seconds * 1_000));
};

/** hh:mm, by the clock of this device. */
export const minuteText = (iso: string): string => {
  const at = Date.parse(iso);
  return timeOfDay(at, deviceGmtHours(at)).slice(0, 5);
};

export const appText = (app: string | null): string => {
  if (app === null) return TEXTS.unknown;
  if (app === DRIVE_APP) return words.apps.flagpost;
  const protocol = DEVICE_PROTOCOLS.find((each) => each === app);
  return protocol === undefined ? app : words.apps[protocol];
};

/** '12 s ahead', or how late the newest position came. */
export const clockText = (clockMs: number | null): string => {
  if (clockMs === null) return TEXTS.unknown;
  const seconds = Math.round(Math.abs(clockMs) / 1_000);
  if (seconds === 0) return words.clockRight;
  const apart = seconds < 60 ? words.seconds(seconds) : duration(seconds * 1_000);
  return clockMs > 0 ? words.clockAhead(apart) : words.clockBehind(apart);
};

/** Names a trouble with what is known of it. */
export const troubleText = (trouble: CarTrouble, car: CheckCar, now: number): string => {
  if (trouble === 'silent' && car.HeardAt !== null) return words.silentSince(agoText(car.HeardAt, now));
  if (trouble === 'clock') return words.clockIs(clockText(car.ClockMs));
  if (trouble === 'accuracy') return words.accuracyIs(counted(car.AccuracyM ?? 0));
  if (trouble === 'battery') return words.batteryIs(counted(car.Battery ?? 0));
  return words.troubles[trouble];
};
