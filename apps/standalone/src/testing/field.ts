import {
  FINISH_RADIUS_M,
  MAP_DEFAULT,
  SAFETY_CAR_DELAY_S,
  type CategoryAnswer,
  type DeviceTokenAnswer,
  type EventAnswer,
  type InvitationDriverAnswer,
  type LapRow,
  type LatLng,
} from '@flagpost/contracts';
import { systemScheduler } from '@flagpost/platform/system';
import { createPhone, type Phone } from '@flagpost/simulator';
import { localPlane } from '@flagpost/telemetry';
import { signIn, type Caller } from './calls.js';
import type { Cluster } from './cluster.js';

/**
 * A field of cars that each drive a whole number of laps of a round course at a steady speed, a phone in each, their
 * doors shared out among all telemetry-ingests. What an undisturbed run gives is plain: so many laps, each as long as
 * the course takes at that speed. A car that is through stands there and goes on reporting, until the field is stopped.
 */
export interface Field {
  readonly eventId: number;
  readonly cars: readonly FieldCar[];
  /** Laps that each car has completed when all is driven. */
  readonly laps: number;
  /** Resolves when every fix that was recorded has been stored by a door. */
  readonly driven: Promise<void>;
  stop(): void;
}

export interface FieldCar {
  readonly invitationId: number;
  readonly lapTimeMs: number;
  /** Which telemetry-ingest its phone sends to, counted from 0. */
  readonly ingest: number;
  /** Address of the positions door of that telemetry-ingest, with the car's token. */
  readonly door: string;
  /** Device times of the fixes that it recorded as it drove, epoch ms. */
  readonly recorded: readonly number[];
}

export interface FieldOptions {
  readonly cluster: Cluster;
  readonly cars: number;
  readonly laps: number;
  /** Seconds of the race in one real second. */
  readonly speed: number;
}

const ITALY = 380;
const COURSE_M = 6_000;
const GRID_M = 200;
const FASTEST_MPS = 42;
const FIX_EVERY_MS = 1_000;
const SEND_EVERY_MS = 200;
/** By device time. */
const STANDING_FIX_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;
const AT_ONCE = 8;
/** A path between two fixes is straight, the course is round; and doors stamp whole milliseconds. */
const TOLERANCE_MS = 50;

const plane = localPlane(MAP_DEFAULT.lat, MAP_DEFAULT.lng);
const RADIUS_M = COURSE_M / (2 * Math.PI);
const placeOf = (metres: number): LatLng => ({
  lat: MAP_DEFAULT.lat + (RADIUS_M * Math.cos(metres / RADIUS_M)) / plane.metresPerLat,
  lng: MAP_DEFAULT.lng + (RADIUS_M * Math.sin(metres / RADIUS_M)) / plane.metresPerLng,
});

const each = async <R>(count: number, work: (index: number) => Promise<R>): Promise<R[]> => {
  const done: R[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => work(from + index));
    done.push(...(await Promise.all(some)));
  }
  return done;
};

