import { setTimeout as wait } from 'node:timers/promises';
import type { FlagRow, PoiIcon, PoisRequest, SectorPictureAnswer, SectorRequest } from '@flagpost/contracts';
import { systemScheduler } from '@flagpost/platform/system';
import { createPhone, receiveOrders, sectorPicture, type Phone } from '@flagpost/simulator';
import { answered, staySignedIn, type Caller } from './calls.js';
import { categoryIdsOf, enterAndPublish, makeEvent, numbered, type Entrant } from './made-event.js';
import { roundCourse } from './round-course.js';

/**
 * A race controlled by a test: its cars drive laps of a round course through the public doors, at a multiple of real
 * time, and follow a script. Nothing is random.
 */
export interface ScriptedRace {
  readonly eventId: number;
  readonly name: string;
  readonly cars: readonly ScriptedCar[];
  /** Of the race, since it began. */
  elapsedMs(): number;
  stop(): void;
}

export interface ScriptedCar {
  readonly carNumber: string;
  readonly invitationId: number;
  readonly category: string;
  /** The time of a lap without a stop. */
  readonly lapTimeMs: number;
  /** Whether the car neither stopped nor was offline between two instants of device time: such a lap takes `lapTimeMs`. */
  wasSteady(fromMs: number, toMs: number): boolean;
  /** It stops, and keeps sending. */
  stands: boolean;
  /** It is out of reach: its fixes are lost. */
  isSilent: boolean;
  /** Its driver confirms every flag on arrival. */
  confirms: boolean;
  say(type: 'sos' | 'sosCleared' | 'flagConfirmed'): void;
}

export interface ScriptedRaceOptions {
  readonly url: string;
  /** Of the event. */
  readonly name?: string;
  readonly cars: number;
  /** From 0. */
  readonly entrant?: (index: number) => Entrant;
  /** Metres between cars on the grid; less if there are many. */
  readonly gridGapM?: number;
  /** Assigned to cars in rotation. */
  readonly categories: readonly string[];
  /** Seconds of the race in one real second. */
  readonly speed: number;
  readonly safetyCarDelayS?: number;
  /** The cars have driven so long before it begins, without a link: all of that is delivered at once. */
  readonly drivenMs?: number;
  /** From now on. */
  readonly lastsMs?: number;
  /** Whether its devices read their orders and say what they show (default); others cannot be reached. */
  readonly showsOrders?: boolean;
}

const NAME = 'Scripted race';
const PLANNER = 'planner@flagpost.demo';
const COURSE_M = 6_000;
/** Of the first car; each following one is slower. */
const FASTEST_KPH = 150;
const GRID_GAP_M = 20;
const FIX_EVERY_MS = 1_000;
const SEND_EVERY_MS = 500;
const CONFIRM_EVERY_MS = 500;
/** Time limit of a script: device time begins this far in the past, so that it stays behind real time. */
const SCRIPT_MS = 30 * 60_000;

const course = roundCourse(COURSE_M);

const SECTORS = [1, 2, 3] as const;
const POSTS: readonly { metres: number; description: string; icon: PoiIcon }[] = [
  { metres: 1_500, description: 'Post 1', icon: 'banderillero' },
  { metres: 4_500, description: 'Post 2', icon: 'rescate' },
];

const UPLOAD = '/commonServices/uploadSectorPic/';
const TRIES_APART_MS = 500;
const MOST_TRIES = 20;

/** The path of a picture. One upload of an account runs at a time, and the demo race has the same planner. */
const uploaded = async (planner: Caller, picture: Uint8Array<ArrayBuffer>): Promise<string> => {
  for (let tries = 1; ; tries++) {
    const form = new FormData();
    form.append('file', new Blob([picture]), 'sector.png');
    const { status, body } = await planner.call<SectorPictureAnswer>('POST', UPLOAD, form);
    if (status < 300) return body.fileName;
    if (status !== 429 || tries === MOST_TRIES)
      throw new Error(`POST ${UPLOAD} was answered ${status}: ${JSON.stringify(body)}`);
    await wait(TRIES_APART_MS);
  }
};

/** A part of the course, with a picture. */
const addSector = async (planner: Caller, eventId: number, Number: number): Promise<void> => {
  const { drawn } = course;
  const pieces = (drawn.length - 1) / SECTORS.length;
  const stretch = drawn.slice((Number - 1) * pieces, Number * pieces + 1);
  const sector: SectorRequest = {
    Number,
    Picpath: await uploaded(planner, Uint8Array.from(sectorPicture(drawn, stretch))),
    Kms: COURSE_M / 1_000 / SECTORS.length,
    TraId: eventId,
    From: stretch[0] ?? null,
    To: stretch.at(-1) ?? null,
  };
  await answered(planner, 'POST', '/sectors/', sector);
};

