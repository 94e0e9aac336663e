import { createConnection, type Connection } from 'mongoose';
import { certificateFault } from '../certificate-fault.js';
import { ConfigError } from '../config.js';
import type { PartHealth } from '../health.js';
import { ServiceUnavailableError } from '../service-unavailable.js';
import type { MongoConfig } from './config.js';

/** How long a call looks for a server before it fails. */
const SELECTION_MS = 3_000;
/** How long a call waits for its answer, so that a server that hangs does not block callers for longer. */
const ANSWER_MS = 10_000;

/** The server's code for a wrong user or password. */
const AUTHENTICATION_FAILED = 18;

/**
 * Connects to the configured database. A write is acknowledged when a majority of the servers has it in their journals.
 * The driver reconnects by itself; calls fail during an outage.
 *
 * @param part The part that uses the connection, for error messages.
 * @throws {ConfigError} if no address is configured, or if credentials or certificates are refused.
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
    const refusal = refusalOf(error, part, hostsOf(MONGO_URL));
    if (refusal !== null) throw refusal;
    throw new ServiceUnavailableError(
      `${part}: MongoDB does not answer at ${hostsOf(MONGO_URL)}: ${reasonOf(error)}`,
      {
        cause: error,
      },
    );
  }
};

/** The error, and those of the connections to each server, which the driver keeps in what it knows of the servers. */
const connectionErrors = (error: unknown): readonly unknown[] => {
  const { servers } = (error as { readonly reason?: { readonly servers?: unknown } }).reason ?? {};
  const known: readonly { readonly error?: unknown }[] = servers instanceof Map ? [...servers.values()] : [];
  return [error, ...known.map((server) => server.error)];
};

/** What the operator has to correct: credentials or certificates; null for other errors. */
const refusalOf = (error: unknown, part: string, hosts: string): ConfigError | null => {
  if ((error as { readonly code?: unknown }).code === AUTHENTICATION_FAILED)
    return new ConfigError(`${part}: MongoDB at ${hosts} refuses the user or password in MONGO_URL.`);
  const fault = connectionErrors(error)
    .map(certificateFault)
    .find((each) => each !== null);
  return fault === undefined
    ? null
    : new ConfigError(
        `${part}: the certificate of MongoDB at ${hosts} is not accepted (${fault}): tlsCAFile in MONGO_URL must name the file of its authority, and the URL a host that it names.`,
      );
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
