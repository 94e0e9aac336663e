import type { Bench } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { startMongoRecords } from './load/mongo-records.ts';
import { askWithoutKeyframes, compareReplay, writeRace } from './load/past-race.ts';

/** As `replay`, with the records in the MongoDB of `MONGO_URL`, or in what can be started here. */
export const bench: Bench = async (context) => {
  const { sizes, note } = context;
  const [hours = 0] = sizes('hours', [8], [0.1], [0.1]);
  const [seeks = 0] = sizes('seeks', [50], [2], [10]);
  for (const cars of sizes('cars', [100, 1_000], [3], [3]))
    await inFolder(async (folder) => {
      const mongo = await startMongoRecords();
      if (typeof mongo === 'string') {
        note('missing', mongo);
        return;
      }
      note('servers', mongo.says);
      try {
        const words = [folder, ...mongo.settings];
        const race = await writeRace({ words, cars, hours, use: (use) => mongo.use(use) });
        const about = { 'first question of all, ms': await askWithoutKeyframes(words, race) };
        const what = `${hours} h of ${cars} cars at 1 Hz, over MongoDB`;
        await compareReplay(context, words, race, { what, seeks, about });
      } finally {
        await mongo.stop();
      }
    });
};
