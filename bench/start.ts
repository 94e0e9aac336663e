import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { createLatencies } from './frame/measure.ts';
import type { Program } from './frame/program.ts';
import { signIn } from './load/events.ts';
import { openConnections } from './load/http.ts';
import { writeSeason } from './load/season.ts';
import { startStandalone } from './load/standalone.ts';

/** Commands under way when the program is killed. */
const UNDER_WAY = 20;
const RESIDENT = 'resident, MB';

/** A tab of the events, another order, a word, and what lists of one race show. */
const LISTS = [
  'events/?tab=past&sort=Start&order=desc&first=0&rows=25',
  'events/?tab=past&sort=Name&order=asc&first=50&rows=10',
  'events/?tab=past&search=round%2012&sort=Start&order=desc&first=0&rows=10',
  'events/drivers/1',
  'events/flags/1',
  'events/alerts/1',
];

const gets = (token: string): Buffer[] =>
  LISTS.map((path) =>
    Buffer.from(`GET /api/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  );

const started = async (data: string): Promise<{ program: Program; seconds: number }> => {
  const from = performance.now();
  const program = await startStandalone([data]);
  return { program, seconds: (performance.now() - from) / 1_000 };
};

/** Kills the program while it records commands. */
const killAtWork = async (program: Program): Promise<void> => {
  const planner = await signIn(program.url, 'planner');
  const name = (index: number): string => `Killed ${Date.now()} ${index}`;
  const commands = Array.from({ length: UNDER_WAY }, (_, index) =>
    planner.call('POST', 'driverCategories/', { Name: name(index) }),
  );
  await commands[0];
  await Promise.all([program.kill(), Promise.allSettled(commands)]);
};

/** The seconds until the program answers, and the memory that it has then. */
const startOf = async (data: string, before: (program: Program) => Promise<void>): Promise<Run> => {
  const { program: former } = await started(data);
  await before(former);
  const { program, seconds } = await started(data);
  try {
    return { figure: seconds, also: { [RESIDENT]: await program.rssMb() } };
  } finally {
    await program.stop();
  }
};

/** A start of the standalone over the log of many seasons, whose views are in its data folder. */
export const bench: Bench = async ({ sizes, compare, at, note }) => {
  const [events = 0] = sizes('events', [10_000_000], [300], [200_000]);
  const requests = at({ whole: 600, quick: 120, smoke: 6 });

  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    await mkdir(data);
    await writeSeason(data, events);
    const { program, seconds } = await started(data);
    await program.stop();
    const megabytes = async (file: string): Promise<number> =>
      Math.round((await stat(join(data, file))).size / 1e6);
    note(
      'first start',
      `${seconds.toFixed(1)} s, in which the views are made: ${await megabytes('views.db')} MB of a log of ${await megabytes('events.db')} MB`,
    );

    const what = `standalone over ${events} events`;
    const unit = 'seconds until it answers';
    const memory = { of: RESIDENT, atMost: 500 };
    await compare({
      what: `${what}, killed while it records`,
      unit,
      ours: { what: 'started again', run: () => startOf(data, killAtWork) },
      limits: [{ atMost: 15 }, memory],
    });
    await compare({
      what: `${what}, stopped`,
      unit,
      ours: { what: 'started again', run: () => startOf(data, (former) => former.stop()) },
      limits: [{ atMost: 3 }, memory],
    });

    const { program: running } = await started(data);
    try {
      const { token } = await signIn(running.url, 'planner');
      const ask = async (times: number): Promise<Run> => {
        const connections = await openConnections(running.url, 1);
        const latencies = createLatencies();
        await connections.send(gets(token), times, (tookMs) => latencies.add(tookMs));
        connections.close();
        return {
          figure: latencies.percentile(0.95),
          also: { 'p50, ms': latencies.percentile(0.5), [RESIDENT]: await running.rssMb() },
        };
      };
      await ask(LISTS.length);
      await compare({
        what: `lists of ${what}`,
        unit: 'p95 of an answer, ms',
        ours: { what: 'pages of events; competitors, flags and alerts of one', run: () => ask(requests) },
        limits: [{ atMost: 20 }, memory],
      });
    } finally {
      await running.stop();
    }
  });
};
