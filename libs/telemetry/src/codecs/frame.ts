import type { LiveCar, LiveFrame } from '@flagpost/contracts';
import { createByteReader, createByteWriter, type ByteWriter } from './bytes.js';

/**
 * Packed frames, format 1. `varint`: a whole number in bytes of 7 bits, lowest first, the high bit set on all but the
 * last. `zigzag`: a varint of 0, -1, 1, -2 … as 0, 1, 2, 3 … `int32`: little-endian.
 *
 *   uint8   1, the format
 *   varint  event id
 *   varint  server time, epoch ms
 *   int32   origin latitude, 1e-6 degrees
 *   int32   origin longitude, 1e-6 degrees
 *   varint  number of cars, then each:
 *     varint  invitation id
 *     uint8   1 heard, 2 offline, 4 stopped, 8 SOS, 16 has heading, 32 has battery, 64 has last lap, 128 has best lap
 *     varint  lap epoch
 *     varint  laps completed
 *     heard:        zigzag  server time - receivedAt, ms
 *                   zigzag  receivedAt - t, ms
 *                   zigzag  latitude - origin, 1e-6 degrees
 *                   zigzag  longitude - origin, 1e-6 degrees
 *                   varint  speed, 0.1 km/h
 *     has heading:  varint  whole degrees clockwise from north, 0 to 359
 *     has battery:  varint  per cent
 *     has last lap: varint  ms
 *     has best lap: varint  ms
 */
const FRAME_FORMAT = 1;

const HEARD = 1;
const OFFLINE = 2;
const STOPPED = 4;
const SOS = 8;
const HAS_HEADING = 16;
const HAS_BATTERY = 32;
const HAS_LAST_LAP = 64;
const HAS_BEST_LAP = 128;

const MICRO = 1e6;
/** Numbers from 0 to this are packed; no number of a race is larger. */
const MOST = 2 ** 48;
const whole = (value: number): number => Math.min(MOST, Math.max(0, Math.round(value)));
const micro = (degrees: number | null): number => Math.round((degrees ?? 0) * MICRO);

const flagsOf = (car: LiveCar): number =>
  (car.receivedAt === null ? 0 : HEARD) +
  (car.offline ? OFFLINE : 0) +
  (car.stopped ? STOPPED : 0) +
  (car.sos ? SOS : 0) +
  (car.headingDeg === null ? 0 : HAS_HEADING) +
  (car.battery === null ? 0 : HAS_BATTERY) +
  (car.lastLapMs === null ? 0 : HAS_LAST_LAP) +
  (car.bestLapMs === null ? 0 : HAS_BEST_LAP);

const writeCar = (
  writer: ByteWriter,
  car: LiveCar,
  serverTime: number,
  originLat: number,
  originLng: number,
): void => {
  writer.varint(car.invitationId);
  writer.uint8(flagsOf(car));
  writer.varint(car.lapEpoch);
  writer.varint(car.counter);
  if (car.receivedAt !== null) {
    const receivedAt = Math.round(car.receivedAt);
    writer.zigzag(serverTime - receivedAt);
    writer.zigzag(Math.min(MOST, Math.max(-MOST, receivedAt - Math.round(car.t ?? receivedAt))));
    writer.zigzag(micro(car.lat) - originLat);
    writer.zigzag(micro(car.lng) - originLng);
    writer.varint(whole(car.speedKph * 10));
  }
  if (car.headingDeg !== null) writer.varint((Math.round(car.headingDeg) + 360) % 360);
  if (car.battery !== null) writer.varint(whole(car.battery));
  if (car.lastLapMs !== null) writer.varint(whole(car.lastLapMs));
  if (car.bestLapMs !== null) writer.varint(whole(car.bestLapMs));
};

/** Packs a frame: places to 1e-6 degrees, speeds to 0.1 km/h, headings to whole degrees, times to 1 ms. */
export const encodeFrame = (frame: LiveFrame): Uint8Array => {
  const writer = createByteWriter(32 + frame.cars.length * 40);
  const origin = frame.cars.find((car) => car.receivedAt !== null);
  const originLat = micro(origin?.lat ?? 0);
  const originLng = micro(origin?.lng ?? 0);
  const serverTime = Math.round(frame.serverTime);
  writer.uint8(FRAME_FORMAT);
  writer.varint(frame.eventId);
  writer.varint(serverTime);
  writer.int32(originLat);
  writer.int32(originLng);
  writer.varint(frame.cars.length);
  for (const car of frame.cars) writeCar(writer, car, serverTime, originLat, originLng);
  return writer.bytes();
};

