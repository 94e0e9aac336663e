import { randomBytes } from 'node:crypto';
import { dropKafkaTopics, dropMongoDatabase } from '@flagpost/testing/servers';
import { PROGRAMS, runTask, startProgram, type Program, type Task } from './process.js';

/**
 * Flagpost as several processes over existing servers: apis and telemetry-ingests of one test, with unique names in
 * every server, so that other installations are neither changed nor read.
 */
export interface Cluster {
  readonly apis: readonly Program[];
  readonly ingests: readonly Program[];
  /** The configuration of its programs, to start another one beside them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs another program on the same stores, or against the first api. */
  run(program: ClusterTool, args?: readonly string[]): Task;
  /** Ends every program, including suspended ones. */
  stop(): Promise<void>;
}

export type ClusterTool = 'rebuild' | 'recompute' | 'simulator';

export type Addresses = Readonly<Record<'KAFKA_BROKERS' | 'MONGO_URL' | 'EVENTSTORE_URL', string>>;

export interface ClusterOptions {
  readonly addresses: Addresses;
  readonly apis?: number;
  readonly ingests?: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** The configuration of programs over these servers, with unique names in each of them. */
export const ownPart = (addresses: Addresses) => {
  const name = `flagpost-${randomBytes(4).toString('hex')}`;
  return {
    EVENT_STORE: 'eventstoredb',
    READ_MODELS: 'mongo',
    RECORDS: 'mongo',
    TOPICS: 'kafka',
    EVENTSTORE_PREFIX: `${name}-`,
    KAFKA_PREFIX: `${name}.`,
    MONGO_DATABASE: name,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: '1',
    TILE_URL: 'none',
    ...addresses,
  };
};

/** The streams are kept if EventStoreDB is shared: it cannot drop them all. */
export const dropPart = async (part: ReturnType<typeof ownPart>): Promise<void> => {
  await Promise.allSettled([
    dropMongoDatabase(part.MONGO_URL, part.MONGO_DATABASE),
    dropKafkaTopics(part, part.KAFKA_PREFIX),
  ]);
};

const several = <T>(count: number, start: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => start(index + 1)));

export const startCluster = async ({
  addresses,
  apis: apiCount = 2,
  ingests: ingestCount = 2,
  settings = {},
}: ClusterOptions): Promise<Cluster> => {
  const part = ownPart(addresses);
  const environment = { ...part, JWT_SECRET: randomBytes(48).toString('base64'), ...settings };
  const migrated = await runTask(PROGRAMS.migrate, environment).ended;
  if (migrated.code !== 0) throw new Error(`The servers could not be prepared:\n${migrated.output}`);

  const started: Program[] = [];
  const tasks: Task[] = [];
  const start = async (kind: 'api' | 'ingest', number: number, more: object = {}): Promise<Program> => {
    const program = await startProgram({
      name: `${kind} ${number}`,
      file: PROGRAMS[kind],
      environment: { ...environment, ...more },
    });
    started.push(program);
    return program;
  };
  const stop = async (): Promise<void> => {
    for (const task of tasks) task.kill();
    for (const program of started) program.wake();
    await Promise.all(started.map((program) => program.stop()));
    await dropPart(part);
  };
  try {
    const ingests = await several(ingestCount, (number) => start('ingest', number));
    const doors = { DOORS_URL: ingests[0]?.url ?? '' };
    const apis = await several(apiCount, (number) => start('api', number, doors));
    const run: Cluster['run'] = (program, args) => {
      const task = runTask(PROGRAMS[program], { ...environment, API_URL: apis[0]?.url ?? '' }, args);
      tasks.push(task);
      return task;
    };
    return { apis, ingests, environment, run, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
