/**
 * Doors and pipeline over one folder, as a process that a spec can kill. Prints its port when it is ready; other paths
 * than the doors' answer how many inputs are waiting; SIGTERM shuts it down gracefully.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOPICS } from '@flagpost/contracts';
import { createHealth, jsonLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { createDeviceNotes } from '../devices.js';
import { createDoors } from '../doors/doors.js';
import { startPipeline } from '../pipeline/pipeline.js';
import { INGEST_GROUP } from '../pipeline/session.js';
import { openStores } from './stores.js';

const [folder = ''] = process.argv.slice(2);
const { topics, records } = await openStores(folder, { ...systemClock, ...systemScheduler });
const health = createHealth();
const logger = jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`));
const shared = { topics, clock: systemClock, scheduler: systemScheduler, logger, health };
const { deviceTokens } = records;
const devices = createDeviceNotes({ ...shared, deviceTokens });
const pipeline = await startPipeline({ ...shared, records, devices, saveEveryMs: 40 });

const doors = createDoors({ ...shared, deviceTokens, devices });
const server = createServer((request, response) => {
  doors(request, response, () => {
    void topics.lag(TOPICS.positions, INGEST_GROUP).then((lag) => response.end(JSON.stringify(lag)));
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => {
  void pipeline
    .stop()
    .then(() => devices.stop())
    .then(() => process.exit(0));
});
