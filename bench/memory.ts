import { setTimeout as wait } from 'node:timers/promises';
import {
  categoryIdsOf,
  enterAndPublish,
  makeEvent,
  numbered,
  roundCourse,
  signIn,
} from '@flagpost/standalone/testing';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { startProgram, type Program } from './frame/program.ts';
import { openConnections } from './load/http.ts';
import { connectViewers } from './load/viewers.ts';

const DOORS = new URL('load/door-server.ts', import.meta.url);
const API = new URL('load/api-server.ts', import.meta.url);
const COURSE_M = 6_000;
const SPEED_KPH = 130;
const TICK_MS = 50;
const FIX_EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;
const CONNECTIONS = 64;
const LOOK_EVERY_MS = 500;

interface Driven {
  readonly url: string;
  /** Of the positions door, one a car. */
  readonly paths: readonly string[];
  /** A car sends so many fixes in one request, as the last of them is seen. */
  readonly fixesAtOnce: number;
}

/** Every car at 1 Hz, in its own moment. */
const drive = async ({ url, paths, fixesAtOnce }: Driven): Promise<() => void> => {
  const course = roundCourse(COURSE_M);
  const connections = await openConnections(url, Math.min(CONNECTIONS, paths.length));
  const began = Date.now();
  const fixAt = (car: number, t: number): string => {
    const metres = ((t - began) / 3_600) * SPEED_KPH + car * 5;
    const seen = { ...course.placeAt(metres), speedKph: SPEED_KPH, headingDeg: course.headingAt(metres) };
    return JSON.stringify({ t, ...seen });
  };
  const send = (car: number): Promise<void> => {
    const now = Date.now();
    const times = Array.from({ length: fixesAtOnce }, (_, back) => now - back * FIX_EVERY_MS).toReversed();
    const body = times.map((t) => fixAt(car, t)).join('\n');
    const head = `POST ${paths[car] ?? ''} HTTP/1.1\r\nhost: flagpost\r\ncontent-length: ${body.length}\r\n\r\n`;
    return connections.sendOver(car % CONNECTIONS, Buffer.from(head + body));
  };
  let done = 0;
  let failure: unknown = null;
  const timer = setInterval(() => {
    if (failure !== null) throw new Error('A fix was not taken.', { cause: failure });
    const due = ((Date.now() - began) / (FIX_EVERY_MS * fixesAtOnce)) * paths.length;
    for (; done < due; done++) send(done % paths.length).catch((error: unknown) => (failure ??= error));
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    connections.close();
  };
};

/** The most that a program held at any look within so many seconds. */
const heldBy = async (program: Program, seconds: number): Promise<Run> => {
  const before = await program.cpuSeconds();
  let most = 0;
  for (let looks = (seconds * 1_000) / LOOK_EVERY_MS; looks > 0; looks--) {
    await wait(LOOK_EVERY_MS);
    most = Math.max(most, await program.rssMb());
  }
  return {
    figure: most,
    also: { 'CPU, % of a core': (((await program.cpuSeconds()) - before) / seconds) * 100 },
  };
};

/** What one process holds in memory under its whole load, for as long as the rounds take: each looks for some seconds. */
export const bench: Bench = async ({ smoke, sizes, compare }) => {
  const [cars = 0] = sizes('cars', [10_000], [20]);
  const [viewers = 0] = sizes('viewers', [500], [3]);
  const [watchedCars = 0] = sizes('watched', [1_000], [5]);
  const seconds = smoke ? 1 : 10;
  const settlesMs = smoke ? 0 : 20_000;
  const unit = 'most MB resident in each round';

  await inFolder(async (folder) => {
    const program = await startProgram(DOORS, ['whole', String(cars), folder]);
    const paths = Array.from({ length: cars }, (_, car) => `/ingest/positions/${car}`);
    const stop = await drive({ url: program.url, paths, fixesAtOnce: smoke ? 1 : 5 });
    try {
      await wait(settlesMs);
      await compare({
        what: `telemetry-ingest with ${cars} cars at 1 Hz, which send every 5 s`,
        unit,
        ours: {
          what: 'doors, topics, engine, history and records in one process',
          run: () => heldBy(program, seconds),
        },
        limits: [{ atMost: 300 }],
      });
    } finally {
      stop();
      await program.stop();
    }
  });

  await inFolder(async (folder) => {
    const program = await startProgram(API, [folder]);
    const closings: (() => unknown)[] = [() => program.stop()];
    try {
      const { eventId, paths, accessToken } = await enter(program.url, watchedCars);
      closings.unshift(await drive({ url: program.url, paths, fixesAtOnce: 1 }));
      const watching = await connectViewers(program.url, viewers, 'packed', { eventId, accessToken });
      closings.unshift(() => watching.close());
      await wait(settlesMs);
      await compare({
        what: `api with ${viewers} viewers of ${watchedCars} cars at 1 Hz`,
        unit,
        ours: {
          what: 'the whole standalone: the api, and telemetry-ingest in the same process',
          run: () => heldBy(program, seconds),
        },
        limits: [{ atMost: 400 }],
      });
    } finally {
      for (const close of closings) await close();
    }
  });
};

const enter = async (
  url: string,
  cars: number,
): Promise<{ eventId: number; paths: string[]; accessToken: string }> => {
  const planner = await signIn(url, 'planner@flagpost.demo');
  const categoryIds = await categoryIdsOf(planner, ['Memory']);
  const now = Date.now();
  const eventId = await makeEvent(planner, {
    name: 'Memory',
    startsAt: now - HOUR_MS,
    finishesAt: now + HOUR_MS,
    categoryIds,
    course: roundCourse(COURSE_M),
  });
  const entrants = Array.from({ length: cars }, (_, index) => numbered(index));
  const entered = await enterAndPublish(planner, eventId, categoryIds, entrants);
  const paths = entered.map(({ doors }) => new URL(doors.positions).pathname);
  const { token } = await signIn(url, 'viewer@flagpost.demo');
  return { eventId, paths, accessToken: token };
};
