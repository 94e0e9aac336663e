import type { CarFlags, LiveCar } from '@flagpost/contracts';
import { flagsOf } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { categoryReads } from './categories.projection.js';
import { carsInSos } from './alerts.projection.js';
import { peopleOf, type PersonLookup } from './person-names.js';
import { lapEpochOf, lapsOf, raceReads, type Race, type RaceCar } from './race.projection.js';

/** A car on the map, with all that is recorded of it: it may run, or it may not and its SOS is open. */
export interface RunningCar {
  readonly entry: RaceCar;
  readonly driver: Person | undefined;
  readonly codriver: Person | undefined;
  readonly category: string;
  readonly flags: CarFlags;
  readonly inSos: boolean;
  readonly lapEpoch: number;
  /** Completed in this epoch, as far as they are recorded. */
  readonly laps: number;
}

/** In order of invitation id. */
export const runningCars = async (reading: PersonLookup, race: Race): Promise<RunningCar[]> => {
  const { readModels } = reading;
  const inSos = await carsInSos(reading, race.eventId);
  const competitors = await raceReads(readModels).cars(race.eventId);
  const entries = competitors.filter(({ authorized, invitationId }) => authorized || inSos.has(invitationId));
  const people = await peopleOf(
    reading,
    entries.flatMap(({ userId, codriverId }) => [userId, codriverId]),
  );
  const categories = await categoryReads(readModels).getMany(race.categoryIds);
  const categoryNames = new Map(categories.map(({ categoryId, name }) => [categoryId, name]));
  return entries.map((entry) => ({
    entry,
    driver: people.get(entry.userId),
    codriver: entry.codriverId === null ? undefined : people.get(entry.codriverId),
    category: entry.categoryId === null ? '' : (categoryNames.get(entry.categoryId) ?? ''),
    flags: flagsOf(race.board, entry.invitationId),
    inSos: inSos.has(entry.invitationId),
    lapEpoch: lapEpochOf(race),
    laps: lapsOf(race, entry),
  }));
};

/**
 * A car's live state, with recorded values that the race engine has not sent yet: its laps and SOS after a start, the
 * new lap epoch after a reset. A car without any input is offline.
 */
export const liveOf = (
  {
    entry: { invitationId },
    inSos,
    lapEpoch,
    laps,
  }: Pick<RunningCar, 'entry' | 'inSos' | 'lapEpoch' | 'laps'>,
  live: LiveCar | null,
): LiveCar => {
  const anew = { lapEpoch, counter: laps, lastLapMs: null, bestLapMs: null };
  if (live === null) {
    const nowhere = { receivedAt: null, t: null, lat: null, lng: null, speedKph: 0, headingDeg: null };
    return { invitationId, ...nowhere, battery: null, ...anew, offline: true, stopped: false, sos: inSos };
  }
  const counted = live.lapEpoch === lapEpoch ? { counter: Math.max(live.counter, laps) } : {};
  return { ...live, ...(live.lapEpoch < lapEpoch ? anew : counted), sos: live.sos || inSos };
};