/** Decodes a packed frame car by car into these fields without allocating; NaN stands for null. */
export interface FrameReader {
  /** Begins a frame. @throws RangeError for another format or a truncated frame */
  open(bytes: Uint8Array): void;
  /** Reads the next car; false after the last. @throws RangeError for a truncated frame */
  next(): boolean;
  eventId: number;
  serverTime: number;
  invitationId: number;
  receivedAt: number;
  t: number;
  lat: number;
  lng: number;
  speedKph: number;
  headingDeg: number;
  battery: number;
  lapEpoch: number;
  counter: number;
  lastLapMs: number;
  bestLapMs: number;
  offline: boolean;
  stopped: boolean;
  sos: boolean;
}

export const createFrameReader = (): FrameReader => {
  const bytesReader = createByteReader();
  let originLat = 0;
  let originLng = 0;
  let left = 0;
  const reader: FrameReader = {
    eventId: 0,
    serverTime: 0,
    invitationId: 0,
    receivedAt: NaN,
    t: NaN,
    lat: NaN,
    lng: NaN,
    speedKph: 0,
    headingDeg: NaN,
    battery: NaN,
    lapEpoch: 0,
    counter: 0,
    lastLapMs: NaN,
    bestLapMs: NaN,
    offline: false,
    stopped: false,
    sos: false,
    open(bytes) {
      left = 0;
      bytesReader.open(bytes);
      const format = bytesReader.uint8();
      if (format !== FRAME_FORMAT) throw new RangeError(`Frame format ${format} is not supported.`);
      reader.eventId = bytesReader.varint();
      reader.serverTime = bytesReader.varint();
      originLat = bytesReader.int32();
      originLng = bytesReader.int32();
      left = bytesReader.varint();
    },
    next() {
      if (left === 0) return false;
      left -= 1;
      reader.invitationId = bytesReader.varint();
      const flags = bytesReader.uint8();
      const heard = (flags & HEARD) !== 0;
      reader.offline = (flags & OFFLINE) !== 0;
      reader.stopped = (flags & STOPPED) !== 0;
      reader.sos = (flags & SOS) !== 0;
      reader.lapEpoch = bytesReader.varint();
      reader.counter = bytesReader.varint();
      reader.receivedAt = heard ? reader.serverTime - bytesReader.zigzag() : NaN;
      reader.t = heard ? reader.receivedAt - bytesReader.zigzag() : NaN;
      reader.lat = heard ? (originLat + bytesReader.zigzag()) / MICRO : NaN;
      reader.lng = heard ? (originLng + bytesReader.zigzag()) / MICRO : NaN;
      reader.speedKph = heard ? bytesReader.varint() / 10 : 0;
      reader.headingDeg = (flags & HAS_HEADING) !== 0 ? bytesReader.varint() : NaN;
      reader.battery = (flags & HAS_BATTERY) !== 0 ? bytesReader.varint() : NaN;
      reader.lastLapMs = (flags & HAS_LAST_LAP) !== 0 ? bytesReader.varint() : NaN;
      reader.bestLapMs = (flags & HAS_BEST_LAP) !== 0 ? bytesReader.varint() : NaN;
      return true;
    },
  };
  return reader;
};

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** The frame that `encodeFrame` packed, to its precision. @throws RangeError for another format or a truncated frame */
export const decodeFrame = (bytes: Uint8Array): LiveFrame => {
  const reader = createFrameReader();
  reader.open(bytes);
  const cars: LiveCar[] = [];
  while (reader.next()) {
    cars.push({
      invitationId: reader.invitationId,
      receivedAt: orNull(reader.receivedAt),
      t: orNull(reader.t),
      lat: orNull(reader.lat),
      lng: orNull(reader.lng),
      speedKph: reader.speedKph,
      headingDeg: orNull(reader.headingDeg),
      battery: orNull(reader.battery),
      lapEpoch: reader.lapEpoch,
      counter: reader.counter,
      lastLapMs: orNull(reader.lastLapMs),
      bestLapMs: orNull(reader.bestLapMs),
      offline: reader.offline,
      stopped: reader.stopped,
      sos: reader.sos,
    });
  }
  return { eventId: reader.eventId, serverTime: reader.serverTime, cars };
};
