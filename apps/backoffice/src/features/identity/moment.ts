import { dayOf, deviceGmtHours, timeOfDay } from '../../shared/format.js';
import { LANGUAGE } from '../../shared/language.js';

/** Day and minute on this device's clock. */
export const momentOf = (iso: string): string => {
  const at = Date.parse(iso);
  const gmtHours = deviceGmtHours(at);
  return `${dayOf(at, gmtHours, LANGUAGE)} ${timeOfDay(at, gmtHours).slice(0, 5)}`;
};
