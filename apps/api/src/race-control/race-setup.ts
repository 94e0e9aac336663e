import { hash } from 'node:crypto';
import {
  geometryKey,
  setupKey,
  type RaceGeometry,
  type RaceSetup,
  type SetupCar,
  type SetupRecord,
} from '@flagpost/contracts';
import { lapEpochsOf } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { routeReads } from '../views/routes.projection.js';
import { lapsOf, raceReads, type Race, type RaceCar } from '../views/race.projection.js';
import { openStopsOf } from '../views/stops.projection.js';

const setupCar = (race: Race, car: RaceCar, stoppedAt: number | null): SetupCar => {
  const lap = lapsOf(race, car);
  return {
    invitationId: car.invitationId,
    authorized: car.authorized,
    lap,
    crossedAt: lap === 0 ? null : (car.lastLap?.crossedAt ?? null),
    sosRaisedAt: car.sosRaisedAt,
    sosClearedAt: car.sosClearedAt,
    stoppedAt,
  };
};

/** The setup of an event for the race engine, read from the views; null if there is no such event. */
export const readRaceSetup = async (readModels: ReadModels, eventId: number): Promise<RaceSetup | null> => {
  const race = await raceReads(readModels).get(eventId);
  if (race === null) return null;
  const { start, finish, boxes } = await routeReads(readModels).get(eventId);
  const cars = await raceReads(readModels).cars(eventId);
  const stops = await openStopsOf(readModels, eventId);
  return {
    eventId,
    published: race.published,
    startsAt: race.startsAt,
    finishesAt: race.finishesAt,
    start,
    finish,
    radiusM: race.finishRadiusM,
    boxes: boxes && [...boxes],
    lapEpochs: [...lapEpochsOf(race, race.startsAt)],
    cars: cars.map((car) => setupCar(race, car, stops.get(car.invitationId)?.since ?? null)),
  };
};

export interface SetupMessage {
  readonly key: string;
  readonly value: string;
}

/** 128 bits. */
const HASH_CHARACTERS = 22;

/** The records of a setup in the topic: its geometry is a record of its own, which the setup names by its hash. */
export const toRecords = (setup: RaceSetup): { setup: SetupMessage; geometry: SetupMessage } => {
  const { start, finish, radiusM, boxes, ...rest } = setup;
  const value = JSON.stringify({ start, finish, radiusM, boxes } satisfies RaceGeometry);
  const geometry = hash('sha256', value, 'base64url').slice(0, HASH_CHARACTERS);
  const record = { ...rest, geometry } satisfies SetupRecord;
  return {
    setup: { key: setupKey(setup.eventId), value: JSON.stringify(record) },
    geometry: { key: geometryKey(setup.eventId, geometry), value },
  };
};
