import { createByteReader, createByteWriter, type ByteReader, type ByteWriter } from '../codecs/bytes.js';
import { localPlane } from '../geodesy.js';
import {
  REMEMBERED_PASSAGES,
  createCar,
  createPassage,
  createRace,
  getPassage,
  setPassage,
  type CarState,
  type Gate,
  type Passage,
  type Race,
} from './state.js';

/**
 * The engine's state as bytes: a version, then each race with its gates and cars. Numbers are float64, NaN if unknown,
 * so that a state is restored bit by bit. Earlier versions are readable; unknown ones are rejected.
 */
const VERSION = 5;

const CAR_NUMBERS_1 = [
  'heardAt',
  'receivedAt',
  't',
  'lat',
  'lng',
  'speedKph',
  'headingDeg',
  'battery',
  'headingLat',
  'headingLng',
  'anchorLat',
  'anchorLng',
  'anchorT',
  'suspects',
  'suspectT',
  'suspectLat',
  'suspectLng',
  'suspectSkewMs',
  'acceptedSkewMs',
  'sosRaisedAt',
  'sosClearedAt',
  'sosRecordedAt',
  'passageCount',
] as const;
const CAR_NUMBERS_2 = [...CAR_NUMBERS_1, 'sosPressedAt', 'sosPressedT'] as const;
const CAR_NUMBERS_3 = [
  ...CAR_NUMBERS_2,
  'clearingStatedAt',
  'clearingDueAt',
  'clearingHeldAt',
  'clearingHeldT',
] as const;
const CAR_NUMBERS_4 = [
  ...CAR_NUMBERS_3,
  'speedPeriod',
  'periodSpeedKph',
  'formerPeriodSpeedKph',
  'sosPressedSpeedKph',
] as const;
const CAR_NUMBERS = [...CAR_NUMBERS_4, 'stoppedAt', 'stopLat', 'stopLng', 'okAt', 'answerDueAt'] as const;
/** By former version. */
const FORMER_CAR_NUMBERS: Readonly<Record<number, readonly (typeof CAR_NUMBERS)[number][]>> = {
  1: CAR_NUMBERS_1,
  2: CAR_NUMBERS_2,
  3: CAR_NUMBERS_3,
  4: CAR_NUMBERS_4,
};
/** Those that a former version lacks are false in its states. */
const CAR_FLAGS = ['authorized', 'offline', 'stopped', 'sos', 'isAsked', 'isAnswered'] as const;
const GATE_NUMBERS = [
  'x',
  'y',
  'beyondSince',
  'stay',
  'enteredReceivedAt',
  'enteredT',
  'nearestM2',
  'nearestAt',
  'approachedAt',
] as const;
const GATE_FLAGS = ['armed'] as const;
const LAP_NUMBERS = ['epoch', 'counter', 'from', 'lastLapMs', 'bestLapMs', 'recordedAt'] as const;
const LAP_FLAGS = ['opened'] as const;
const PASSAGE_NUMBERS = ['kind', 'enteredReceivedAt', 'receivedAt', 'nearestAt', 'approachedAt'] as const;
const PASSAGE_FLAGS = ['atStart'] as const;

const write = <N extends string, F extends string>(
  writer: ByteWriter,
  from: Readonly<Record<N, number> & Record<F, boolean>>,
  numbers: readonly N[],
  flags: readonly F[],
): void => {
  const flagsOf: Readonly<Record<F, boolean>> = from;
  writer.uint8(flags.reduce((bits, flag, i) => bits + (flagsOf[flag] ? 1 << i : 0), 0));
  for (const name of numbers) writer.float64(from[name]);
};

const read = <N extends string, F extends string>(
  reader: ByteReader,
  into: Record<N, number> & Record<F, boolean>,
  numbers: readonly N[],
  flags: readonly F[],
): void => {
  const bits = reader.uint8();
  const numbersOf: Record<N, number> = into;
  const flagsOf: Record<F, boolean> = into;
  flags.forEach((flag, i) => (flagsOf[flag] = ((bits >> i) & 1) === 1));
  for (const name of numbers) numbersOf[name] = reader.float64();
};

