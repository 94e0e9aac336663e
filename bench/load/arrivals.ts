import type { Profiler } from 'node:inspector';
import { setTimeout as wait } from 'node:timers/promises';
import type { Run } from '../frame/bench.ts';
import { startChild } from '../frame/child.ts';
import { createLatencies, type Latencies } from '../frame/measure.ts';
import type { Program } from '../frame/program.ts';
import { enterCars, type Entered } from './cars.ts';
import type { Answer, Asked, Counts } from './devices-process.ts';
import { startDevices, tellsMilliseconds, type Devices, type DeviceSizes } from './devices.ts';
import { PARTS, timeByPart } from './parts.ts';
import { watchAll } from './watching.ts';

const DEVICES_PROCESS = new URL('devices-process.ts', import.meta.url);

/** Of one event, unless it is said. */
const CARS = 1_000;
const SEED = 17;
/** Devices that begin to send: 10,000 at one moment are a load of its own, after which a busy server has seconds to catch up. */
const BEGIN_PER_S = 2_000;
/** What is sent by then has been answered, unless the server is overloaded. */
const REST_WITHIN_MS = 10_000;

/** Mails of the entries are written after they were answered; a program that does less is done with them. */
const IDLE_CPU_S = 0.05;
const IDLE_WITHIN_S = 120;

/** What of a program under test is read. */
export type Measured = Pick<Program, 'url' | 'cpuSeconds' | 'rssMb'> & { readonly doors?: string };

const untilIdle = async (program: Pick<Program, 'cpuSeconds'>): Promise<void> => {
  let used = Infinity;
  for (let seconds = 0; used > IDLE_CPU_S && seconds < IDLE_WITHIN_S; seconds++) {
    const before = await program.cpuSeconds();
    await wait(1_000);
    used = (await program.cpuSeconds()) - before;
  }
};

/**
 * So many authorised cars, in events of at most `perEvent` cars. Resolves when the program has nothing left to do.
 */
export const enterRaces = async (
  program: Pick<Program, 'url' | 'cpuSeconds'>,
  cars: number,
  perEvent = CARS,
): Promise<Entered[]> => {
  const races: Entered[] = [];
  for (let entered = 0; entered < cars; entered += perEvent)
    races.push(
      await enterCars(program.url, `Arrivals ${races.length + 1}`, Math.min(perEvent, cars - entered)),
    );
  await untilIdle(program);
  return races;
};

export interface Viewing {
  /** Ages of the fixes that screens have decoded, from the device's request on, since `begin`, ms. */
  ages(): Latencies;
  /** Time from one frame to the next at a viewer, since `begin`, ms. */
  intervals(): Latencies;
  begin(): void;
  close(): Promise<void>;
}

/** Viewers, spread over the events. */
export const watchRaces = async (
  url: string,
  races: readonly Pick<Entered, 'eventId' | 'accessToken' | 'cars'>[],
  viewers: number,
): Promise<Viewing> => {
  const all = races.flatMap(({ cars }) => cars);
  const exact = new Set(
    all.filter((_, device) => tellsMilliseconds(device)).map(({ invitationId }) => invitationId),
  );
  let ages = createLatencies();
  let intervals = createLatencies();
  const endings: (() => Promise<void>)[] = [];
  for (const [index, race] of races.entries()) {
    const before = Math.floor((viewers * index) / races.length);
    const count = Math.floor((viewers * (index + 1)) / races.length) - before;
    const lastAt = new Map<number, number>();
    const watching = {
      viewers: count,
      onFix: ({ invitationId, t }: { invitationId: number; t: number | null }, at: number): void => {
        if (t !== null && exact.has(invitationId)) ages.add(at - t);
      },
      onFrame: (viewer: number): void => {
        const now = performance.now();
        const last = lastAt.get(viewer);
        lastAt.set(viewer, now);
        if (last !== undefined) intervals.add(now - last);
      },
    };
    endings.push(await watchAll(url, race, watching));
  }
  return {
    ages: () => ages,
    intervals: () => intervals,
    begin() {
      ages = createLatencies();
      intervals = createLatencies();
    },
    async close() {
      await Promise.all(endings.map((end) => end()));
    },
  };
};

const devicesOf = (races: readonly Pick<Entered, 'cars'>[]): number =>
  races.reduce((sum, { cars }) => sum + cars.length, 0);

const beginWithinMs = (races: readonly Pick<Entered, 'cars'>[]): number =>
  (devicesOf(races) / BEGIN_PER_S) * 1_000;

const sizesOf = (url: string, races: readonly Pick<Entered, 'cars'>[]): DeviceSizes => ({
  url,
  doors: races.flatMap(({ cars }) => cars.map(({ doors }) => doors)),
  seed: SEED,
  beginWithinMs: beginWithinMs(races),
});

/** A device for each car. */
export const startDevicesOf = (url: string, races: readonly Pick<Entered, 'cars'>[]): Promise<Devices> =>
  startDevices(sizesOf(url, races));

export interface Window {
  /** From the moment at which every device sends until what is sent counts, s. */
  readonly settlesS: number;
  readonly seconds: number;
}

