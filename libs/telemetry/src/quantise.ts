import type { PositionInput } from '@flagpost/contracts';

/**
 * The steps to which an input's numbers are rounded, each as the number of steps in one unit. Times are whole milliseconds. History
 * keeps numbers in these steps: another step is another format of the history.
 */
export const STEPS = { degree: 1e7, kph: 10, headingDegree: 1, metre: 10, percent: 1 } as const;

/** No device can mean more: degrees beyond them are wrong in any case, times end in 2286. */
const BOUNDS = { degrees: 1_000, figure: 1e5, time: 1e13 } as const;

/** `+ 0`: no number is -0, which a block cannot tell from 0. */
const rounded = (value: number, perUnit: number, min: number, max: number): number =>
  Math.round(Math.min(max, Math.max(min, value)) * perUnit) / perUnit + 0;

/** The same direction from 0 to 359. */
const wholeHeading = (degrees: number): number => {
  const whole = rounded(degrees, STEPS.headingDegree, 0, BOUNDS.figure);
  return whole % 360;
};

/**
 * Rounds the numbers of an input to `STEPS`, in place. It is done at the door, before anything computes on them; to do it again
 * changes nothing.
 *
 * @returns the input
 */
export const quantiseInput = <Input extends Partial<Omit<PositionInput, 'signal'>>>(input: Input): Input => {
  const { receivedAt, t, lat, lng, speedKph, headingDeg, accuracyM, battery } = input;
  const { degrees, figure, time } = BOUNDS;
  if (receivedAt !== undefined) input.receivedAt = rounded(receivedAt, 1, 0, time);
  if (t !== undefined) input.t = rounded(t, 1, 0, time);
  if (lat !== undefined) input.lat = rounded(lat, STEPS.degree, -degrees, degrees);
  if (lng !== undefined) input.lng = rounded(lng, STEPS.degree, -degrees, degrees);
  if (speedKph !== undefined) input.speedKph = rounded(speedKph, STEPS.kph, 0, figure);
  if (headingDeg !== undefined) input.headingDeg = wholeHeading(headingDeg);
  if (accuracyM !== undefined) input.accuracyM = rounded(accuracyM, STEPS.metre, 0, figure);
  if (battery !== undefined) input.battery = rounded(battery, STEPS.percent, 0, figure);
  return input;
};
