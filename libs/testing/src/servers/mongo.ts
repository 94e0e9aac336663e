import { mongo } from 'mongoose';
import { firstOf, fromEnvironment } from './choose.js';
import { inDocker } from './docker.js';
import { nativeMongo } from './mongo-native.js';
import type { Starter } from './server.js';

const CALL_TIMEOUT_MS = 5_000;

const clientOf = (address: string): mongo.MongoClient =>
  new mongo.MongoClient(address, {
    serverSelectionTimeoutMS: CALL_TIMEOUT_MS,
    connectTimeoutMS: CALL_TIMEOUT_MS,
    socketTimeoutMS: CALL_TIMEOUT_MS,
  });

/** Resolves with its name and version once it serves. */
export const askMongo = async (address: string): Promise<string> => {
  const client = clientOf(address);
  try {
    const { version, ferretdb } = await client.db('admin').command({ buildInfo: 1 });
    const other = (ferretdb as { version?: string } | undefined)?.version;
    return other === undefined ? `MongoDB ${String(version)}` : `FerretDB ${other}`;
  } finally {
    await client.close();
  }
};

/** MongoDB's protocol: the environment's server, else `mongo` in Docker, else a FerretDB built from the Go proxy. */
export const startMongo: Starter = firstOf(
  fromEnvironment('mongo', askMongo),
  inDocker({ component: 'mongo', address: (reachedAt) => `mongodb://${reachedAt}`, ready: askMongo }),
  nativeMongo(askMongo),
);

/** Removes a suite's own database from a server that may be shared. */
export const dropMongoDatabase = async (address: string, name: string): Promise<void> => {
  const client = clientOf(address);
  try {
    await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
};
