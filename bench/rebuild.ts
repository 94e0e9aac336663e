import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { projections, upcast } from '@flagpost/api';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { rebuildViews } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import type { Bench } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { perSecond } from './frame/measure.ts';
import { machine } from './load/pipeline.ts';
import { recordSeason } from './load/season.ts';

const PAGE = 1_000;

/** Every row, and both of its JSON texts parsed. */
const scan = (path: string): number => {
  const db = new DatabaseSync(path, { readOnly: true });
  const page = db.prepare(
    'SELECT position, data, meta FROM events WHERE position > ? ORDER BY position LIMIT ?',
  );
  page.setReturnArrays(true);
  let scanned = 0;
  for (let after = 0; ;) {
    const rows = page.all(after, PAGE) as unknown as [number, string, string][];
    for (const [, data, meta] of rows)
      if (JSON.parse(data) !== null && JSON.parse(meta) !== null) scanned += 1;
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last[0];
  }
  db.close();
  return scanned;
};

/** As `npm run rebuild`: the whole log into all views. The speed of the digests that it prints is given beside it. */
export const bench: Bench = async ({ sizes, compare }) => {
  for (const [index, events] of sizes('log', [1_000_000, 100_000], [300], [100_000]).entries()) {
    await inFolder(async (folder) => {
      const path = join(folder, 'events.db');
      const filled = sqliteEventStore({ ...machine, path });
      await recordSeason(filled, events);
      await filled.close();

      await compare({
        what: `${events} events of a season of races`,
        unit: 'events a second',
        ours: {
          what: 'folded into all views',
          run: async () => {
            const store = sqliteEventStore({ ...machine, path, readOnly: true });
            const readModels = memoryReadModels();
            const folded = await perSecond(async () => {
              await rebuildViews({ store, readModels, projections, upcast });
              return events;
            });
            const digested = await perSecond(async () => {
              for (const { views } of projections) for (const view of views) await readModels.digest(view);
              return events;
            });
            await store.close();
            const withDigests = 1 / (1 / folded.figure + 1 / digested.figure);
            return { ...folded, also: { 'with their digests': withDigests } };
          },
        },
        theirs: {
          what: 'raw scan in pages, JSON.parse of data and meta',
          run: () => perSecond(() => scan(path)),
        },
        ...(index === 0 ? { ratio: { atLeast: 0.3 }, limits: [{ atLeast: 100_000 }] } : {}),
      });
    });
  }
};
