/** Doors and pipeline over one folder, as a process that a spec can kill. Prints its port when it is ready; SIGTERM ends it well. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHealth, jsonLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { createDoors } from '../doors/doors.js';
import { startPipeline } from '../pipeline/pipeline.js';
import { openStores } from './rig.js';

const [folder = ''] = process.argv.slice(2);
const { topics, records } = await openStores(folder, { ...systemClock, ...systemScheduler });
const health = createHealth();
const logger = jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`));
const shared = { topics, clock: systemClock, logger, health };
const pipeline = await startPipeline({ ...shared, records, scheduler: systemScheduler, saveEveryMs: 40 });

const doors = createDoors({ ...shared, deviceTokens: records.deviceTokens });
const server = createServer((request, response) => {
  doors(request, response, () => {
    void health.read().then((read) => response.end(JSON.stringify(read)));
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => {
  void pipeline.stop().then(() => process.exit(0));
});
