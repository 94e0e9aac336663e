import {
  ServiceUnavailableError,
  type Clock,
  type Ids,
  type Scheduler,
  type Timer,
} from '@flagpost/platform';
import type { World } from './world.js';

/**
 * One run of one program. It reaches everything outside only through `call`, so that it can end or be paused between
 * any two steps: its memory is lost, the effects of its calls on servers stay.
 */
export interface Process extends Clock, Scheduler {
  /** Unlike that of any other run. */
  readonly name: string;
  readonly ids: Ids;
  isAwake(): boolean;
  hasEnded(): boolean;
  /**
   * Asks a server: the request is delayed, has its effect there, and the answer is delayed. While the server is
   * down the request is refused; now and then a request or an answer is lost, which the caller cannot distinguish.
   *
   * @throws {ServiceUnavailableError} if the request failed; any error of `effect`.
   */
  call<T>(server: string, what: string, effect: () => T | Promise<T>): Promise<T>;
  /** Delivers something from outside as soon as the process is awake; does nothing if it has ended. */
  receive(act: () => void): void;
  /** Ends it, as a power cut would. */
  crash(): void;
  /** Ends it at its `calls`-th call from now: before it is sent, or when it has had its effect. */
  crashAtCall(calls: number, moment: 'before' | 'after'): void;
  /** Pauses it for so long; requests already sent stay under way. */
  sleep(ms: number): void;
  onEnd(listener: () => void): void;
}

/** Faults between processes and servers. */
export interface Network {
  isOut(server: string): boolean;
  /** Share of requests, and of answers, that are lost. */
  readonly lostShare: number;
  /** Nothing goes wrong any more. */
  readonly isCalm: boolean;
}

export const createProcess = (world: World, network: Network, name: string): Process => {
  let ended = false;
  let wakesAt = -Infinity;
  let callsLeft = Infinity;
  let moment: 'before' | 'after' = 'before';
  let count = 0;
  const listeners: (() => void)[] = [];

  const isAwake = (): boolean => !ended && world.now() >= wakesAt;
  const receive = (act: () => void): void => {
    if (ended) return;
    if (isAwake()) act();
    else world.after(wakesAt - world.now(), `${name} wakes`, () => receive(act));
  };
  const end = (): void => {
    if (ended) return;
    ended = true;
    world.note(`${name} ends`);
    for (const listener of listeners) listener();
  };

  const call = <T>(server: string, what: string, effect: () => T | Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const answer = (settle: () => void): void =>
        void world.after(world.latency(), `${name} < ${server}.${what}`, () => receive(settle));
      const fail = (): void =>
        answer(() => reject(new ServiceUnavailableError(`${server} cannot be reached.`)));
      const isLast = --callsLeft <= 0;
      if (ended) return;
      if (isLast && moment === 'before') {
        end();
        return;
      }
      const serve = async (): Promise<void> => {
        try {
          const result = await effect();
          if (world.random.chance(network.lostShare)) fail();
          else answer(() => resolve(result));
        } catch (error) {
          answer(() => reject(error instanceof Error ? error : new Error(String(error))));
        }
        if (isLast) end();
      };
      world.after(world.latency(), `${name} > ${server}.${what}`, () => {
        // Requests sent before it ended may still be on the wire.
        if (ended && world.random.chance(0.5)) return;
        if (network.isOut(server) || world.random.chance(network.lostShare)) fail();
        else world.await(serve());
      });
    });

  const timer = (ms: number, callback: () => void, again: boolean): Timer => {
    let current: Timer | null = null;
    let cancelled = false;
    const fire = (): void => {
      if (cancelled) return;
      if (again) set();
      callback();
    };
    const set = (): void => {
      current = world.after(ms, `${name} timer`, () => receive(fire));
    };
    if (!ended) set();
    return {
      cancel() {
        cancelled = true;
        current?.cancel();
      },
    };
  };

  return {
    name,
    ids: {
      uuid: () => `${name}-${++count}`,
      token: (bytes) =>
        Buffer.from(Array.from({ length: bytes }, () => world.random.between(0, 255))).toString('base64url'),
    },
    now: () => world.now(),
    after: (ms, callback) => timer(ms, callback, false),
    every: (ms, callback) => timer(ms, callback, true),
    isAwake,
    hasEnded: () => ended,
    call,
    receive,
    crash: end,
    crashAtCall(calls, when) {
      callsLeft = calls;
      moment = when;
    },
    sleep(ms) {
      wakesAt = Math.max(wakesAt, world.now() + ms);
      world.note(`${name} sleeps ${ms} ms`);
    },
    onEnd: (listener) => void listeners.push(listener),
  };
};