/**
 * Devices that stay connected over all rounds, as in a race: for seconds after 1,000 connections were closed and opened, V8 compiles
 * anew what it had made of streams and sockets.
 */
export interface Arrivals {
  /** One round of what a fix costs, and how long it takes. Between rounds nothing is sent. */
  round(window: Window): Promise<Run>;
  /**
   * One round of what a fix consists of: the time that it takes in each part of the server's threads while they are sampled, µs.
   * After all others: a thread that was sampled runs slower, and stalls, long after that.
   */
  parts(sampled: Pick<Program, 'profiledWhile'>, window: Window): Promise<Run>;
  close(): void;
}

interface Measurement {
  readonly counts: Counts;
  readonly seconds: number;
  readonly cpuS: number;
  readonly rssMb: number;
  readonly viewing: Viewing | null;
}

const costOf = ({ counts, seconds, cpuS, rssMb, viewing }: Measurement): Run => {
  const [p50, p99] = counts.acknowledgedMs;
  const ages = viewing?.ages();
  return {
    figure: (cpuS * 1e6) / counts.answered,
    also: {
      'acknowledgement p50, ms': p50,
      'acknowledgement p99, ms': p99,
      ...(ages === undefined
        ? {}
        : {
            'device to screen p50, ms': ages.percentile(0.5),
            'device to screen p99, ms': ages.percentile(0.99),
          }),
      'answered a second': counts.answered / seconds,
      refused: counts.refused,
      'unanswered at the end': counts.waiting,
      'resident, MB': rssMb,
      'sent late by the driver, p99, ms': counts.lateP99Ms,
    },
  };
};

const partsOf = (profiles: readonly Profiler.Profile[], answered: number): Run => {
  const threads = profiles.map(timeByPart);
  const [main] = threads;
  const each = PARTS.map((part) => {
    const ms = threads.reduce((sum, thread) => sum + thread[part], 0);
    return [`part ${part}, µs`, (ms * 1_000) / answered] as const;
  });
  const busy = PARTS.reduce((sum, part) => sum + (main?.[part] ?? 0), 0);
  return {
    figure: each.reduce((sum, [, us]) => sum + us, 0),
    also: {
      ...Object.fromEntries(each),
      'main thread busy, %': (busy / (busy + (main?.idle ?? 0))) * 100,
    },
  };
};

/**
 * Devices in a process of their own: those of two servers are more than one process may have open.
 *
 * @param viewing Of this program; null if nobody watches
 */
export const startArrivals = async (
  program: Measured,
  races: readonly Pick<Entered, 'cars'>[],
  viewing: Viewing | null,
): Promise<Arrivals> => {
  const devices = startChild<Asked, Answer>(DEVICES_PROCESS, [], { serialization: 'advanced' });
  await devices.ask({ to: 'connect', devices: sizesOf(program.doors ?? program.url, races) });
  await wait(beginWithinMs(races));
  const settled = async (settlesS: number): Promise<void> => {
    await devices.ask({ to: 'resume' });
    await wait(settlesS * 1_000);
  };
  const countedFor = async (seconds: number): Promise<Counts> => {
    await devices.ask({ to: 'begin' });
    viewing?.begin();
    await wait(seconds * 1_000);
    const counts = await devices.ask({ to: 'count' });
    if (counts === null) throw new Error('The devices are not connected.');
    return counts;
  };
  return {
    async round({ settlesS, seconds }) {
      await settled(settlesS);
      const before = await program.cpuSeconds();
      const counts = await countedFor(seconds);
      const cpuS = (await program.cpuSeconds()) - before;
      const run = costOf({ counts, seconds, cpuS, rssMb: await program.rssMb(), viewing });
      await devices.ask({ to: 'rest', withinMs: REST_WITHIN_MS });
      return run;
    },
    async parts(sampled, { settlesS, seconds }) {
      await settled(settlesS);
      let answered = NaN;
      const profiles = await sampled.profiledWhile(async () => {
        ({ answered } = await countedFor(seconds));
      });
      await devices.ask({ to: 'rest', withinMs: REST_WITHIN_MS });
      return partsOf(profiles, answered);
    },
    close() {
      if (devices.process.connected) devices.process.disconnect();
    },
  };
};

const SENDING_S = 2;

/**
 * One round: KB that a connection which has sent adds to the heap. Apart from the rounds of `Arrivals`: a collection that is forced to
 * read the heap makes a fix cost more in the seconds after it.
 */
export const heapAConnection = async (
  program: Pick<Program, 'url' | 'heapMb'>,
  races: readonly Pick<Entered, 'cars'>[],
): Promise<Run> => {
  const before = await program.heapMb();
  const devices = await startDevicesOf(program.url, races);
  try {
    await wait(beginWithinMs(races) + SENDING_S * 1_000);
    await devices.rest(REST_WITHIN_MS);
    return { figure: (((await program.heapMb()) - before) / devicesOf(races)) * 1_000 };
  } finally {
    devices.close();
  }
};