/** The event with its posts and sectors. */
const prepare = async (
  planner: Caller,
  { name = NAME, safetyCarDelayS, lastsMs = 24 * 3_600_000 }: ScriptedRaceOptions,
  categoryIds: readonly number[],
): Promise<number> => {
  const now = Date.now();
  const eventId = await makeEvent(planner, {
    name,
    startsAt: now - 3_600_000,
    finishesAt: now + lastsMs,
    categoryIds,
    course,
    ...(safetyCarDelayS === undefined ? {} : { safetyCarDelayS }),
  });
  const pois: PoisRequest = {
    eventId,
    pois: POSTS.map(({ metres, description, icon }) => ({ ...course.placeAt(metres), description, icon })),
  };
  await answered(planner, 'POST', '/interestpoints', pois);
  for (const Number of SECTORS) await addSector(planner, eventId, Number);
  return eventId;
};

interface Driven extends ScriptedCar {
  /** Device times of the fixes while it was stopped or out of reach. */
  readonly disturbedAt: number[];
  readonly phone: Phone;
  readonly speedKph: number;
  metres: number;
  /** Device time of the next fix. */
  nextAt: number;
}

/** Records the fixes due until `t`. */
const drive = (car: Driven, t: number): void => {
  for (; car.nextAt <= t; car.nextAt += FIX_EVERY_MS) {
    if (car.stands || car.isSilent) car.disturbedAt.push(car.nextAt);
    const speedKph = car.stands ? 0 : car.speedKph;
    car.metres += (speedKph / 3_600) * FIX_EVERY_MS;
    const seen = { ...course.placeAt(car.metres), speedKph, headingDeg: course.headingAt(car.metres) };
    if (!car.isSilent) car.phone.record({ t: car.nextAt, ...seen });
  }
};

/** Creates and publishes a running event with its cars on the grid, and starts them. */
export const startScriptedRace = async (options: ScriptedRaceOptions): Promise<ScriptedRace> => {
  const { url, speed, entrant = numbered, gridGapM = GRID_GAP_M, drivenMs = 0 } = options;
  const planner = await staySignedIn(url, PLANNER);
  const categoryIds = await categoryIdsOf(planner, options.categories);
  const eventId = await prepare(planner, options, categoryIds);
  const entrants = Array.from({ length: options.cars }, (_, index) => entrant(index));
  const entered = await enterAndPublish(planner, eventId, categoryIds, entrants);

  const beganReal = Date.now();
  const began = beganReal - (speed - 1) * SCRIPT_MS - drivenMs;
  const elapsedMs = (): number => (Date.now() - beganReal) * speed + drivenMs;
  const sent = { accepted: 0, dropped: {} };
  const cars = entered.map(({ invitationId, doors }, index): Driven => {
    const phone = createPhone({
      doors: [doors.positions],
      scheduler: systemScheduler,
      sent,
      onEnded: () => undefined,
    });
    const speedKph = FASTEST_KPH - (index % 60);
    const disturbedAt: number[] = [];
    return {
      carNumber: entrants[index]?.carNumber ?? '',
      invitationId,
      category: options.categories[index % options.categories.length] ?? '',
      disturbedAt,
      // A crossing next to a gap is interpolated across it, so the fixes on both sides count.
      wasSteady: (fromMs, toMs) =>
        !disturbedAt.some((at) => at >= fromMs - FIX_EVERY_MS && at <= toMs + FIX_EVERY_MS),
      stands: false,
      isSilent: false,
      confirms: true,
      say: (type) => phone.record({ signal: { type } }),
      phone,
      speedKph,
      lapTimeMs: (COURSE_M / speedKph) * 3_600,
      metres: -(index + 2) * Math.min(gridGapM, COURSE_M / (options.cars + 2)),
      nextAt: began + (index * FIX_EVERY_MS) / options.cars,
    };
  });

  const receivers = (options.showsOrders === false ? [] : cars).map((car, index) => {
    const shown = new Set<number>();
    return receiveOrders({
      door: entered[index]?.doors.orders ?? '',
      scheduler: systemScheduler,
      onOrders({ unconfirmed }) {
        for (const { id: flagId } of unconfirmed) {
          if (car.isSilent || shown.has(flagId)) continue;
          shown.add(flagId);
          car.phone.record({ signal: { type: 'flagShown', flagId } });
        }
      },
    });
  });

  const confirmed = new Set<string>();
  const confirm = async (): Promise<void> => {
    const flags = await answered<FlagRow[]>(planner, 'GET', `/events/flags/${eventId}`);
    for (const { FlagId: flagId, InvitationsSelected: to } of flags) {
      for (const { invitationId, confirms, isSilent, phone } of cars) {
        const key = `${flagId} ${invitationId}`;
        if (!confirms || isSilent || confirmed.has(key)) continue;
        confirmed.add(key);
        if (to.length === 0 || to.includes(invitationId))
          phone.record({ signal: { type: 'flagConfirmed', flagId } });
      }
    }
  };

  const timers = [
    systemScheduler.every(SEND_EVERY_MS, () => {
      const t = began + elapsedMs();
      for (const car of cars) {
        drive(car, t);
        car.phone.flush();
      }
    }),
    // Retried, as the test may have stopped the server.
    systemScheduler.every(CONFIRM_EVERY_MS, () => void confirm().catch(() => undefined)),
  ];
  return {
    eventId,
    name: options.name ?? NAME,
    cars,
    elapsedMs,
    stop() {
      for (const timer of timers) timer.cancel();
      for (const { phone } of cars) phone.stop();
      for (const receiver of receivers) receiver.stop();
    },
  };
};
