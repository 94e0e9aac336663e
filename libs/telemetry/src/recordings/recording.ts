import type { LatLng } from '@flagpost/contracts';

/** A recorded position. */
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
  /** In the order of the file, in which the times of one car never go back. */
  readonly fixes: readonly RecordedFix[];
  /** Centre of the recording's own start line, and of its finish line if that is another. */
  readonly startLine: LatLng | null;
  readonly finishLine: LatLng | null;
}

/** A file that cannot be read. The message is one sentence with the line number. */
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
  throw new RecordingError(line, 'a latitude within 90 and a longitude within 180 degrees are expected');
};

const YEARS = { from: Date.UTC(1980, 0), to: Date.UTC(2100, 0) } as const;

const timeText = (t: number): string => {
  const year = new Date(t).getUTCFullYear();
  return Number.isNaN(year) ? 'no date at all' : `of the year ${year}`;
};

/** A device time that a recording can have, in whole or fractional ms. @throws RecordingError */
export const checkedTime = (line: number, t: number): number => {
  if (t >= YEARS.from && t < YEARS.to) return t;
  throw new RecordingError(
    line,
    `the time ${t} is ${timeText(t)}: milliseconds since 1970 are expected (seconds times 1000, microseconds divided by 1000)`,
  );
};

/** Checks that the times of each car never go back. */
export const createTimeOrder = () => {
  const last = new Map<string | undefined, number>();
  /** @throws RecordingError */
  return (line: number, t: number, car?: string): void => {
    const before = last.get(car);
    last.set(car, t);
    if (before === undefined || t >= before) return;
    const whose = car === undefined ? '' : ` of car ${car}`;
    throw new RecordingError(
      line,
      `the time is ${before - t} ms before that of the previous fix${whose}: sort the file by time`,
    );
  };
};
