import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { inRecords } from './load/long-race.ts';
import { askWithoutKeyframes, compareReplay, keyframesOf, writeRace } from './load/past-race.ts';

const SEEKS = 100;

export const bench: Bench = async (context) => {
  const { sizes } = context;
  const [hours = 0] = sizes('hours', [8], [0.15], [0.25]);
  for (const cars of sizes('cars', [100, 1_000], [3]))
    await inFolder(async (folder) => {
      const data = join(folder, 'data');
      await mkdir(data);
      const file = join(data, 'records.db');
      const race = await writeRace({ words: [data], cars, hours, use: (use) => inRecords(file, use) });
      const about = {
        'first question of all, ms': await askWithoutKeyframes([data], race),
        'keyframes, bytes a fix': await inRecords(file, (records) => keyframesOf(records, race)),
      };
      const what = `${hours} h of ${cars} cars at 1 Hz`;
      await compareReplay(context, [data], race, { what, seeks: SEEKS, about });
    });
};
