import type { LatLng } from '@flagpost/contracts';
import type { RecordedFix, Recording } from '@flagpost/telemetry/recordings';

/** The cars and the gates of a recording. */

/** A recording that cannot be sent as requested. The message is a sentence. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
}

/** Fixes in the order of the file, by car number. */
export type RecordedCars = ReadonlyMap<string, readonly RecordedFix[]>;

/**
 * @param wanted the number of the one car, or of the one of many that is sent; all of many if left out
 * @param unnamed the number of a car that the recording does not name, if none is wanted; null if that is an error
 * @throws {ReplayError}
 */
export const recordedCars = (
  { fixes }: Recording,
  wanted: string | undefined,
  unnamed: string | null,
): RecordedCars => {
  const byName = new Map<string | undefined, RecordedFix[]>();
  for (const fix of fixes) {
    const own = byName.get(fix.car);
    if (own === undefined) byName.set(fix.car, [fix]);
    else own.push(fix);
  }
  const [only] = byName.values();
  if (byName.size === 1 && only !== undefined && (wanted !== undefined || byName.has(undefined))) {
    const number = wanted ?? unnamed;
    if (number === null)
      throw new ReplayError('The recording does not name its car: say which one with --car NUMBER.');
    return new Map([[number, only]]);
  }
  const cars = new Map<string, readonly RecordedFix[]>();
  for (const [name, own] of byName) {
    if (name === undefined)
      throw new ReplayError("Some lines of the recording have no 'car', and others have one.");
    if (wanted === undefined || name === wanted) cars.set(name, own);
  }
  if (cars.size === 0 && wanted !== undefined) {
    throw new ReplayError(`The recording has no car ${wanted}: it has ${listed([...byName.keys()])}.`);
  }
  return cars;
};

const LISTED = 10;

/** Names for a sentence; of many the first ones. */
export const listed = (names: readonly (string | undefined)[]): string =>
  names.length <= LISTED
    ? names.join(', ')
    : `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more`;

export interface Gates {
  /** Null on a circuit, where the finish is also the start. */
  readonly start: LatLng | null;
  readonly finish: LatLng;
}

/**
 * The gates at which laps begin and end: the given finish, else the recording's start line. A recording with a finish
 * line of its own is of a stage between the two.
 *
 * @throws {ReplayError} if there is neither
 */
export const gatesOf = ({ startLine, finishLine }: Recording, said: LatLng | null): Gates => {
  if (said !== null) return { start: null, finish: said };
  if (startLine === null) {
    throw new ReplayError('The recording has no start line: say where the finish is with --finish LAT,LNG.');
  }
  return { start: startLine, finish: finishLine ?? startLine };
};
