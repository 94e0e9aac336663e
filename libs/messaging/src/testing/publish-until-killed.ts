/** Publishes and consumes endlessly, to be killed by a spec. Prints what was acknowledged and handled. */
import { jsonLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { threads } from '@flagpost/storage/testing';
import { sqliteTopics } from '../sqlite/index.js';
import { CARS, GROUP, TOPIC } from './killed-process.js';

const [path = '', run = ''] = process.argv.slice(2);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const logger = jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`));

const storage = threads();
const topics = sqliteTopics({ path, clock: systemClock, scheduler: systemScheduler, logger, storage });
await topics.define([{ name: TOPIC, partitions: 3, kind: 'log' }]);

topics.consume({
  topic: TOPIC,
  group: GROUP,
  maxBatch: 7,
  onBatch: async ({ messages }) => messages.forEach(({ value }) => print(`handled ${value ?? ''}`)),
});

const drive = async (car: number): Promise<never> => {
  for (let fix = 0; ; fix += 2) {
    const values = [fix, fix + 1].map((number) => `${run}:${car}:${number}`);
    await topics.publish(
      TOPIC,
      values.map((value) => ({ key: `${run}:${car}`, value })),
    );
    values.forEach((value) => print(`stored ${value}`));
  }
};
await Promise.all(Array.from({ length: CARS }, (_, car) => drive(car)));
