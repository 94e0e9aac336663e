import { setTimeout as pause } from 'node:timers/promises';
import {
  FLAGS,
  IDEMPOTENCY_KEY_HEADER,
  type FlagAnswer,
  type LatLng,
  type Signal,
  type TimerRow,
} from '@flagpost/contracts';
import { fixedDelay, retry, type RetryPolicy } from '@flagpost/platform';
import { systemScheduler } from '@flagpost/platform/system';
import { signIn, type Caller } from '../calls.js';
import { COURSE, type LoadedCar, type LoadedRace } from './loaded-race.js';

export interface Fix extends LatLng {
  /** Device time, epoch ms. */
  readonly t: number;
}

/** Everything that the server acknowledged. */
export interface Acknowledged {
  readonly fixes: ReadonlyMap<number, readonly Fix[]>;
  /** In order, by car. */
  readonly signals: ReadonlyMap<number, readonly Signal[]>;
  readonly flagIds: readonly number[];
  readonly timerIds: readonly number[];
  /** Requests without an answer, which were repeated. */
  unanswered(): number;
}

/** What was acknowledged until now. */
export const untilNow = (acknowledged: Acknowledged): Acknowledged => {
  const { fixes, signals, flagIds, timerIds } = acknowledged;
  const unanswered = acknowledged.unanswered();
  return { ...structuredClone({ fixes, signals, flagIds, timerIds }), unanswered: () => unanswered };
};

export interface Load {
  readonly acknowledged: Acknowledged;
  /** Resolves when every request is acknowledged. */
  stop(): Promise<void>;
}

/** Kind and rate of the requests of phones and director. */
export interface Pace {
  /** Of a car, in one request. */
  readonly fixesAtOnce: number;
  readonly request: (car: LoadedCar, fixes: readonly Fix[]) => Request;
  /** Until a car's next request, whose first fix has this device time, ms. */
  readonly restMs: (nextT: number) => number;
  /** Requests from one SOS of a car to its next, and from an SOS to its end. */
  readonly sos: { readonly every: number; readonly lasts: number };
  readonly betweenFlagsMs: number;
  /** Called with the time of each answer, ms. */
  readonly onAnswer?: (of: 'door' | 'command', tookMs: number) => void;
}

export interface Request {
  readonly path: string;
  readonly body?: string;
}

/**
 * Phones drive up to 250 times faster than real time, and device clocks must not run ahead of it: a race that began so long
 * ago is enough for an hour.
 */
export const BEGAN_BEFORE_MS = 11 * 86_400_000;
export const HURRIED: Pace = {
  fixesAtOnce: 10,
  request: ({ doors }, fixes) => ({
    path: doors.positions,
    body: fixes.map((fix) => JSON.stringify(fix)).join('\n'),
  }),
  restMs: () => 40,
  // More than 5 s from a clearing to the next press, so that each is stated at once.
  sos: { every: 200, lasts: 60 },
  betweenFlagsMs: 120,
};

const FIX_EVERY_MS = 1_000;
const REQUEST_TIMEOUT_MS = 5_000;
const RETRY_MS = 25;
const FLAGS_A_TIMER = 10;
/** Lap time of the first car; each other one takes a second longer. */
const LAP_MS = 40_000;
const DIRECTOR = 'director@flagpost.demo';