const remembered = (car: CarState): number => Math.min(car.passageCount, REMEMBERED_PASSAGES);

const writeCar = (writer: ByteWriter, passage: Passage, car: CarState): void => {
  writer.varint(car.invitationId);
  write(writer, car, CAR_NUMBERS, CAR_FLAGS);
  write(writer, car.laps, LAP_NUMBERS, LAP_FLAGS);
  write(writer, car.finish, GATE_NUMBERS, GATE_FLAGS);
  writer.uint8(car.race.start === null ? 0 : 1);
  if (car.race.start !== null) write(writer, car.start, GATE_NUMBERS, GATE_FLAGS);
  for (let i = 0; i < remembered(car); i += 1) {
    write(writer, getPassage(car, i, passage), PASSAGE_NUMBERS, PASSAGE_FLAGS);
  }
};

const readCar = (reader: ByteReader, race: Race, version: number): CarState => {
  const passage = createPassage();
  const car = createCar(race, reader.varint());
  read(reader, car, FORMER_CAR_NUMBERS[version] ?? CAR_NUMBERS, CAR_FLAGS);
  if (version === 1) car.sosPressedAt = car.sosPressedT = car.sosRaisedAt;
  read(reader, car.laps, LAP_NUMBERS, LAP_FLAGS);
  read(reader, car.finish, GATE_NUMBERS, GATE_FLAGS);
  if (reader.uint8() === 1) read(reader, car.start, GATE_NUMBERS, GATE_FLAGS);
  for (let i = 0; i < remembered(car); i += 1) {
    read(reader, passage, PASSAGE_NUMBERS, PASSAGE_FLAGS);
    setPassage(car, i, passage);
  }
  return car;
};

const writeGate = (writer: ByteWriter, gate: Gate | null): void => {
  writer.float64(gate?.radiusM ?? NaN);
  writer.float64(gate?.plane.lat ?? NaN);
  writer.float64(gate?.plane.lng ?? NaN);
};

const readGate = (reader: ByteReader): Gate | null => {
  const radiusM = reader.float64();
  const lat = reader.float64();
  const lng = reader.float64();
  return Number.isNaN(radiusM) ? null : { plane: localPlane(lat, lng), radiusM };
};

/** Writes states one after the other into one buffer, which stays: a thousand cars take most of a megabyte. */
export interface StateWriter {
  /** The races that have cars, as bytes of their own. */
  write(races: Iterable<Race>): Uint8Array;
}

export const createStateWriter = (): StateWriter => {
  const writer = createByteWriter(65_536);
  const passage = createPassage();
  return {
    write(races) {
      writer.clear();
      writeRaces(writer, passage, races);
      return writer.bytes();
    },
  };
};

const writeRaces = (writer: ByteWriter, passage: Passage, races: Iterable<Race>): void => {
  const held = [...races].filter((race) => race.cars.size > 0);
  writer.uint8(VERSION);
  writer.varint(held.length);
  for (const race of held) {
    writer.varint(race.eventId);
    writeGate(writer, race.finish);
    writeGate(writer, race.start);
    writer.varint(race.cars.size);
    for (const car of race.cars.values()) writeCar(writer, passage, car);
  }
};

/** @throws RangeError for bytes of another format */
export const deserializeRaces = (bytes: Uint8Array): Map<number, Race> => {
  const reader = createByteReader();
  reader.open(bytes);
  const version = reader.uint8();
  if (version < 1 || version > VERSION) throw new RangeError('The engine state has another format.');
  const races = new Map<number, Race>();
  for (let left = reader.varint(); left > 0; left -= 1) {
    const race = createRace(reader.varint());
    race.finish = readGate(reader);
    race.start = readGate(reader);
    races.set(race.eventId, race);
    for (let cars = reader.varint(); cars > 0; cars -= 1) {
      const car = readCar(reader, race, version);
      race.cars.set(car.invitationId, car);
    }
  }
  return races;
};
