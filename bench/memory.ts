import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { startProgram, type Program } from './frame/program.ts';
import { driveCars, enterCars } from './load/cars.ts';
import { nodeOptionsOf } from './load/node-options.ts';
import { connectViewers } from './load/viewers.ts';

const DOORS = new URL('load/door-server.ts', import.meta.url);
const API = new URL('load/api-server.ts', import.meta.url);
const TICK_MS = 50;
const CONNECTIONS = 64;
const LOOK_EVERY_MS = 500;

const phones = (url: string, paths: readonly string[]) => ({
  url,
  paths,
  connections: Math.min(CONNECTIONS, paths.length),
  tickMs: TICK_MS,
});

/** The peak memory of a program, sampled for so many seconds. */
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

/** The memory of one process under full load, over the rounds: each samples for some seconds. */
export const bench: Bench = async ({ at, sizes, compare }) => {
  const [cars = 0] = sizes('cars', [10_000], [20]);
  const [viewers = 0] = sizes('viewers', [500], [3]);
  const [watchedCars = 0] = sizes('watched', [1_000], [5]);
  const seconds = at({ whole: 10, quick: 3, smoke: 1 });
  const settlesMs = at({ whole: 20_000, quick: 2_000, smoke: 0 });
  const unit = 'most MB resident in each round';

  await inFolder(async (folder) => {
    const program = await startProgram(
      DOORS,
      ['whole', String(cars), folder],
      nodeOptionsOf('docker-compose.yml', 'telemetry-ingest'),
    );
    const paths = Array.from({ length: cars }, (_, car) => `/ingest/positions/${car}`);
    const stop = await driveCars({
      ...phones(program.url, paths),
      fixesAtOnce: at({ whole: 5, quick: 5, smoke: 1 }),
    });
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
    const program = await startProgram(API, [folder], nodeOptionsOf('docker-compose.yml', 'api'));
    const closings: (() => unknown)[] = [() => program.stop()];
    try {
      const { eventId, paths, accessToken } = await enterCars(program.url, 'Memory', watchedCars);
      closings.unshift(await driveCars({ ...phones(program.url, paths), fixesAtOnce: 1 }));
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
