import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import type { RunningServer, Starter } from './server.js';

/** Answers when it serves, with its version; a user and password stand in the environment, as for the programs. */
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
export const doubleProcess: Starter = async (): Promise<RunningServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'flagpost-eventstore-double-'));
  const port = await freePort();
  let running: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const child = spawn(process.execPath, [PROGRAM, join(folder, 'events.db'), String(port)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    running = child;
    const ended = once(child, 'exit').then(() => {
      throw new Error('The double of EventStoreDB ended before it served.');
    });
    await Promise.race([once(child.stdout, 'data'), ended]);
    ended.catch(() => undefined); // it ends when it is stopped
  };
  const stop = async (): Promise<void> => {
    const ending = running;
    running = null;
    if (ending === null) return;
    const gone = once(ending, 'exit');
    ending.kill('SIGKILL');
    await gone;
  };
  const end = async (): Promise<void> => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    component: 'eventstore',
    address: `esdb://127.0.0.1:${port}?tls=false`,
    says: 'a double of EventStoreDB, on this machine: it proves how the client is used, nothing of the database',
    control: { stop, start },
    end,
  };
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
