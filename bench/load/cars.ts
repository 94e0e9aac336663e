import type { DeviceTokenAnswer } from '@flagpost/contracts';
import {
  categoryIdsOf,
  enterAndPublish,
  makeEvent,
  numbered,
  roundCourse,
  signIn,
} from '@flagpost/race-testing';
import { openConnections } from './http.ts';

/** Cars of a published event that drive round one course, and send through the positions door. */
const COURSE_M = 6_000;
const SPEED_KPH = 130;
const FIX_EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;

const PLANNER = 'planner@flagpost.demo';
const VIEWER = 'viewer@flagpost.demo';

export interface EnteredCar {
  readonly invitationId: number;
  readonly doors: Omit<DeviceTokenAnswer['doors'], 'signals' | 'orders'>;
}

export interface Entered {
  readonly eventId: number;
  /** Of the positions door, one a car. */
  readonly paths: readonly string[];
  /** Each car, with the paths of its doors. */
  readonly cars: readonly EnteredCar[];
  /** Of a user who may watch. */
  readonly accessToken: string;
}

/** Of a Flagpost with demo accounts. */
export const enterCars = async (url: string, name: string, cars: number): Promise<Entered> => {
  const planner = await signIn(url, PLANNER);
  const categoryIds = await categoryIdsOf(planner, [name]);
  const now = Date.now();
  const eventId = await makeEvent(planner, {
    name,
    startsAt: now - HOUR_MS,
    finishesAt: now + HOUR_MS,
    categoryIds,
    course: roundCourse(COURSE_M),
  });
  const entrants = Array.from({ length: cars }, (_, index) => numbered(index));
  const entered = await enterAndPublish(planner, eventId, categoryIds, entrants);
  const pathOf = (door: string): string => new URL(door).pathname;
  const inside = entered.map(({ invitationId, doors: { osmand, owntracks, positions } }) => ({
    invitationId,
    doors: { osmand: pathOf(osmand), owntracks: pathOf(owntracks), positions: pathOf(positions) },
  }));
  const { token } = await signIn(url, VIEWER);
  return { eventId, paths: inside.map(({ doors }) => doors.positions), cars: inside, accessToken: token };
};

export interface Driven {
  readonly url: string;
  readonly paths: readonly string[];
  /** That stay open; cars share them in turn. */
  readonly connections: number;
  /** A car sends so many fixes in one request, at the time of the last of them. */
  readonly fixesAtOnce: number;
  /** Interval at which due cars are looked for. */
  readonly tickMs: number;
}

/** Every car at 1 Hz, in its own moment. */
export const driveCars = async (driven: Driven): Promise<() => void> => {
  const { url, paths, fixesAtOnce, tickMs } = driven;
  const course = roundCourse(COURSE_M);
  const connections = await openConnections(url, driven.connections);
  const heads = paths.map(
    (path) => `POST ${path} HTTP/1.1\r\nhost: flagpost\r\ncontent-type: application/x-ndjson\r\n`,
  );
  const began = Date.now();
  const fixAt = (car: number, t: number): string => {
    const metres = ((t - began) / 3_600) * SPEED_KPH + car * 5;
    const seen = { ...course.placeAt(metres), speedKph: SPEED_KPH, headingDeg: course.headingAt(metres) };
    return JSON.stringify({ t, ...seen });
  };
  const send = (car: number): Promise<void> => {
    const now = Date.now();
    const times = Array.from({ length: fixesAtOnce }, (_, back) => now - back * FIX_EVERY_MS).toReversed();
    const body = times.map((t) => fixAt(car, t)).join('\n');
    const request = Buffer.from(`${heads[car]}content-length: ${body.length}\r\n\r\n${body}`);
    return connections.sendOver(car % driven.connections, request);
  };
  let done = 0;
  let failure: unknown = null;
  const timer = setInterval(() => {
    if (failure !== null) throw new Error('A fix was not taken.', { cause: failure });
    const due = ((Date.now() - began) / (FIX_EVERY_MS * fixesAtOnce)) * paths.length;
    for (; done < due; done++) send(done % paths.length).catch((error: unknown) => (failure ??= error));
  }, tickMs);
  return () => {
    clearInterval(timer);
    connections.close();
  };
};
