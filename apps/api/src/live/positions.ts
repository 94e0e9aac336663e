import {
  ALERT_TYPES,
  ALL_CATEGORIES_ID,
  type DisconnectedsAnswer,
  type DriverInfo,
  type DriverPosition,
} from '@flagpost/contracts';
import { isoOrNull } from '../http/times.js';
import { userReads } from '../views/users.projection.js';
import { nameOf, type PersonLookup } from '../views/person-names.js';
import { raceReads } from '../views/race.projection.js';
import { liveOf, runningCars, type RunningCar } from '../views/running-cars.js';
import type { LiveState } from './live-state.js';

const carsOf = async (
  lookup: PersonLookup,
  eventId: number,
  categoryIds: readonly number[],
): Promise<RunningCar[]> => {
  const race = await raceReads(lookup.readModels).get(eventId);
  const cars = race === null ? [] : await runningCars(lookup, race);
  if (categoryIds.includes(ALL_CATEGORIES_ID)) return cars;
  return cars.filter(({ entry }) => entry.categoryId !== null && categoryIds.includes(entry.categoryId));
};

export const driverPositions = async (
  lookup: PersonLookup,
  live: LiveState,
  eventId: number,
  categoryIds: readonly number[],
): Promise<DriverPosition[]> =>
  (await carsOf(lookup, eventId, categoryIds)).map((car) => {
    const { entry, driver, category, flags } = car;
    const now = liveOf(car, live.car(eventId, entry.invitationId));
    const before = live.before(eventId, entry.invitationId);
    return {
      InvitationId: entry.invitationId,
      UserId: entry.userId,
      CategoryId: entry.categoryId,
      Category: category,
      Name: driver?.name ?? '',
      Surname: driver?.surname ?? '',
      CarNumber: entry.carNumber ?? '',
      Counter: now.counter,
      PositionId: now.receivedAt ?? 0,
      Lat: now.lat,
      Lng: now.lng,
      ...(before === null ? {} : { LatPP: before.lat, LngPP: before.lng }),
      Speed: now.speedKph,
      LastAlertType: now.sos ? ALERT_TYPES.sos : null,
      LastFlagStatus: flags.last,
      TrackFlag: flags.track,
      DriverFlag: flags.driver,
      Offline: now.offline,
      Stopped: now.stopped,
      lastUpdate: isoOrNull(now.receivedAt),
      Adddate: isoOrNull(now.t),
    };
  });

/**
 * The cars of one driver in one category, as the list that the specification asks for. Only the club that stored a blood
 * type may read it.
 */
export const driverInfos = async (
  lookup: PersonLookup,
  live: LiveState,
  eventId: number,
  userId: number,
  categoryId: number,
): Promise<DriverInfo[]> => {
  const [race, user, cars] = await Promise.all([
    raceReads(lookup.readModels).get(eventId),
    userReads(lookup.readModels).get(userId),
    carsOf(lookup, eventId, [categoryId]),
  ]);
  const isOwn = race !== null && race.clubId === user?.clubId;
  return cars
    .filter(({ entry }) => entry.userId === userId)
    .map((car) => ({
      CarNumber: car.entry.carNumber ?? '',
      Car: [car.entry.brand, car.entry.model].filter((part) => part !== null && part !== '').join(' '),
      Pilot: nameOf(car.driver),
      DriverGrupoSanguineo: isOwn ? (car.driver?.bloodType ?? null) : null,
      Copilot: nameOf(car.codriver),
      CodriverGrupoSanguineo: car.codriver?.bloodType ?? null,
      Category: car.category,
      Counter: liveOf(car, live.car(eventId, car.entry.invitationId)).counter,
    }));
};

export const disconnecteds = async (
  lookup: PersonLookup,
  live: LiveState,
  eventId: number,
  categoryIds: readonly number[],
): Promise<DisconnectedsAnswer> => {
  const cars = (await carsOf(lookup, eventId, categoryIds)).filter(({ entry }) => entry.authorized);
  const drivers = cars.flatMap((car) => {
    const now = liveOf(car, live.car(eventId, car.entry.invitationId));
    if (!now.offline) return [];
    return {
      InvitationId: car.entry.invitationId,
      CarNumber: car.entry.carNumber ?? '',
      Name: car.driver?.name ?? '',
      Surname: car.driver?.surname ?? '',
      lastUpdate: isoOrNull(now.receivedAt),
    };
  });
  return { total: cars.length, drivers };
};
