import type { Decoded, DecodedInput } from './decoded.js';
import { refused } from './decoded.js';
import { isTime } from './values.js';

/** Position, time and other values of a protocol, in our units. NaN marks a value that is present but unreadable. */
export interface RawFix {
  readonly t: number | undefined;
  readonly lat: number | undefined;
  readonly lng: number | undefined;
  readonly speedKph?: number | undefined;
  readonly headingDeg?: number | undefined;
  readonly accuracyM?: number | undefined;
  /** Per cent. */
  readonly battery?: number | undefined;
  readonly sos?: boolean;
}

/** Makes an input of a message with at most one fix. An SOS is accepted even if its fix is invalid. */
export const fixOf = (raw: RawFix): Decoded => {
  const { t, lat, lng, speedKph, headingDeg, accuracyM, battery, sos } = raw;
  const timeReadable = t === undefined || isTime(t);
  const signal =
    sos === true
      ? { type: 'sos' as const, ...(t !== undefined && timeReadable ? { t: Math.round(t) } : {}) }
      : undefined;
  const located = lat !== undefined || lng !== undefined;
  if (located && timeReadable && Number.isFinite(lat) && Number.isFinite(lng)) {
    const input: DecodedInput = { t, lat, lng, speedKph, headingDeg, accuracyM, battery, signal };
    return { inputs: [input], dropped: [] };
  }
  const fault = refused(located ? 'undecodable' : 'unsupported');
  if (signal === undefined) return fault;
  return { inputs: [{ signal }], dropped: located ? fault.dropped : [] };
};
