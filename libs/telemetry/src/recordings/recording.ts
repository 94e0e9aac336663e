import type { LatLng } from '@flagpost/contracts';

/** A position that somebody recorded. */
export interface RecordedFix {
  /** Which car, in recordings of several. */
  readonly car?: string;
  /** Device time, epoch ms. */
  readonly t: number;
  readonly lat: number;
  readonly lng: number;
  readonly speedKph?: number;
  /** Degrees clockwise from north. */
  readonly headingDeg?: number;
}

export interface Recording {
  /** In the order of the file. */
  readonly fixes: readonly RecordedFix[];
  /** Middle of the recording's own start line, and of its finish line where that is another. */
  readonly startLine: LatLng | null;
  readonly finishLine: LatLng | null;
}

/** A file that cannot be read. The message is one sentence that names the line. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  constructor(
    /** From 1. */
    readonly line: number,
    reason: string,
  ) {
    super(`Line ${line}: ${reason}.`);
  }
}

/** Coordinates as numbers within the earth's range. @throws RecordingError */
export const checkedPlace = (line: number, lat: number, lng: number): LatLng => {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { lat, lng };
  throw new RecordingError(line, 'a latitude within 90 and a longitude within 180 degrees are wanted');
};
