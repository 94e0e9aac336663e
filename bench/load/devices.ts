import { roundCourse } from '@flagpost/race-testing';
import type { EnteredCar } from './cars.ts';
import { startOpenLoop, type OpenLoop } from './open-loop.ts';

/** Devices that send one fix a second, each over a connection of its own, whether the fix before is answered or not. */
export type Devices = OpenLoop;

export interface DeviceSizes {
  readonly url: string;
  /** Paths of each device's doors. */
  readonly doors: readonly EnteredCar['doors'][];
  readonly seed: number;
  /** Devices begin to send one after the other within so long. */
  readonly beginWithinMs: number;
}

const FIX_EVERY_MS = 1_000;
const COURSE_M = 6_000;
const SPEED_KPH = 130;
const KNOT_KPH = 1.852;
const CAR_AFTER_CAR_M = 5;

/** Devices use the doors in turn. */
const DOORS = ['osmand', 'owntracks', 'positions'] as const;
type DoorName = (typeof DOORS)[number];
const doorOf = (device: number): DoorName => DOORS[device % DOORS.length] ?? 'osmand';
/** OwnTracks tells whole seconds. */
export const tellsMilliseconds = (device: number): boolean => doorOf(device) !== 'owntracks';

interface Fix {
  readonly t: number;
  readonly lat: number;
  readonly lng: number;
  readonly headingDeg: number;
}

const post = (path: string, type: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: flagpost\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** As each protocol's client sends it. */
const REQUEST_OF: Readonly<Record<DoorName, (path: string, fix: Fix) => string>> = {
  osmand: (path, { t, lat, lng, headingDeg }) =>
    `GET ${path}?id=1&timestamp=${t}&lat=${lat.toFixed(6)}&lon=${lng.toFixed(6)}&speed=${(SPEED_KPH / KNOT_KPH).toFixed(2)}` +
    `&bearing=${headingDeg}&altitude=182.4&accuracy=4.2&batt=80 HTTP/1.1\r\nHost: flagpost\r\n` +
    'User-Agent: OsmAndroid/4.7.9\r\nAccept-Encoding: gzip\r\nConnection: Keep-Alive\r\n\r\n',
  owntracks: (path, { t, lat, lng, headingDeg }) => {
    const place = { lat, lon: lng, tst: Math.floor(t / 1_000), vel: SPEED_KPH, cog: headingDeg };
    return post(
      path,
      'application/json',
      JSON.stringify({ _type: 'location', acc: 4, batt: 80, tid: '01', ...place }),
    );
  },
  positions: (path, fix) =>
    post(path, 'application/x-ndjson', `${JSON.stringify({ ...fix, speedKph: SPEED_KPH, accuracyM: 4 })}\n`),
};

const course = roundCourse(COURSE_M);

/** The request of a device that has driven for so long. */
const requestOf = (device: number, path: string, drivenMs: number): string => {
  const metres = (drivenMs / 3_600) * SPEED_KPH + device * CAR_AFTER_CAR_M;
  const fix = { t: Date.now(), ...course.placeAt(metres), headingDeg: course.headingAt(metres) };
  return REQUEST_OF[doorOf(device)](path, fix);
};

/** Connects every device; then they send. @throws if one cannot connect */
export const startDevices = ({ url, doors, seed, beginWithinMs }: DeviceSizes): Promise<Devices> =>
  startOpenLoop({
    url,
    senders: doors.length,
    everyMs: FIX_EVERY_MS,
    beginWithinMs,
    seed,
    expected: 200,
    requestOf: (device, drivenMs) => requestOf(device, doors[device]?.[doorOf(device)] ?? '', drivenMs),
  });
