import type { PositionFormat, Truth } from '@flagpost/contracts';
import type { PastExport } from '@flagpost/domain';
import { mutex, pause } from '@flagpost/platform';
import { writeCsvInPieces } from '@flagpost/spreadsheets';
import type { PastPosition } from '@flagpost/telemetry';
import { writePositionsGeoJson, writePositionsGpx } from '@flagpost/track-files';
import { isoOf } from '../../http/times.js';
import type { PastRaces } from '../../history/replay/past-races.js';

/** A car whose positions are written. */
export interface ExportedCar {
  readonly invitationId: number;
  readonly carNumber: string;
}

type Exported = Pick<PastExport, 'from' | 'to'> & { readonly truth: Truth };

interface CarPositions {
  readonly carNumber: string;
  readonly positions: AsyncIterable<PastPosition[]>;
}

const CSV_HEAD = ['car', 'time', 'received', 'lat', 'lng', 'speedKph', 'headingDeg', 'stopped'];

async function* csvRows(cars: AsyncIterable<CarPositions>) {
  for await (const { carNumber, positions } of cars)
    for await (const some of positions)
      yield some.map(({ drivenAt, receivedAt, lat, lng, speedKph, headingDeg, isStopped }) => [
        carNumber,
        isoOf(drivenAt),
        isoOf(receivedAt),
        lat,
        lng,
        speedKph,
        headingDeg,
        isStopped ? 1 : 0,
      ]);
}

const WRITERS: Readonly<
  Record<PositionFormat, (name: string, cars: AsyncIterable<CarPositions>) => AsyncGenerator<string>>
> = {
  gpx: writePositionsGpx,
  geojson: writePositionsGeoJson,
  csv: (_, cars) => writeCsvInPieces(CSV_HEAD, csvRows(cars)),
};

export const MEDIA_TYPES: Readonly<Record<PositionFormat, string>> = {
  gpx: 'application/gpx+xml',
  geojson: 'application/geo+json',
  csv: 'text/csv; charset=utf-8',
};

/** Writes files of positions in pieces. Files that are made at the same time take turns at reading. */
export const createPositionFiles = (past: PastRaces) => {
  const runExclusive = mutex();

  async function* positionsOf(eventId: number, invitationId: number, { truth, from, to }: Exported) {
    const parts = past.positions(eventId, truth, invitationId, { from, to });
    for (;;) {
      const part = await runExclusive(() => parts.next());
      if (part.done === true) return;
      yield part.value;
      await pause();
    }
  }

  async function* carsOf(eventId: number, cars: readonly ExportedCar[], exported: Exported) {
    for (const { invitationId, carNumber } of cars)
      yield { carNumber, positions: positionsOf(eventId, invitationId, exported) };
  }

  return (
    name: string,
    eventId: number,
    cars: readonly ExportedCar[],
    exported: Exported & { readonly format: PositionFormat },
  ): AsyncGenerator<string> => WRITERS[exported.format](name, carsOf(eventId, cars, exported));
};
