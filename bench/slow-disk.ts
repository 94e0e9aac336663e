import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signIn } from '@flagpost/race-testing';
import type { Bench, Context, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import type { Program } from './frame/program.ts';
import { openSlowSyncs } from './frame/slow-syncs.ts';
import { enterRaces, startArrivals, startDevicesOf, watchRaces } from './load/arrivals.ts';
import type { Entered } from './load/cars.ts';
import { startPaced } from './load/paced.ts';
import { startStandalone } from './load/standalone.ts';

const VIEWER = 'viewer@flagpost.demo';
/** Health, and a list. */
const ASK_EVERY_MS = 100;
const HEALTH = '/api/health';
const LIST = '/api/events/?tab=current&sort=Start&order=asc&first=0&rows=10';

/** The slowest disk is the one with goals: what waits for it must hold nothing else. */
const GOALS = [
  { atMost: 150 },
  { of: 'health p99, ms', atMost: 30 },
  { of: 'a list p99, ms', atMost: 30 },
  { of: 'acknowledgement p99, syncs', atMost: 3 },
];

const get = (path: string, token: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);

interface Driven {
  readonly program: Program;
  readonly races: readonly Entered[];
  readonly viewers: number;
  readonly settlesS: number;
  readonly seconds: number;
  /** Of the program's own syncs. */
  readonly syncMs: number;
}

/** Devices, viewers, and two clients of calls that need no disk. Each run measures some seconds of what goes on. */
const drive = async ({ program: { url }, races, viewers, settlesS, seconds, syncMs }: Driven) => {
  const { token } = await signIn(url, VIEWER);
  const viewing = await watchRaces(
    url,
    races.map((race) => ({ ...race, accessToken: token })),
    viewers,
  );
  const devices = await startDevicesOf(url, races);
  const health = await startPaced(url, get(HEALTH, token), ASK_EVERY_MS);
  const list = await startPaced(url, get(LIST, token), ASK_EVERY_MS);
  await wait(settlesS * 1_000);
  return {
    async run(): Promise<Run> {
      for (const each of [devices, viewing, health, list]) each.begin();
      await wait(seconds * 1_000);
      const { answered, refused, waiting, acknowledged } = devices.counted();
      return {
        figure: viewing.intervals().percentile(0.99),
        also: {
          'cadence p50, ms': viewing.intervals().percentile(0.5),
          'health p99, ms': health.answered().percentile(0.99),
          'a list p99, ms': list.answered().percentile(0.99),
          'acknowledgement p50, syncs': acknowledged.percentile(0.5) / syncMs,
          'acknowledgement p99, syncs': acknowledged.percentile(0.99) / syncMs,
          'acknowledgement p99, ms': acknowledged.percentile(0.99),
          'device to screen p99, ms': viewing.ages().percentile(0.99),
          'answered a second': answered / seconds,
          refused,
          'calls not answered with 200': health.refused() + list.refused(),
          'unanswered at the end': waiting,
        },
      };
    },
    async stop(): Promise<void> {
      for (const each of [health, list]) each.stop();
      devices.close();
      await viewing.close();
    },
  };
};

/** The standalone whole on a disk whose syncs are slow: what stands still with it, and how many syncs an answer waits for. */
export const bench: Bench = async (context: Context) => {
  const { at, sizes, compare, note } = context;
  const [count = 0] = sizes('devices', [1_000], [6], [200]);
  const [viewers = 0] = sizes('viewers', [20], [8]);
  const delays = sizes('delay', [200, 50, 5], [20]);
  const times = at({
    whole: { settlesS: 3, seconds: 5 },
    quick: { settlesS: 1, seconds: 2 },
    smoke: { settlesS: 1.5, seconds: 2 },
  });

  await inFolder(async (folder) => {
    const slow = openSlowSyncs(folder);
    if (slow === null) {
      note('missing', 'a way to slow the syncs of a program: a C compiler as `cc`, or strace');
      return;
    }
    note('syncs are slowed by', slow.how);
    const data = join(folder, 'data');
    await mkdir(data);
    const fast = await startStandalone([data]);
    const races = await enterRaces(fast, count);
    // The first input ever of a partition waits until its state is saved.
    const first = await startArrivals(fast, races, null);
    await first.round({ settlesS: 0, seconds: 2 });
    first.close();
    await fast.stop();
    for (const delayMs of delays) {
      const syncMs = slow.commitMs(delayMs, folder);
      const program = await startStandalone([data], slow.launch(delayMs));
      const closings: (() => Promise<unknown>)[] = [() => program.stop()];
      try {
        const driven = await drive({ program, races, viewers, syncMs, ...times });
        closings.unshift(() => driven.stop());
        await compare({
          what: `every sync takes ${delayMs} ms longer, ${count} devices at 1 Hz, ${viewers} viewers`,
          load: { delayMs },
          unit: 'p99 from frame to frame, ms',
          ours: { what: 'the standalone', run: () => driven.run() },
          ...(delayMs === Math.max(...delays) ? { limits: GOALS } : {}),
        });
      } finally {
        for (const close of closings) await close();
      }
    }
  });
};
