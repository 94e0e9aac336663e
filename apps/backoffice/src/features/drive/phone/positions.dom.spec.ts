import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Fix } from '@flagpost/telemetry/phone/upload-queue';
import { watchPositions, type ReceiverState } from './positions.js';

/** The receiver as a browser has it: it calls back with each position, and is asked for one. */
interface Receiver {
  take: PositionCallback;
  fail: PositionErrorCallback;
  options: PositionOptions | undefined;
}

const NOW = Date.UTC(2026, 5, 6, 12);
const DENIED = 1;
const TIMEOUT = 3;

let receiver: Receiver | null;
let asked: (PositionOptions | undefined)[];
let cleared: number[];
let fixes: Fix[];
let states: ReceiverState[];
let stop: () => void;

const give = (value: unknown): void => {
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value });
};
const watch = (): void => {
  stop = watchPositions({ onFix: (fix) => fixes.push(fix), onState: (state) => states.push(state) });
};

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  [receiver, asked, cleared, fixes, states] = [null, [], [], [], []];
  stop = () => undefined;
  give({
    watchPosition: (take: PositionCallback, fail: PositionErrorCallback, options?: PositionOptions) => {
      receiver = { take, fail, options };
      return 7;
    },
    getCurrentPosition: (_: PositionCallback, _fail: PositionErrorCallback, options?: PositionOptions) =>
      void asked.push(options),
    clearWatch: (id: number) => void cleared.push(id),
  });
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'geolocation');
});

/** A position that the receiver has at this time by its own clock. */
const has = (timestamp: number, changes: Partial<GeolocationCoordinates> = {}): void => {
  const coords = { latitude: 44.6, longitude: 8.1, accuracy: 6, speed: null, heading: null, ...changes };
  receiver?.take({ coords, timestamp } as GeolocationPosition);
};
const fails = (code: number): void =>
  receiver?.fail({ code, PERMISSION_DENIED: DENIED } as GeolocationPositionError);

it('asks for the best accuracy and for no old position', () => {
  watch();
  expect(receiver?.options).toMatchObject({ enableHighAccuracy: true, maximumAge: 0 });
  expect(states).toEqual(['waiting']);
});

it('gives one position a second of a receiver that has five', () => {
  watch();
  for (let at = 0; at < 5_000; at += 200) {
    jest.setSystemTime(NOW + at);
    has(NOW + at);
  }
  expect(fixes.map(({ t }) => (t - NOW) / 1_000)).toEqual([0, 1, 2, 3, 4]);
});

it('gives every position of a receiver that has one a second, some a little early', () => {
  watch();
  for (const at of [0, 980, 1_950, 3_020]) {
    jest.setSystemTime(NOW + at);
    has(NOW + at);
  }
  expect(fixes).toHaveLength(4);
});

it('gives every position after the clock of the phone was set back', () => {
  watch();
  for (const at of [0, 1_000, -600_000, -599_800, -599_000]) {
    jest.setSystemTime(NOW + at);
    has(NOW + at);
  }
  expect(fixes.map(({ t }) => t - NOW)).toEqual([0, 1_000, -600_000, -599_000]);
});

it('asks a receiver that says nothing after the clock of the phone was set back', () => {
  watch();
  has(NOW);
  jest.setSystemTime(NOW - 600_000);
  jest.advanceTimersByTime(10_000);
  expect(asked).toHaveLength(1);
});

it.each([
  ['is an hour behind', -3_600_000],
  ['is an hour ahead', 3_600_000],
  ['begins in 1970', -NOW],
])('takes the time of the phone where the clock of the receiver %s', (_, offMs) => {
  watch();
  for (const at of [0, 1_000]) {
    jest.setSystemTime(NOW + at);
    has(NOW + at + offMs);
  }
  expect(fixes.map(({ t }) => t)).toEqual([NOW, NOW + 1_000]);
});

it('keeps the time of a receiver that is a little behind', () => {
  watch();
  has(NOW - 1_400.4);
  expect(fixes[0]?.t).toBe(NOW - 1_400);
});

it('reads speed and heading, and leaves out what is not known', () => {
  watch();
  has(NOW, { speed: 25, heading: 91.23, latitude: 44.600_000_04 });
  has(NOW + 1_000, { speed: Number.NaN, heading: Number.NaN });
  expect(fixes).toEqual([
    { t: NOW, lat: 44.6, lng: 8.1, speedKph: 90, headingDeg: 91.2, accuracyM: 6 },
    { t: NOW + 1_000, lat: 44.6, lng: 8.1, accuracyM: 6 },
  ]);
});

it('says that the driver denied it, that there is none at the moment, and that it is good again', () => {
  watch();
  fails(DENIED);
  fails(TIMEOUT);
  has(NOW);
  expect(states).toEqual(['waiting', 'denied', 'unavailable', 'good']);
});

it('asks a receiver that says nothing, until it is stopped', () => {
  watch();
  has(NOW);
  jest.advanceTimersByTime(10_000);
  expect(asked[0]).toMatchObject({ enableHighAccuracy: true });
  stop();
  const before = asked.length;
  jest.advanceTimersByTime(60_000);
  expect([cleared, asked.length]).toEqual([[7], before]);
});

it('says that a browser without a receiver has none', () => {
  give(undefined);
  watch();
  expect(states).toEqual(['unavailable']);
});
