import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import type { Program } from './frame/program.ts';
import { recordEvents, recordRunningEvent } from './load/many-events.ts';
import { machine } from './load/pipeline.ts';
import { startStandalone } from './load/standalone.ts';

/** After its start the program compiles and collects for a while. */
const SETTLES_MS = 10_000;

const usedBy = async (program: Program, seconds: number): Promise<Run> => {
  const before = await program.cpuSeconds();
  await wait(seconds * 1_000);
  return {
    figure: (((await program.cpuSeconds()) - before) / seconds) * 100,
    also: { 'resident, MB': await program.rssMb() },
  };
};

/** What the standalone uses while nothing happens: an event that runs without cars, and past ones. */
export const bench: Bench = async ({ at, sizes, compare }) => {
  const [past = 0] = sizes('past', [100], [4]);
  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    await mkdir(data);
    const store = sqliteEventStore({ ...machine, path: join(data, 'events.db') });
    // Half of them are past, the others to come.
    await recordEvents(store, 2 * past, 2 * past, Date.now());
    await recordRunningEvent(store, 2 * past + 1, Date.now());
    await store.close();
    const program = await startStandalone([data]);
    try {
      await wait(at({ whole: SETTLES_MS, quick: SETTLES_MS / 4, smoke: 0 }));
      await compare({
        what: `one event without cars, ${past} past ones`,
        unit: '% of a core',
        ours: {
          what: 'the standalone',
          run: () => usedBy(program, at({ whole: 10, quick: 3, smoke: 1 })),
        },
        limits: [{ atMost: 1 }],
      });
    } finally {
      await program.stop();
    }
  });
};
