import {
  FINISH_RADIUS_M,
  MAP_DEFAULT,
  SAFETY_CAR_DELAY_S,
  type AuthorizeRequest,
  type CategoryAnswer,
  type CategoryOption,
  type CircuitRouteRequest,
  type DeviceTokenAnswer,
  type EventAnswer,
  type EventRequest,
  type FlagRow,
  type InvitationDriverAnswer,
  type InvitationDriverRequest,
  type LatLng,
  type PoiIcon,
  type PoisRequest,
  type SectorRequest,
} from '@flagpost/contracts';
import { systemScheduler } from '@flagpost/platform/system';
import { createPhone, type Phone } from '@flagpost/simulator';
import { localPlane } from '@flagpost/telemetry';
import { staySignedIn, type Caller } from './calls.js';

/**
 * A race that a test conducts: its cars drive laps of a round course through the public doors, at a multiple of real
 * time, and do what the script tells them. Nothing happens by chance.
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
  /** Of a lap that it does not stand in. */
  readonly lapTimeMs: number;
  /** It stays where it is, and says so. */
  stands: boolean;
  /** It is out of reach: what it sees is lost. */
  isSilent: boolean;
  /** Its driver confirms every flag as soon as it arrives. */
  confirms: boolean;
  say(type: 'sos' | 'sosCleared'): void;
}

/** Who drives a car of the script. */
export interface ScriptedEntrant {
  readonly carNumber: string;
  readonly name: string;
  readonly surname: string;
}

export interface ScriptedRaceOptions {
  readonly url: string;
  /** Of the event. */
  readonly name?: string;
  readonly cars: number;
  /** From 0. */
  readonly entrant?: (index: number) => ScriptedEntrant;
  /** Metres from one car on the grid to the next; where there are many, less. */
  readonly gridGapM?: number;
  /** Cars take them in turn. */
  readonly categories: readonly string[];
  /** Seconds of the race in one real second. */
  readonly speed: number;
  readonly safetyCarDelayS?: number;
  /** From now on. */
  readonly lastsMs?: number;
}

const NAME = 'Scripted race';
const numbered = (index: number): ScriptedEntrant => ({
  carNumber: String(index + 1),
  name: 'Driver',
  surname: `of ${index + 1}`,
});
const ITALY = 380;
const PLANNER = 'planner@flagpost.demo';
const COURSE_M = 6_000;
/** Of the first car; every other one is slower than the one before it. */
const FASTEST_KPH = 150;
const GRID_GAP_M = 20;
const FIX_EVERY_MS = 1_000;
const SEND_EVERY_MS = 200;
const CONFIRM_EVERY_MS = 500;
/** A script is over by then: device time begins so far back that it stays behind the clock until then. */
const SCRIPT_MS = 30 * 60_000;
const CALLS_AT_ONCE = 16;

const plane = localPlane(MAP_DEFAULT.lat, MAP_DEFAULT.lng);
const RADIUS_M = COURSE_M / (2 * Math.PI);

/** So many metres beyond the finish line, which lies in the north; driven clockwise. */
const placeOf = (metres: number): LatLng => ({
  lat: MAP_DEFAULT.lat + (RADIUS_M * Math.cos(metres / RADIUS_M)) / plane.metresPerLat,
  lng: MAP_DEFAULT.lng + (RADIUS_M * Math.sin(metres / RADIUS_M)) / plane.metresPerLng,
});
/** Degrees clockwise from north. */
const headingAt = (metres: number): number => (Math.round((metres / COURSE_M) * 360 + 90) + 3_600) % 360;

const SECTORS = [1, 2, 3] as const;
const POSTS: readonly { metres: number; description: string; icon: PoiIcon }[] = [
  { metres: 1_500, description: 'Post 1', icon: 'banderillero' },
  { metres: 4_500, description: 'Post 2', icon: 'rescate' },
];

