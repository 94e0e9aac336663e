import type { LiveCar, LiveFrame } from '@flagpost/contracts';

export const EVENT = 1;
const LAP_S = 110;
const RADIUS_DEG = 0.06;
export const FRAMES_PER_S = 10;

/** Cars round a circle, as sent to screens. */
export interface Field {
  readonly cars: number;
  /** Fixes of each car in a second: at 10 every frame has all cars, at 1 a tenth of them. */
  readonly hz: number;
  readonly seconds: number;
  /** Epoch ms. */
  readonly startsAt: number;
}

export const carAt = ({ cars }: Field, index: number, atMs: number): LiveCar => {
  const angle = (atMs / 1_000 / LAP_S + index / cars) * 2 * Math.PI;
  const micro = (value: number): number => Math.round(value * 1e6) / 1e6;
  return {
    invitationId: 1_000 + index,
    receivedAt: atMs,
    t: atMs - 300,
    lat: micro(44.6 + RADIUS_DEG * (1 + (index % 10) / 20) * Math.cos(angle)),
    lng: micro(8.157 + RADIUS_DEG * (1 + (index % 10) / 20) * Math.sin(angle)),
    speedKph: 120 + (index % 300) / 10,
    headingDeg: Math.round((angle * 180) / Math.PI + 90) % 360,
    battery: 80,
    lapEpoch: 0,
    counter: 17,
    lastLapMs: 110_317,
    bestLapMs: 109_870,
    offline: false,
    stopped: false,
    sos: false,
  };
};

/** Ten frames a second, each with the cars that have a new fix in it. */
export const framesOf = (field: Field): LiveFrame[] =>
  Array.from({ length: field.seconds * FRAMES_PER_S }, (_, number) => {
    const serverTime = field.startsAt + (number * 1_000) / FRAMES_PER_S;
    const indexes = Array.from({ length: field.cars }, (__, index) => index);
    const due = indexes.filter((index) => ((index + number) * field.hz) % FRAMES_PER_S < field.hz);
    return { eventId: EVENT, serverTime, cars: due.map((index) => carAt(field, index, serverTime)) };
  });
