import { setTimeout as wait } from 'node:timers/promises';
import type { Run } from '../frame/bench.ts';
import { createLatencies, type Latencies } from '../frame/measure.ts';
import type { Program } from '../frame/program.ts';
import { enterCars, type Entered } from './cars.ts';
import { startDevices, tellsMilliseconds, type Devices } from './devices.ts';
import { PARTS, timeByPart } from './parts.ts';
import { watchAll } from './watching.ts';

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

/** A device for each car. */
export const startDevicesOf = (url: string, races: readonly Pick<Entered, 'cars'>[]): Promise<Devices> =>
  startDevices({
    url,
    doors: races.flatMap(({ cars }) => cars.map(({ doors }) => doors)),
    seed: SEED,
    beginWithinMs: beginWithinMs(races),
  });

export interface Window {
  /** From the moment at which every device sends until what is sent counts, s. */
  readonly settlesS: number;
  readonly seconds: number;
}

/** Devices connect, send, are looked at by `work` once they have settled, and go. */
const withDevices = async (
  program: Pick<Measured, 'url' | 'doors'>,
  races: readonly Pick<Entered, 'cars'>[],
  settlesS: number,
  work: (devices: Devices) => Promise<Run>,
): Promise<Run> => {
  const devices = await startDevicesOf(program.doors ?? program.url, races);
  try {
    await wait(beginWithinMs(races) + settlesS * 1_000);
    const run = await work(devices);
    await devices.rest(REST_WITHIN_MS);
    return run;
  } finally {
    devices.close();
  }
};

/** One round of what a fix costs, and how long it takes. */
export const arrivalsAt = (
  program: Measured,
  races: readonly Pick<Entered, 'cars'>[],
  { settlesS, seconds }: Window,
  viewing: Viewing | null,
): Promise<Run> =>
  withDevices(program, races, settlesS, async (devices) => {
    const before = await program.cpuSeconds();
    devices.begin();
    viewing?.begin();
    await wait(seconds * 1_000);
    const { answered, refused, waiting, acknowledged, late } = devices.counted();
    const cpuS = (await program.cpuSeconds()) - before;
    const ages = viewing?.ages();
    return {
      figure: (cpuS * 1e6) / answered,
      also: {
        'acknowledgement p50, ms': acknowledged.percentile(0.5),
        'acknowledgement p99, ms': acknowledged.percentile(0.99),
        ...(ages === undefined
          ? {}
          : {
              'device to screen p50, ms': ages.percentile(0.5),
              'device to screen p99, ms': ages.percentile(0.99),
            }),
        'answered a second': answered / seconds,
        refused,
        'unanswered at the end': waiting,
        'resident, MB': await program.rssMb(),
        'sent late by the driver, p99, ms': late.percentile(0.99),
      },
    };
  });

/**
 * One round of what a fix consists of: the time that it takes in each part of the server's threads while they are sampled, µs.
 * Apart from `arrivalsAt`: a thread that was sampled runs slower, and stalls, long after that.
 */
export const partsAt = (
  program: Pick<Program, 'url' | 'profiledWhile'>,
  races: readonly Pick<Entered, 'cars'>[],
  { settlesS, seconds }: Window,
): Promise<Run> =>
  withDevices(program, races, settlesS, async (devices) => {
    devices.begin();
    const profiles = await program.profiledWhile(() => wait(seconds * 1_000));
    const { answered } = devices.counted();
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
  });

const SENDING_S = 2;

/**
 * One round: KB that a connection which has sent adds to the heap. Apart from `arrivalsAt`: a collection that is forced to read the
 * heap makes a fix cost more in the seconds after it.
 */
export const heapAConnection = async (
  program: Pick<Program, 'url' | 'heapMb'>,
  races: readonly Pick<Entered, 'cars'>[],
): Promise<Run> => {
  const before = await program.heapMb();
  return withDevices(program, races, SENDING_S, async (devices) => {
    await devices.rest(REST_WITHIN_MS);
    return { figure: (((await program.heapMb()) - before) / devicesOf(races)) * 1_000 };
  });
};
