import { mongo } from 'mongoose';
import { firstOf, fromEnvironment } from './choose.js';
import { inDocker } from './docker.js';
import type { Encryption } from './encryption.js';
import { nativeMongo } from './mongo-native.js';
import type { Starter } from './server.js';
import { tlsFront } from './tls-front.js';

const CALL_TIMEOUT_MS = 5_000;

const clientOf = (address: string): mongo.MongoClient =>
  new mongo.MongoClient(address, {
    serverSelectionTimeoutMS: CALL_TIMEOUT_MS,
    connectTimeoutMS: CALL_TIMEOUT_MS,
    socketTimeoutMS: CALL_TIMEOUT_MS,
  });

/** Resolves with its name and version once it serves. */
const askMongo = async (address: string): Promise<string> => {
  const client = clientOf(address);
  try {
    const { version, ferretdb } = await client.db('admin').command({ buildInfo: 1 });
    const other = (ferretdb as { version?: string } | undefined)?.version;
    return other === undefined ? `MongoDB ${String(version)}` : `FerretDB ${other}`;
  } finally {
    await client.close();
  }
};

const asked = ({ MONGO_URL = '' }: Readonly<Record<string, string>>): Promise<string> => askMongo(MONGO_URL);

/** MongoDB's protocol: the environment's server, else `mongo` in Docker, else a FerretDB built from the Go proxy. */
export const startMongo = (encryption?: Encryption): Starter => {
  const ours = firstOf(
    inDocker({ component: 'mongo', address: (reachedAt) => `mongodb://${reachedAt}`, ready: asked }),
    nativeMongo(askMongo),
  );
  return firstOf(
    fromEnvironment('mongo', asked),
    encryption === undefined ? ours : behindTls(ours, encryption),
  );
};

/** The same with TLS in front. */
const behindTls =
  (starter: Starter, encryption: Encryption): Starter =>
  async () => {
    const server = await starter();
    if ('why' in server) return server;
    const { hostname, port } = new URL(server.address);
    const front = await tlsFront(hostname, Number(port), encryption);
    const ca = encodeURIComponent(encryption.certFile);
    const address = `mongodb://127.0.0.1:${front.port}/?tls=true&tlsCAFile=${ca}`;
    return {
      ...server,
      address,
      environment: { MONGO_URL: address },
      says: `${server.says}, behind TLS`,
      async end() {
        front.close();
        await server.end();
      },
    };
  };

/** Removes a suite's own database from a server that may be shared. */
export const dropMongoDatabase = async (address: string, name: string): Promise<void> => {
  const client = clientOf(address);
  try {
    await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
};