const answered = async <T>(caller: Caller, method: string, path: string, sent?: unknown): Promise<T> => {
  const { status, body } = await caller.call<T>(method, path, sent);
  if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** An event under way with its cars entered and authorised, and the door of each. */
const enter = async (planner: Caller, cars: number) => {
  const { catId } = await answered<CategoryAnswer>(planner, 'POST', '/driverCategories', { Name: 'Field' });
  const now = Date.now();
  const { eveId: eventId } = await answered<EventAnswer>(planner, 'POST', '/events', {
    Name: 'Field',
    Start: new Date(now - HOUR_MS).toISOString(),
    Finish: new Date(now + 4 * HOUR_MS).toISOString(),
    CouId: ITALY,
    State: 'Savona',
    City: 'Cairo Montenotte',
    CircuitName: 'Round course',
    Categories: [catId],
    Radius: FINISH_RADIUS_M.default,
    SafetyCarDelay: SAFETY_CAR_DELAY_S.default,
  });
  const line = placeOf(0);
  await answered(planner, 'PUT', '/circuitRoutes', {
    eventId,
    pointsMetaStart: line,
    pointsMetaFinish: line,
  });
  const invitationIds = await each(cars, async (index) => {
    const { Invitation } = await answered<InvitationDriverAnswer>(
      planner,
      'POST',
      '/invitations/createInvitationDriver/',
      {
        User: { Id: 0, Name: 'Driver', Surname: `${index}`, Phone: '', Email: `field${index}@drivers.demo` },
        Driver: { Id: 0, GrupoSanguineo: '0+' },
        Invitation: {
          Id: 0,
          EveId: eventId,
          Number: String(index + 1),
          Brand: 'Belbo',
          Model: 'Sedici',
          CatId: catId,
          CodriverName: null,
          CodriverSurname: null,
          CodriverGrupoSang: null,
        },
      },
    );
    return Invitation.Id;
  });
  await answered(planner, 'PATCH', '/invitations/authorized', { Invitations: invitationIds, Authorized: 1 });
  await answered(planner, 'PUT', `/events/publish/${eventId}`);
  const doors = await each(cars, async (index) => {
    const path = `/invitations/${invitationIds[index] ?? 0}/deviceToken`;
    return (await answered<DeviceTokenAnswer>(planner, 'POST', path)).doors.positions;
  });
  return { eventId, invitationIds, doors };
};

export const startField = async ({ cluster, cars: count, laps, speed }: FieldOptions): Promise<Field> => {
  const planner = await signIn(cluster.apis[0]?.url ?? '', 'planner@flagpost.demo');
  const { eventId, invitationIds, doors } = await enter(planner, count);

  const speedMps = (index: number): number => FASTEST_MPS - (index % 20) / 2;
  /** Half a lap more than counts: the last crossing is stated when it lies behind. */
  const endM = (laps + 0.5) * COURSE_M;
  const longestMs = ((endM + GRID_M) / speedMps(19)) * 1_000;
  const beganReal = Date.now();
  // Device clocks catch up with the real one by the end: they never run ahead of it.
  const began = beganReal - longestMs;

  const driving = invitationIds.map((invitationId, index) => {
    const ingest = index % cluster.ingests.length;
    const door = (doors[index] ?? '').replace(/^https?:\/\/[^/]+/, cluster.ingests[ingest]?.url ?? '');
    const sent = { accepted: 0, dropped: {} };
    const phone: Phone = createPhone({ door, scheduler: systemScheduler, sent, onEnded: () => undefined });
    const lapTimeMs = (COURSE_M / speedMps(index)) * 1_000;
    const recorded: number[] = [];
    return {
      car: { invitationId, ingest, door, recorded, lapTimeMs },
      phone,
      recorded,
      speedMps: speedMps(index),
      nextAt: Math.round(began + (index * FIX_EVERY_MS) / count),
      isStored: false,
    };
  });

  let finished: () => void = () => undefined;
  const driven = new Promise<void>((resolve) => (finished = resolve));
  const timer = systemScheduler.every(SEND_EVERY_MS, () => {
    const now = Math.min(began + (Date.now() - beganReal) * speed, Date.now());
    for (const one of driving) {
      const metresAt = (t: number): number => ((t - began) / 1_000) * one.speedMps - GRID_M;
      for (; one.nextAt <= now && metresAt(one.nextAt) < endM; one.nextAt += FIX_EVERY_MS) {
        const speedKph = one.speedMps * 3.6;
        one.phone.record({ t: one.nextAt, ...placeOf(metresAt(one.nextAt)), speedKph });
        one.recorded.push(one.nextAt);
      }
      const isThrough = metresAt(one.nextAt) >= endM;
      one.isStored ||= isThrough && one.phone.waiting() === 0;
      if (one.isStored && one.nextAt <= now) {
        one.phone.record({ t: Math.round(now), ...placeOf(endM), speedKph: 0 });
        one.nextAt = now + STANDING_FIX_EVERY_MS;
      }
      one.phone.flush();
    }
    if (driving.every(({ isStored }) => isStored)) finished();
  });
  return {
    eventId,
    cars: driving.map(({ car }) => car),
    laps,
    driven,
    stop() {
      timer.cancel();
      for (const { phone } of driving) phone.stop();
    },
  };
};

/** What is wrong with the recorded laps of a field, in words; nothing where they are those of an undisturbed run. */
export const lapFaults = async (caller: Caller, { eventId, cars, laps }: Field): Promise<string[]> => {
  const rows = await answered<LapRow[]>(caller, 'GET', `/events/laps/${eventId}`);
  return cars.flatMap(({ invitationId, lapTimeMs }) => {
    const own = rows.filter((row) => row.InvitationId === invitationId);
    const numbers = own.map(({ Lap }) => Lap).sort((one, other) => one - other);
    const wanted = Array.from({ length: laps }, (_, index) => index + 1);
    if (numbers.join() !== wanted.join()) return [`car ${invitationId} has the laps ${numbers.join()}`];
    return own
      .filter((row) => Math.abs((row.lapTimeMs ?? 0) - lapTimeMs) > TOLERANCE_MS)
      .map((row) => `lap ${row.Lap} of car ${invitationId} took ${row.lapTimeMs ?? 0}, not ${lapTimeMs}`);
  });
};
