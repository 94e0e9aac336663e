import { dayTimeText, deviceGmtHours } from '../../shared/format.js';

/** Day and minute on this device's clock. */
export const momentOf = (iso: string): string => {
  const at = Date.parse(iso);
  return dayTimeText(at, deviceGmtHours(at), 'minute');
};
