import { HOUR_MS, type LapRow } from '@flagpost/contracts';
import { systemScheduler } from '@flagpost/platform/system';
import { until } from '@flagpost/testing';
import { createPhone, type Phone } from '@flagpost/simulator';
import { answered, signIn, type Caller } from './calls.js';
import type { Cluster } from './cluster.js';
import { categoryIdsOf, enterAndPublish, makeEvent, numbered } from './made-event.js';
import { roundCourse } from './round-course.js';

/**
 * A field of cars that each drive a number of laps of a round course at a constant speed, with a phone each. Phones are
 * spread over all telemetry-ingests; if one does not answer, its phones use the next. The expected result is simple: so
 * many laps, each with the time for the course at that speed. A car that has finished stays and keeps sending until the
 * field is stopped.
 */
export interface Field {
  readonly eventId: number;
  readonly cars: readonly FieldCar[];
  /** Laps that each car has completed at the end. */
  readonly laps: number;
  /** Resolves when every recorded fix has been stored by a door. */
  readonly driven: Promise<void>;
  stop(): void;
}

export interface FieldCar {
  readonly invitationId: number;
  readonly lapTimeMs: number;
  /** Address of the positions door that its phone tries first, with the car's token. */
  readonly door: string;
  /** Device times of the fixes recorded while driving, epoch ms. */
  readonly recorded: readonly number[];
}

export interface FieldOptions {
  readonly cluster: Cluster;
  readonly cars: number;
  readonly laps: number;
  /** Seconds of the race in one real second. */
  readonly speed: number;
}

const COURSE_M = 6_000;
const GRID_M = 200;
const FASTEST_MPS = 42;
const FIX_EVERY_MS = 1_000;
const SEND_EVERY_MS = 1_000;
/** By device time. */
const STANDING_FIX_EVERY_MS = 5_000;
/** Tolerance: paths between fixes are straight while the course is round, and times are whole milliseconds. */
const TOLERANCE_MS = 50;

const course = roundCourse(COURSE_M);

/** A running event with its cars entered and authorised. */
const enter = async (planner: Caller, cars: number) => {
  const categoryIds = await categoryIdsOf(planner, ['Field']);
  const now = Date.now();
  const eventId = await makeEvent(planner, {
    name: 'Field',
    startsAt: now - HOUR_MS,
    finishesAt: now + 4 * HOUR_MS,
    categoryIds,
    course,
  });
  const entrants = Array.from({ length: cars }, (_, index) => numbered(index));
  return { eventId, entered: await enterAndPublish(planner, eventId, categoryIds, entrants) };
};

export const startField = async ({ cluster, cars: count, laps, speed }: FieldOptions): Promise<Field> => {
  const planner = await signIn(cluster.apis[0]?.url ?? '', 'planner@flagpost.demo');
  const { eventId, entered } = await enter(planner, count);

  const speedMps = (index: number): number => FASTEST_MPS - (index % 20) / 2;
  /** Half a lap more than counted: a crossing is stated after the car has passed it. */
  const endM = (laps + 0.5) * COURSE_M;
  const longestMs = ((endM + GRID_M) / speedMps(19)) * 1_000;
  const beganReal = Date.now();
  // Device clocks reach real time at the end and never run ahead of it.
  const began = beganReal - longestMs;

  const driving = entered.map(({ invitationId, doors }, index) => {
    const ingest = index % cluster.ingests.length;
    const { pathname } = new URL(doors.positions);
    const all = cluster.ingests.map(({ url }) => url + pathname);
    const own = [...all.slice(ingest), ...all.slice(0, ingest)];
    const sent = { accepted: 0, dropped: {} };
    const phone: Phone = createPhone({
      doors: own,
      scheduler: systemScheduler,
      sent,
      onEnded: () => undefined,
    });
    const lapTimeMs = (COURSE_M / speedMps(index)) * 1_000;
    const recorded: number[] = [];
    return {
      car: { invitationId, door: own[0] ?? '', recorded, lapTimeMs },
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
        one.phone.record({ t: one.nextAt, ...course.placeAt(metresAt(one.nextAt)), speedKph });
        one.recorded.push(one.nextAt);
      }
      const isThrough = metresAt(one.nextAt) >= endM;
      one.isStored ||= isThrough && one.phone.waiting() === 0;
      if (one.isStored && one.nextAt <= now) {
        one.phone.record({ t: Math.round(now), ...course.placeAt(endM), speedKph: 0 });
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

/** Differences between the recorded laps of a field and the expected ones, as text; empty if there are none. */
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

/** Reading laps is expensive for a server. */
const LOOK_EVERY_MS = 2_000;

/** The remaining differences once the last laps had time to arrive. A failed read is repeated. */
export const lastLapFaults = async (caller: Caller, field: Field, deadlineMs: number): Promise<string[]> => {
  let faults = ['no lap was read'];
  await until(
    'every lap',
    async () => {
      faults = await lapFaults(caller, field);
      return faults.length === 0;
    },
    { deadlineMs, everyMs: LOOK_EVERY_MS },
  ).catch(() => undefined);
  return faults;
};
