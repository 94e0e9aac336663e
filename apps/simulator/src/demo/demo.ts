import type { FlagRow } from '@flagpost/contracts';
import { supervise, type Clock, type Logger, type Scheduler } from '@flagpost/platform';
import { createOrderAnswers } from '../answer-orders.js';
import { createApiClient, type Account, type ApiClient } from '../api-client.js';
import { createPhone, type Phone } from '../phone.js';
import { receiveOrders } from '../receive-orders.js';
import { ApiRefusal } from '../refusals.js';
import { SignInRefused } from '../sign-in.js';
import { confirmationsOf } from './confirmations.js';
import { CARS, entriesOf, type Entry } from './entries.js';
import { demoEvent, openDoors, type DemoCar, type DemoEvent } from './event.js';
import { createRace, type DemoRace } from './demo-race.js';

export interface DemoOptions extends Partial<Account> {
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** The same seed gives the same race. */
  readonly seed?: number;
  /** How many cars race (default 24). */
  readonly cars?: number;
  /** Prints a sentence for the user; if left out, only the log contains it. */
  readonly print?: (sentence: string) => void;
}

/** The organizer of the demo race unless another is configured. */
export const DEMO_PLANNER = { email: 'planner@flagpost.demo', password: 'Flagpost1' } as const;

const FIX_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 40;
const LOOK_FOR_FLAGS_EVERY_MS = 3_000;
/** The cars wait on the grid while their event is created. */
const GRID_MS = 10_000;
const RETRY_AFTER_MS = 5_000;

/**
 * Keeps the demo race running through the public API and doors: finds the current demo event, creates one if there is
 * none, and drives its cars at 1 Hz each. Failures are retried; only `stop` ends it.
 */
export const startDemoRace = (options: DemoOptions): { stop(): Promise<void> } => {
  const { clock, scheduler, logger, seed = 1, cars: field = CARS.default, print = () => undefined } = options;
  const entries = entriesOf(field);
  const api = createApiClient({ ...DEMO_PLANNER, ...options }, clock);

  const round = async (signal: AbortSignal): Promise<void> => {
    const event = await demoEvent(api, clock.now(), entries);
    const cars = await openDoors(api, event.eventId);
    logger.info('the demo race is on', { eventId: event.eventId, cars: cars.length });
    await drive({ ...options, seed, print, api, entries }, event, cars, signal);
  };

  return supervise(
    {
      backoff: {
        scheduler,
        ms: (_, error) => (error instanceof SignInRefused ? error.retryAt - clock.now() : RETRY_AFTER_MS),
      },
      onFailure(error, waitMs) {
        const said = error instanceof ApiRefusal ? { refused: error.message } : { error };
        logger.warn('the demo race waits', { ...said, waitMs });
        if (error instanceof SignInRefused) print(`The demo race waits. ${error.message}`);
      },
    },
    async (signal) => {
      while (!signal.aborted) await round(signal);
    },
  );
};

/** A driver who is asked whether all is well says OK after this; a stop lasts 20 to 45 s. */
const ANSWER_MS = 15_000;

type Driving = DemoOptions &
  Required<Pick<DemoOptions, 'seed' | 'print'>> & {
    readonly api: ApiClient;
    readonly entries: readonly Entry[];
  };

interface Car {
  /** Of the race. */
  readonly index: number;
  readonly invitationId: number;
  readonly phone: Phone;
  readonly orders: { stop(): void };
  /** When the next fix is due. */
  nextAt: number;
  /** The state sent last; null before the first, as that of a former run is unknown. */
  sos: boolean | null;
}

/** Until the event is past or `signal` aborts. A car whose door has closed is driven no more. */
const drive = async (
  { api, clock, scheduler, logger, seed, print, entries }: Driving,
  event: DemoEvent,
  entered: readonly DemoCar[],
  signal: AbortSignal,
): Promise<void> => {
  const race = createRace(seed, event.startsAt + GRID_MS, entries);
  const began = clock.now();
  const cars: Car[] = entered.flatMap(({ number, invitationId, doors }) => {
    const index = entries.findIndex((entry) => entry.number === number);
    if (index < 0) return [];
    const onEnded = (): void => logger.info('a car has another phone now', { carNumber: number });
    const phone = createPhone({
      doors: [doors.positions],
      scheduler,
      sent: { accepted: 0, dropped: {} },
      onEnded,
    });
    const nextAt = began + (index * FIX_EVERY_MS) / entries.length;
    // What it says waits with its fixes while the car is out of reach.
    const kept: Pick<Phone, 'record' | 'flush'> = {
      record: (input) => phone.record(input),
      flush: () => undefined,
    };
    const answers = { confirmAfterMs: null, answerAfterMs: ANSWER_MS };
    const onOrders = createOrderAnswers({ phone: kept, clock, scheduler, ...answers });
    const orders = receiveOrders({ door: doors.orders, scheduler, onOrders });
    return [{ index, invitationId, phone, orders, nextAt, sos: null }];
  });

  const seen = new Set<number>();
  let asking = false;
  /** The refusal logged last: every poll repeats it until its wait is over. */
  let told: unknown = null;
  const lookForFlags = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      const flags = await api.get<FlagRow[]>(`events/flags/${event.eventId}`);
      const invitationIds = cars.map(({ invitationId }) => invitationId);
      for (const { flagId, invitationId, afterMs } of confirmationsOf(flags, invitationIds, seen, {
        seed,
        now: clock.now(),
      })) {
        scheduler.after(afterMs, () => {
          const t = clock.now();
          const car = cars.find((one) => one.invitationId === invitationId);
          car?.phone.record({ t, signal: { type: 'flagConfirmed', t, flagId } });
        });
      }
    } catch (error) {
      if (error === told) return;
      told = error;
      logger.warn('the demo drivers cannot see flags', { error });
      if (error instanceof SignInRefused) print(`The demo drivers cannot see flags. ${error.message}`);
    } finally {
      asking = false;
    }
  };

  const over = new Promise<void>((resolve) => {
    const timers = [
      scheduler.every(LOOK_EVERY_MS, () => {
        const now = clock.now();
        if (now > event.finishesAt) end();
        else for (const car of cars) send(car, race, now);
      }),
      scheduler.every(LOOK_FOR_FLAGS_EVERY_MS, () => void lookForFlags()),
    ];
    const end = (): void => {
      timers.forEach((timer) => timer.cancel());
      signal.removeEventListener('abort', end);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
  await over;
  for (const { phone, orders } of cars) {
    phone.stop();
    orders.stop();
  }
};

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Sends the fixes that are due; after a pause of this process it continues from now. */
const send = (car: Car, race: DemoRace, now: number): void => {
  if (car.nextAt > now) return;
  const t = Math.round(car.nextAt);
  const { place, speedKph, headingDeg, outOfReach, sos } = race.at(car.index, t);
  car.phone.record({
    t,
    lat: rounded(place.lat, 7),
    lng: rounded(place.lng, 7),
    speedKph: rounded(speedKph, 1),
    headingDeg: rounded(headingDeg, 0) % 360,
    ...(sos === car.sos ? {} : { signal: { type: sos ? ('sos' as const) : ('sosCleared' as const), t } }),
  });
  car.sos = sos;
  car.nextAt += FIX_EVERY_MS * Math.max(1, Math.floor((now - car.nextAt) / FIX_EVERY_MS));
  if (!outOfReach) car.phone.flush();
};
