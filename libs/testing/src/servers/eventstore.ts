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
import type { Encryption } from './encryption.js';
import { DOUBLE_VERSION, MAX_APPEND_BYTES } from './eventstore-double/index.js';
import { freePort } from './free-port.js';
import { runOwn } from './own-process.js';
import type { RunningServer, Starter } from './server.js';

/** Resolves with the version once it serves; user and password are those of the settings. */
const askEventStore = async (environment: Readonly<Record<string, string>>): Promise<string> => {
  const settings = eventStoreConfig.parse({ EVENT_STORE: 'eventstoredb', ...environment });
  const { EVENTSTORE_URL: address = '' } = settings;
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
const doubleProcess =
  (encryption?: Encryption): Starter =>
  async (): Promise<RunningServer> => {
    const port = await freePort();
    const { certFile, keyFile, username, password } = encryption ?? {};
    const address =
      certFile === undefined
        ? `esdb://127.0.0.1:${port}?tls=false`
        : `esdb://127.0.0.1:${port}?tls=true&tlsCAFile=${encodeURIComponent(certFile)}`;
    const secrets: Readonly<Record<string, string>> =
      username === undefined || password === undefined
        ? {}
        : { EVENTSTORE_USERNAME: username, EVENTSTORE_PASSWORD: password };
    return runOwn({
      component: 'eventstore',
      address,
      environment: { EVENTSTORE_URL: address, ...secrets },
      says:
        'a double of EventStoreDB, on this machine: it proves how the client is used, nothing of the database' +
        (encryption === undefined ? '' : '; with TLS and a user'),
      launch: (folder) => {
        const keys = certFile === undefined || keyFile === undefined ? [] : [certFile, keyFile];
        return spawn(process.execPath, [PROGRAM, join(folder, 'events.db'), String(port), ...keys], {
          env: { ...process.env, ...secrets },
          stdio: ['pipe', 'pipe', 'inherit'],
        });
      },
      // It prints one line then.
      serves: ({ stdout }) => once(stdout as Readable, 'data'),
    });
  };

const dockerEventStore = inDocker({
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
});

/** The environment's, else one in Docker, else the double, which alone can be encrypted. */
export const startEventStore = (encryption?: Encryption): Starter =>
  encryption === undefined
    ? firstOf(fromEnvironment('eventstore', askEventStore), dockerEventStore, doubleProcess())
    : firstOf(fromEnvironment('eventstore', askEventStore), doubleProcess(encryption));
