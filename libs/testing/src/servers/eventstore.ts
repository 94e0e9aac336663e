import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { EventStoreDBClient } from '@eventstore/db-client';
import { eventStoreDb } from '@flagpost/event-sourcing/eventstoredb';
import { eventStoreConfig } from '@flagpost/event-sourcing/open';
import { silentLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { firstOf, fromEnvironment } from './choose.js';
import { inDocker } from './docker.js';
import { DOUBLE_VERSION, MAX_APPEND_BYTES } from './eventstore-double/index.js';
import { freePort } from './free-port.js';
import { runOwn } from './own-process.js';
import type { RunningServer, Starter } from './server.js';

/** Resolves with the version once it serves; user and password come from the environment, as for the programs. */
export const askEventStore = async (address: string): Promise<string> => {
  const settings = eventStoreConfig.parse({
    ...process.env,
    EVENT_STORE: 'eventstoredb',
    EVENTSTORE_URL: address,
  });
  const parts = { clock: systemClock, scheduler: systemScheduler, logger: silentLogger };
  await (await eventStoreDb(settings, parts)).close();
  // Its types keep this one to the client itself.
  const client = EventStoreDBClient.connectionString(address) as unknown as {
    readonly capabilities: Promise<{ readonly serverVersion: string }>;
  };
  const { serverVersion } = await client.capabilities;
  return serverVersion === DOUBLE_VERSION ? 'a double of EventStoreDB' : `EventStoreDB ${serverVersion}`;
};

/** As `npm test` and `npm run test:infra` build it. */
const PROGRAM = fileURLToPath(new URL('../../dist/servers/eventstore-double/process.js', import.meta.url));

/** The double in a process of its own: stopping is SIGKILL, starting goes on with its file. */
const doubleProcess: Starter = async (): Promise<RunningServer> => {
  const port = await freePort();
  return runOwn({
    component: 'eventstore',
    address: `esdb://127.0.0.1:${port}?tls=false`,
    says: 'a double of EventStoreDB, on this machine: it proves how the client is used, nothing of the database',
    launch: (folder) =>
      spawn(process.execPath, [PROGRAM, join(folder, 'events.db'), String(port)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    // It prints one line then.
    serves: ({ stdout }) => once(stdout as Readable, 'data'),
  });
};

export const startEventStore: Starter = firstOf(
  fromEnvironment('eventstore', askEventStore),
  inDocker({
    component: 'eventstore',
    environment: () => ({
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_MEM_DB: 'false',
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
      // A route of 20,000 points is one event of more than the usual 1 MiB.
      EVENTSTORE_MAX_APPEND_SIZE: String(MAX_APPEND_BYTES),
    }),
    address: (reachedAt) => `esdb://${reachedAt}?tls=false`,
    ready: askEventStore,
  }),
  doubleProcess,
);