/** Phones and a director that send continuously and repeat each request until it is answered. */
export const startLoad = (url: string, { eventId, cars, beganAt }: LoadedRace, pace: Pace): Load => {
  const fixes = new Map<number, Fix[]>(cars.map(({ invitationId }) => [invitationId, []]));
  const signals = new Map<number, Signal[]>(cars.map(({ invitationId }) => [invitationId, []]));
  const toConfirm = new Map<number, number[]>(cars.map(({ invitationId }) => [invitationId, []]));
  const flagIds: number[] = [];
  const timerIds: number[] = [];
  let unanswered = 0;
  let stopped = false;
  const isStopped = (): boolean => stopped;

  const policy: RetryPolicy = {
    backoff: { scheduler: systemScheduler, ms: fixedDelay(RETRY_MS) },
    onRetry: () => (unanswered += 1),
  };
  const sendUntilAcknowledged = <T>(of: 'door' | 'command', ask: () => Promise<T | null>): Promise<T> =>
    retry(policy, async () => {
      const askedAt = performance.now();
      const answer = await ask();
      if (answer === null) throw new Error('It was not taken.');
      pace.onAnswer?.(of, performance.now() - askedAt);
      return answer;
    });
  const knock = ({ path, body }: Request): Promise<true> =>
    sendUntilAcknowledged('door', async () => {
      const answer = await fetch(`${url}${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      await answer.text();
      return answer.status === 200 ? true : null;
    });

  const drive = async (car: LoadedCar, index: number): Promise<void> => {
    const { invitationId } = car;
    const fixAt = (number: number): Fix => {
      const sinceMs = number * FIX_EVERY_MS;
      const metres = COURSE.lengthM * (0.3 + sinceMs / (LAP_MS + index * 1_000));
      return { t: beganAt + sinceMs + index, ...COURSE.placeAt(metres) };
    };
    const say = async (signal: Signal): Promise<void> => {
      await knock({ path: car.doors.signals, body: JSON.stringify(signal) });
      signals.get(invitationId)?.push(signal);
    };
    const { every, lasts } = pace.sos;
    const begins = Math.round((index * every) / cars.length);
    let inSos = false;
    for (let post = 0; !isStopped(); post += 1) {
      const first = post * pace.fixesAtOnce;
      const some = Array.from({ length: pace.fixesAtOnce }, (_, number) => fixAt(first + number));
      await knock(pace.request(car, some));
      fixes.get(invitationId)?.push(...some);
      const flagId = toConfirm.get(invitationId)?.shift();
      if (flagId !== undefined) await say({ type: 'flagConfirmed', flagId });
      const turn = (post + begins) % every;
      if (turn === (inSos ? lasts : 0)) {
        inSos = !inSos;
        await say({ type: inSos ? 'sos' : 'sosCleared' });
      }
      await pause(pace.restMs(fixAt(first + pace.fixesAtOnce).t));
    }
    if (inSos) await say({ type: 'sosCleared' });
  };

  let director: Caller | null = null;
  /** Carried out once, however often it is repeated. */
  const order = <T>(key: string, path: string, body: object): Promise<T> =>
    sendUntilAcknowledged('command', async () => {
      director ??= await signIn(url, DIRECTOR);
      const answer = await director.call<T>('POST', path, body, { [IDEMPOTENCY_KEY_HEADER]: key });
      if (answer.status === 401) director = null;
      return answer.status === 201 ? answer.body : null;
    });
  const direct = async (): Promise<void> => {
    for (let sent = 1; !isStopped(); sent += 1) {
      // In turn: the same flag sent again at once is one order.
      const StateId = sent % 2 === 0 ? FLAGS.yellow : FLAGS.green;
      const flag = { StateId, EventId: eventId, InvitationsSelected: [] };
      const { FlagId } = await order<FlagAnswer>(`flag-${sent}`, '/flagRecords', flag);
      flagIds.push(FlagId);
      for (const waiting of toConfirm.values()) waiting.push(FlagId);
      if (sent % FLAGS_A_TIMER === 0) {
        const timer = { EventId: eventId, Title: `Timer ${sent}` };
        timerIds.push((await order<TimerRow>(`timer-${sent}`, '/timers', timer)).TimerId);
      }
      await pause(pace.betweenFlagsMs);
    }
  };

  const running = Promise.all([...cars.map(drive), direct()]);
  return {
    acknowledged: { fixes, signals, flagIds, timerIds, unanswered: () => unanswered },
    async stop() {
      stopped = true;
      await running;
    },
  };
};
