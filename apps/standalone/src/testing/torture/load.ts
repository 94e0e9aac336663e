import { setTimeout as pause } from 'node:timers/promises';
import { FLAGS, type FlagAnswer, type LatLng, type Signal } from '@flagpost/contracts';
import { signIn, type Caller } from '../calls.js';
import { COURSE, type TorturedCar, type TorturedRace } from './course.js';

export interface Fix extends LatLng {
  /** Device time, epoch ms. */
  readonly t: number;
}

/** What the server answered that it had taken. */
export interface Acknowledged {
  readonly fixes: ReadonlyMap<number, readonly Fix[]>;
  /** In order, by car. */
  readonly signals: ReadonlyMap<number, readonly Signal[]>;
  readonly flagIds: readonly number[];
  /** Requests that were not answered, and were sent again. */
  unanswered(): number;
}

export interface Load {
  readonly acknowledged: Acknowledged;
  /** Ends when everything that was begun is acknowledged. */
  stop(): Promise<void>;
}

const LINES_AT_ONCE = 10;
const PATIENCE_MS = 5_000;
const RETRY_MS = 25;
const BETWEEN_POSTS_MS = 40;
const BETWEEN_FLAGS_MS = 120;
const POSTS_A_SIGNAL = 8;
/** Of the first car; each other one takes a second longer. */
const LAP_MS = 40_000;
const DIRECTOR = 'director@flagpost.demo';

/** Phones and a director that send without a break, each again until it is answered. */
export const startLoad = (url: string, { eventId, cars, beganAt }: TorturedRace): Load => {
  const fixes = new Map<number, Fix[]>(cars.map(({ invitationId }) => [invitationId, []]));
  const signals = new Map<number, Signal[]>(cars.map(({ invitationId }) => [invitationId, []]));
  const toConfirm = new Map<number, number[]>(cars.map(({ invitationId }) => [invitationId, []]));
  const flagIds: number[] = [];
  let unanswered = 0;
  let stopped = false;
  const isStopped = (): boolean => stopped;

  const insist = async <T>(ask: () => Promise<T | null>): Promise<T> => {
    for (;;) {
      const answer = await ask().catch(() => null);
      if (answer !== null) return answer;
      unanswered += 1;
      await pause(RETRY_MS);
    }
  };
  const knock = (path: string, body: string): Promise<true> =>
    insist(async () => {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await answer.text();
      return answer.status === 200 ? true : null;
    });

  const drive = async (car: TorturedCar, index: number): Promise<void> => {
    const { invitationId } = car;
    const fixAt = (second: number): Fix => ({
      t: beganAt + second * 1_000 + index,
      ...COURSE.placeAt(COURSE.lengthM * (0.3 + (second * 1_000) / (LAP_MS + index * 1_000))),
    });
    const say = async (signal: Signal): Promise<void> => {
      await knock(car.signals, JSON.stringify(signal));
      signals.get(invitationId)?.push(signal);
    };
    let inSos = false;
    for (let post = 0; !isStopped(); post += 1) {
      const some = Array.from({ length: LINES_AT_ONCE }, (_, line) => fixAt(post * LINES_AT_ONCE + line));
      await knock(car.positions, some.map((fix) => JSON.stringify(fix)).join('\n'));
      fixes.get(invitationId)?.push(...some);
      const flagId = toConfirm.get(invitationId)?.shift();
      if (flagId !== undefined) await say({ type: 'flagConfirmed', flagId });
      if ((post + index) % POSTS_A_SIGNAL === 0) {
        inSos = !inSos;
        await say({ type: inSos ? 'sos' : 'sosCleared' });
      }
      await pause(BETWEEN_POSTS_MS);
    }
    if (inSos) await say({ type: 'sosCleared' });
  };

  const direct = async (): Promise<void> => {
    let director: Caller | null = null;
    for (let sent = 1; !isStopped(); sent += 1) {
      const body = { StateId: FLAGS.yellow, EventId: eventId, InvitationsSelected: [] };
      const headers = { 'Idempotency-Key': `torture-${sent}` };
      const flagId = await insist(async () => {
        director ??= await signIn(url, DIRECTOR);
        const answer = await director.call<FlagAnswer>('POST', '/flagRecords', body, headers);
        if (answer.status === 401) director = null;
        return answer.status === 201 ? answer.body.FlagId : null;
      });
      flagIds.push(flagId);
      for (const waiting of toConfirm.values()) waiting.push(flagId);
      await pause(BETWEEN_FLAGS_MS);
    }
  };

  const running = Promise.all([...cars.map(drive), direct()]);
  return {
    acknowledged: { fixes, signals, flagIds, unanswered: () => unanswered },
    async stop() {
      stopped = true;
      await running;
    },
  };
};