const answered = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`The script was answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** In order, so many at once. */
const each = async <T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const done: R[] = [];
  for (let from = 0; from < items.length; from += CALLS_AT_ONCE) {
    const some = items.slice(from, from + CALLS_AT_ONCE);
    done.push(...(await Promise.all(some.map((item, index) => work(item, from + index)))));
  }
  return done;
};

const categoryIds = async (planner: Caller, names: readonly string[]): Promise<number[]> => {
  const clubId = (await answered(planner.call<{ cluId: number }>('GET', '/users/myClub/'))).cluId;
  const path = `/driverCategories/IdDescriptionByClub/${clubId}`;
  const there = await answered(planner.call<CategoryOption[]>('GET', path));
  return each(names, async (Name) => {
    const known = there.find(({ Description }) => Description === Name)?.Id;
    if (known !== undefined) return known;
    const made = planner.call<CategoryAnswer>('POST', '/driverCategories/', { Name, ClubId: clubId });
    return (await answered(made)).catId;
  });
};

const makeEvent = async (
  planner: Caller,
  { name = NAME, safetyCarDelayS, lastsMs = 24 * 3_600_000 }: ScriptedRaceOptions,
  Categories: number[],
): Promise<number> => {
  const now = Date.now();
  const event: EventRequest = {
    Name: name,
    Start: new Date(now - 3_600_000).toISOString(),
    Finish: new Date(now + lastsMs).toISOString(),
    CouId: ITALY,
    State: 'Savona',
    City: 'Cairo Montenotte',
    CircuitName: 'Round course',
    Categories,
    Radius: FINISH_RADIUS_M.default,
    SafetyCarDelay: safetyCarDelayS ?? SAFETY_CAR_DELAY_S.default,
  };
  const { eveId: eventId } = await answered(planner.call<EventAnswer>('POST', '/events/', event));
  const line = placeOf(0);
  const Positions = Array.from({ length: 121 }, (_, index) => placeOf((index * COURSE_M) / 120));
  const route: CircuitRouteRequest = {
    eventId,
    trackName: 'Round course',
    pointsTrack: [{ Positions }],
    pointsMetaStart: line,
    pointsMetaFinish: line,
    gmt: 1,
  };
  await answered(planner.call('POST', '/circuitRoutes', route));
  const pois: PoisRequest = {
    eventId,
    pois: POSTS.map(({ metres, description, icon }) => ({ ...placeOf(metres), description, icon })),
  };
  await answered(planner.call('POST', '/interestpoints', pois));
  for (const Number of SECTORS) {
    const sector: SectorRequest = { Number, Kms: COURSE_M / 1_000 / SECTORS.length, TraId: eventId };
    await answered(planner.call('POST', '/sectors/', sector));
  }
  return eventId;
};

const enter = async (
  planner: Caller,
  eventId: number,
  index: number,
  { carNumber, name, surname }: ScriptedEntrant,
  CatId: number,
): Promise<number> => {
  const body: InvitationDriverRequest = {
    User: {
      Id: null,
      Name: name,
      Surname: surname,
      Phone: null,
      Email: `scripted${index + 1}.${eventId}@drivers.demo`,
    },
    Driver: { Id: null, GrupoSanguineo: '0+' },
    Invitation: {
      Id: null,
      EveId: eventId,
      Number: carNumber,
      Brand: 'Belbo',
      Model: 'Sedici',
      CatId,
      CodriverName: null,
      CodriverSurname: null,
      CodriverGrupoSang: null,
    },
  };
  const path = '/invitations/createInvitationDriver/';
  return (await answered(planner.call<InvitationDriverAnswer>('POST', path, body))).Invitation.Id;
};

interface Driven extends ScriptedCar {
  readonly phone: Phone;
  readonly speedKph: number;
  metres: number;
  /** Device time of the next fix. */
  nextAt: number;
}

/** Records what is due until `t`. */
const drive = (car: Driven, t: number): void => {
  for (; car.nextAt <= t; car.nextAt += FIX_EVERY_MS) {
    const speedKph = car.stands ? 0 : car.speedKph;
    car.metres += (speedKph / 3_600) * FIX_EVERY_MS;
    const seen = { ...placeOf(car.metres), speedKph, headingDeg: headingAt(car.metres) };
    if (!car.isSilent) car.phone.record({ t: car.nextAt, ...seen });
  }
};

/** Makes and publishes an event under way, with its cars on the grid, and lets them go. */
export const startScriptedRace = async (options: ScriptedRaceOptions): Promise<ScriptedRace> => {
  const { url, speed, entrant = numbered, gridGapM = GRID_GAP_M } = options;
  const planner = await staySignedIn(url, PLANNER);
  const categories = await categoryIds(planner, options.categories);
  const eventId = await makeEvent(planner, options, categories);
  const grid = Array.from({ length: options.cars }, (_, index) => index);
  const entered = await each(grid, (index) =>
    enter(planner, eventId, index, entrant(index), categories[index % categories.length] ?? 0),
  );
  const all: AuthorizeRequest = { Invitations: entered, Authorized: 1 };
  if (entered.length > 0) await answered(planner.call('PATCH', '/invitations/authorized/', all));
  await answered(planner.call('PUT', `/events/publish/${eventId}`));
  const doors = await each(
    entered,
    async (id) =>
      (await answered(planner.call<DeviceTokenAnswer>('POST', `/invitations/${id}/deviceToken`))).doors
        .positions,
  );

  const beganReal = Date.now();
  const began = beganReal - (speed - 1) * SCRIPT_MS;
  const elapsedMs = (): number => (Date.now() - beganReal) * speed;
  const sent = { accepted: 0, dropped: {} };
  const cars = entered.map((invitationId, index): Driven => {
    const phone = createPhone({
      door: doors[index] ?? '',
      scheduler: systemScheduler,
      sent,
      onEnded: () => undefined,
    });
    const speedKph = FASTEST_KPH - (index % 60);
    return {
      carNumber: entrant(index).carNumber,
      invitationId,
      category: options.categories[index % options.categories.length] ?? '',
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

  const confirmed = new Set<string>();
  const confirm = async (): Promise<void> => {
    const flags = await answered(planner.call<FlagRow[]>('GET', `/events/flags/${eventId}`));
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
    // A server that a test has ended is asked again.
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
    },
  };
};
