import { LIMITS } from '@flagpost/contracts';
import {
  RecordingError,
  checkedPlace,
  checkedTime,
  createTimeOrder,
  type RecordedFix,
  type Recording,
} from './recording.js';

const parse = (line: number, text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new RecordingError(line, 'a JSON object is expected');
};

const optional = (line: number, name: string, value: unknown): number | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return value;
  throw new RecordingError(line, `'${name}' must be a number`);
};

const required = (line: number, name: string, value: unknown): number => {
  const found = optional(line, name, value);
  if (found === undefined) throw new RecordingError(line, `'${name}' is missing`);
  return found;
};

/** The car's number, within the limits of an event. */
const carOf = (line: number, car: unknown): string | undefined => {
  if (car === undefined) return undefined;
  if (typeof car !== 'string' && typeof car !== 'number') {
    throw new RecordingError(line, "'car' must be a text or a number");
  }
  const text = String(car).trim();
  if (text === '') throw new RecordingError(line, "'car' is empty: give every line a car, or none");
  if (text.length > LIMITS.carNumber) {
    throw new RecordingError(
      line,
      `'car' has ${text.length} characters: a car's number has at most ${LIMITS.carNumber}`,
    );
  }
  return text;
};

/**
 * Reads one fix per line: `car` (text or number), `t` (epoch ms), `lat`, `lng` (degrees), optional `speedKph` and
 * `headingDeg`; the fixes of one car in order of time. Empty lines are skipped.
 *
 * @throws RecordingError
 */
export const readNdjson = (text: string): Recording => {
  const fixes: RecordedFix[] = [];
  const inOrder = createTimeOrder();
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  lines.forEach((content, i) => {
    if (content.trim() === '') return;
    const line = i + 1;
    const { car, t, lat, lng, speedKph, headingDeg } = parse(line, content);
    const number = carOf(line, car);
    const time = checkedTime(line, required(line, 't', t));
    inOrder(line, time, number);
    const speed = optional(line, 'speedKph', speedKph);
    const heading = optional(line, 'headingDeg', headingDeg);
    fixes.push({
      ...(number === undefined ? {} : { car: number }),
      t: time,
      ...checkedPlace(line, required(line, 'lat', lat), required(line, 'lng', lng)),
      ...(speed === undefined ? {} : { speedKph: speed }),
      ...(heading === undefined ? {} : { headingDeg: heading }),
    });
  });
  if (fixes.length === 0) throw new RecordingError(lines.length, 'the file ends without a fix');
  return { fixes, startLine: null, finishLine: null };
};
