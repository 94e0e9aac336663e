/** A thread of an api: folds the past for one question, over a connection of its own to the log, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { openEventStore } from '@flagpost/event-sourcing/open';
import { jsonLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import type { PastReply, PastThreadData } from './audit/fold-past-in-thread.js';
import { foldPastOf } from './audit/fold-past.js';
import { drained, mapped } from './audit/fold-stream.js';

const { config, path, question } = workerData as PastThreadData;
const reply = (message: PastReply): void => parentPort?.postMessage(message);

const store = await openEventStore(config, {
  path,
  readOnly: true,
  clock: systemClock,
  scheduler: systemScheduler,
  logger: jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`)),
});
const steps = mapped(foldPastOf(store)(question), (progress) => reply({ progress }));
reply({ past: await drained(steps) });
await store.close();
