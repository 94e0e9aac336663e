import type { Socket } from 'node:net';
import { roundCourse } from '@flagpost/race-testing';
import { createLatencies, type Latencies } from '../frame/measure.ts';
import type { EnteredCar } from './cars.ts';
import { createSchedule } from './schedule.ts';
import { connected, eachAnswer } from './sockets.ts';

/** Devices that send one fix a second, each over a connection of its own, whether the fix before is answered or not. */
export interface Devices {
  /** Forgets what was counted, not what waits. */
  begin(): void;
  /** Since `begin`. */
  counted(): Arrived;
  /** Stops sending, and resolves when everything is answered or so much time has passed. */
  rest(withinMs: number): Promise<void>;
  close(): void;
}

export interface Arrived {
  /** With 200. */
  readonly answered: number;
  /** With anything else. */
  readonly refused: number;
  /** Sent at any time and not answered yet. */
  readonly waiting: number;
  /** From the write to the answer 200, ms. */
  readonly acknowledged: Latencies;
  /** From the moment at which a fix was due to its write, ms. */
  readonly late: Latencies;
}

export interface DeviceSizes {
  readonly url: string;
  /** Paths of each device's doors. */
  readonly doors: readonly EnteredCar['doors'][];
  readonly seed: number;
}

const FIX_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 1;
const ANSWERED_EVERY_MS = 20;
const CONNECT_AT_ONCE = 500;

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

/** A few hundred at a time: more than a server's backlog would be refused. */
const connectAll = async (url: string, count: number): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Math.min(CONNECT_AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: some }, () => connected(url)))));
  }
  return sockets;
};

const nothingYet = () => ({
  answered: 0,
  refused: 0,
  acknowledged: createLatencies(),
  late: createLatencies(),
});

/** Connects every device; then they send. @throws if one cannot connect */
export const startDevices = async ({ url, doors, seed }: DeviceSizes): Promise<Devices> => {
  const sockets = await connectAll(url, doors.length);
  const schedule = createSchedule(doors.length, FIX_EVERY_MS, seed);
  let counts = nothingYet();
  let waiting = 0;
  let lost = 0;
  /** When each unanswered fix was sent, oldest first, by device. */
  const sentAt = sockets.map((): number[] => []);
  sockets.forEach((socket, device) => {
    // Whatever the reason, 'close' follows.
    socket.on('error', () => undefined).on('close', () => (lost += 1));
    eachAnswer(socket, (status) => {
      const at = sentAt[device]?.shift() ?? NaN;
      waiting -= 1;
      if (status === 200) {
        counts.answered += 1;
        counts.acknowledged.add(performance.now() - at);
      } else counts.refused += 1;
    });
  });

  const began = performance.now();
  const send = (device: number, drivenMs: number): void => {
    const path = doors[device]?.[doorOf(device)] ?? '';
    sentAt[device]?.push(performance.now());
    waiting += 1;
    sockets[device]?.write(requestOf(device, path, drivenMs), 'latin1');
  };
  let arrival = 0;
  const timer = setInterval(() => {
    if (lost > 0) throw new Error(`${lost} devices lost their connection.`);
    const now = performance.now() - began;
    for (; schedule.dueMs(arrival) <= now; arrival++) {
      counts.late.add(performance.now() - began - schedule.dueMs(arrival));
      send(schedule.deviceOf(arrival), now);
    }
  }, LOOK_EVERY_MS);
  return {
    begin: () => void (counts = nothingYet()),
    counted: () => ({ ...counts, waiting }),
    async rest(withinMs) {
      clearInterval(timer);
      for (let left = withinMs; left > 0 && waiting > 0; left -= ANSWERED_EVERY_MS)
        await new Promise((resolve) => setTimeout(resolve, ANSWERED_EVERY_MS));
    },
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
};
