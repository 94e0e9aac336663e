import type { PastCar } from '@flagpost/contracts';
import type { MapView } from '@flagpost/map-layers';

/** What is typed into the forms of the replay, and what it means. */

const HOUR_MS = 3_600_000;

/** An instant as a field of the browser has it, at the track, to the second. */
export const localOf = (instant: number, gmtHours: number): string =>
  new Date(instant + gmtHours * HOUR_MS).toISOString().slice(0, 19);

/** NaN if it is no time. */
export const instantOf = (local: string, gmtHours: number): number =>
  Date.parse(`${local}Z`) - gmtHours * HOUR_MS;

/** The cars whose numbers are typed, with a comma between; no number means all. */
export const carsOf = (
  typed: string,
  cars: readonly PastCar[],
): { readonly ids: readonly number[]; readonly unknown: readonly string[] } => {
  const numbers = [
    ...new Set(
      typed
        .split(',')
        .map((number) => number.trim())
        .filter((number) => number !== ''),
    ),
  ];
  const found = numbers.map((number) => ({
    number,
    ids: cars.filter(({ CarNumber }) => CarNumber === number).map(({ InvitationId }) => InvitationId),
  }));
  return {
    ids: found.flatMap(({ ids }) => ids),
    unknown: found.filter(({ ids }) => ids.length === 0).map(({ number }) => number),
  };
};

/** Decimals of a degree: 10 cm. */
const DECIMALS = 6;

/** The corners of what a map shows, as the server reads an area. */
export const cornersOf = ({
  north,
  south,
  west,
  east,
}: Pick<MapView, 'north' | 'south' | 'west' | 'east'>): string =>
  [
    [north, west],
    [north, east],
    [south, east],
    [south, west],
  ]
    .map((corner) => corner.map((degrees) => degrees.toFixed(DECIMALS)).join(','))
    .join(';');
