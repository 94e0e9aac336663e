import { projections, storesConfig } from '@flagpost/api';
import { TOPIC_DEFINITIONS } from '@flagpost/contracts';
import { openTopics } from '@flagpost/messaging/open';
import { jsonLogger, loadConfig, readCommandLine, runTask } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { migrateReadModels } from '@flagpost/read-models/open';
import { migrateRecords } from '@flagpost/records/open';

readCommandLine({ usage: 'npm run migrate takes no arguments.', options: {}, names: 0 });

/** Creates and prints missing collections, indexes and topics of the configured servers. Embedded parts need none. */
await runTask(async () => {
  const config = loadConfig(storesConfig, process.env);
  const made = [...(await migrateRecords(config)), ...(await migrateReadModels(config, { projections }))];
  if (config.TOPICS === 'kafka') {
    const machine = { clock: systemClock, scheduler: systemScheduler, ids: systemIds };
    const logger = jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`));
    const topics = await openTopics(config, { ...machine, logger, path: '' });
    const defined = new Set(await topics.define(TOPIC_DEFINITIONS));
    await topics.close();
    for (const { name, partitions } of TOPIC_DEFINITIONS)
      if (defined.has(name)) made.push(`topic ${name}, ${partitions} partitions`);
  }
  for (const line of made) console.log(line);
  if (made.length === 0) console.log('Nothing was missing.');
});
