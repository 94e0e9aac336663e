import { createConnection, type Connection } from 'mongoose';
import { ConfigError } from '../config.js';
import type { PartHealth } from '../health.js';
import { ServiceUnavailableError } from '../service-unavailable.js';
import type { MongoConfig } from './config.js';

/** How long a call looks for a server before it fails. */
const SELECTION_MS = 3_000;
/** How long a call waits for its answer, so that a server that hangs does not block callers for longer. */
const ANSWER_MS = 10_000;

/**
 * Connects to the configured database. A write is acknowledged when a majority of the servers has it in their journals.
 * The driver reconnects by itself; calls fail during an outage.
 *
 * @param part The part that uses the connection, for error messages.
 * @throws {ConfigError} if no address is configured.
 * @throws {ServiceUnavailableError} if no server answers.
 */
export const connectMongo = async (
  { MONGO_URL, MONGO_DATABASE }: MongoConfig,
  part: string,
): Promise<Connection> => {
  if (MONGO_URL === undefined) throw new ConfigError(`${part} in MongoDB require MONGO_URL.`);
  const connection = createConnection(MONGO_URL, {
    dbName: MONGO_DATABASE,
    appName: `flagpost ${part}`,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: SELECTION_MS,
    connectTimeoutMS: SELECTION_MS,
    socketTimeoutMS: ANSWER_MS,
    writeConcern: { w: 'majority', journal: true },
  });
  try {
    await connection.asPromise();
    return connection;
  } catch (error) {
    await connection.destroy();
    throw new ServiceUnavailableError(
      `${part}: MongoDB does not answer at ${hostsOf(MONGO_URL)}: ${reasonOf(error)}`,
      {
        cause: error,
      },
    );
  }
};

/** Without credentials, which must not appear in messages. */
const hostsOf = (url: string): string =>
  url.replace(/^mongodb(\+srv)?:\/\/([^/]*@)?/, '').replace(/[/?].*$/, '');

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether the server of a connection answers now. Rejects if it does not. */
export const mongoHealth = async (connection: Connection): Promise<PartHealth> => {
  await connection.db?.command({ ping: 1 });
  return { ok: connection.db !== undefined };
};
