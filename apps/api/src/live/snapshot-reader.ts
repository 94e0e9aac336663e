import {
  FLAGS,
  LAST_MESSAGES,
  RACING_WITHIN_MS,
  type FlagRow,
  type LiveCar,
  type SnapshotCar,
  type SnapshotContents,
  type SnapshotTakenOffCar,
} from '@flagpost/contracts';
import { flagIdsInForce } from '@flagpost/domain';
import { alertRows } from '../views/alerts.projection.js';
import { carReportRows } from '../views/car-reports.projection.js';
import { stopRows } from '../views/stops.projection.js';
import { flagRows } from '../views/flags.projection.js';
import { lapRows } from '../views/laps.projection.js';
import { noteRows } from '../views/notes.projection.js';
import { lapEpochOf, raceReads, sectorFlagRows, type Race, type RaceCar } from '../views/race.projection.js';
import { nameOf, peopleOf, personOrNobody, type People, type PersonLookup } from '../views/person-names.js';
import { isoOf } from '../http/times.js';
import { routeChangeRows } from '../views/route-savings.js';
import { liveOf, runningCars, type RunningCar } from '../views/running-cars.js';
import { timerRows } from '../views/timers.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import { lastHeard } from './last-heard.js';
import type { Reach } from './reach.js';
import { wasRacing, type LiveState } from './live-state.js';

/** Age of what a snapshot contains for those who come back after a lost link. */
const RECENT_MS = 3_600_000;
const NEWEST_FLAGS = 100;
const NEWEST_NOTES = 100;
const NEWEST_REPORTS = 200;
const NEWEST_STOPS = 200;

const snapshotCar = (car: RunningCar, live: LiveState): SnapshotCar => {
  const { entry, driver, category, flags } = car;
  return {
    live: liveOf(car, live.car(entry.eventId, entry.invitationId)),
    CarNumber: entry.carNumber ?? '',
    Name: driver?.name ?? '',
    Surname: driver?.surname ?? '',
    UserId: entry.userId,
    CategoryId: entry.categoryId,
    Category: category,
    TrackFlag: flags.track,
    DriverFlag: flags.driver,
    LastFlagStatus: flags.last,
  };
};

/** Empty for a car that was not heard shortly before. */
const takenOffCar = (
  { userId, carNumber, takenOffAt, takenOffBy }: RaceCar,
  last: LiveCar | null,
  people: People,
): SnapshotTakenOffCar[] => {
  if (last === null || takenOffAt === null || !wasRacing(last, takenOffAt)) return [];
  const greyed = { ...last, offline: true, stopped: false, sos: false };
  return [
    {
      live: greyed,
      CarNumber: carNumber ?? '',
      Pilot: nameOf(people.get(userId)),
      TakenOffAt: isoOf(takenOffAt),
      TakenOffBy: personOrNobody(people, takenOffBy),
    },
  ];
};

/** The newest flags and, however many followed them, the flags in force and the newest messages; newest first. */
const newestFlags = async (reading: PersonLookup, eventId: number, race: Race | null): Promise<FlagRow[]> => {
  const [flags, messages] = await Promise.all([
    flagRows(reading, { eventId }, { limit: NEWEST_FLAGS }),
    flagRows(reading, { eventId, code: FLAGS.message }, { limit: LAST_MESSAGES }),
  ]);
  const older = new Set(messages.map(({ FlagId }) => FlagId));
  if (race !== null) for (const flagId of flagIdsInForce(race.board)) older.add(flagId);
  for (const { FlagId } of flags) older.delete(FlagId);
  if (older.size === 0) return flags;
  return [...flags, ...(await flagRows(reading, { eventId, flagId: { $in: [...older] } }))];
};

/** Reads the snapshot of an event; its live state is taken when it is completed. */
export const snapshotReader = (
  dependencies: Pick<ApiDependencies, 'readModels' | 'records' | 'clock'>,
  live: LiveState,
  reach: Pick<Reach, 'of'>,
) => {
  const { readModels, records, clock } = dependencies;
  /** A car that was taken off until then may never have been in the live state of this process. */
  const knowsAllAt = clock.now() + RACING_WITHIN_MS;
  return async (eventId: number): Promise<() => SnapshotContents> => {
    const race = await raceReads(readModels).get(eventId);
    const lapEpoch = race === null ? 0 : lapEpochOf(race);
    const recent = {
      $or: [{ clearedAt: null }, { acknowledgedAt: null }, { raisedAt: { $gte: clock.now() - RECENT_MS } }],
    };
    const [cars, takenOff, alerts, flags, laps, timers, notes, reports, stops, routeChanges] =
      await Promise.all([
        race === null ? [] : runningCars(dependencies, race),
        raceReads(readModels).takenOffAfter(eventId, clock.now() - RECENT_MS),
        alertRows(dependencies, { eventId, ...recent }),
        newestFlags(dependencies, eventId, race),
        lapRows(readModels, { eventId, lapEpoch }),
        timerRows(readModels, eventId),
        noteRows(dependencies, { eventId }, { limit: NEWEST_NOTES }),
        carReportRows(readModels, eventId, { since: clock.now() - RECENT_MS, limit: NEWEST_REPORTS }),
        stopRows(readModels, eventId, { since: clock.now() - RECENT_MS, limit: NEWEST_STOPS }),
        routeChangeRows(dependencies, eventId, { since: clock.now() - RECENT_MS }),
      ]);
    const running = new Set(cars.map(({ entry }) => entry.invitationId));
    const gone = takenOff.filter(({ invitationId }) => !running.has(invitationId));
    const unknown = gone.filter(
      ({ invitationId, takenOffAt }) =>
        takenOffAt !== null && takenOffAt < knowsAllAt && live.car(eventId, invitationId) === null,
    );
    const [people, heard] = await Promise.all([
      peopleOf(
        dependencies,
        gone.flatMap(({ userId, takenOffBy }) => [userId, takenOffBy]),
      ),
      race === null || unknown.length === 0 ? null : lastHeard(records.history, race, unknown),
    ]);
    const lastOf = ({ invitationId }: RaceCar): LiveCar | null =>
      live.car(eventId, invitationId) ?? heard?.get(invitationId) ?? null;
    return () => ({
      // The clock of an event runs even if it has no recent frames.
      serverTime: Math.max(clock.now(), live.serverTime(eventId) ?? 0),
      lapEpoch,
      cars: cars.map((car) => snapshotCar(car, live)),
      takenOff: gone.flatMap((car) => takenOffCar(car, lastOf(car), people)),
      alerts,
      flags,
      sectorFlags: race === null ? [] : sectorFlagRows(race),
      laps,
      notes,
      reports,
      stops,
      reach: reach.of(eventId),
      routeChanges,
      timersAt: isoOf(clock.now()),
      timers,
    });
  };
};
