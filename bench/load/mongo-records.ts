import { randomBytes } from 'node:crypto';
import type { Records } from '@flagpost/records';
import { migrateRecords, openRecords, recordsConfig } from '@flagpost/records/open';
import { addressesOf, dropMongoDatabase, startServers } from '@flagpost/testing/servers';

/** Records in MongoDB, or what speaks its protocol here, in a database of their own. */
export interface MongoRecords {
  /** What the server is: a stand-in says so. */
  readonly says: string;
  /** Of a program over them, 'NAME=value' each. */
  readonly settings: readonly string[];
  use<T>(use: (records: Records) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** @returns the reason if there is none here */
export const startMongoRecords = async (): Promise<MongoRecords | string> => {
  const servers = await startServers(['mongo']);
  const [missing] = servers.missing;
  if (missing !== undefined) {
    await servers.end();
    return `${missing[0]}: ${missing[1]}`;
  }
  const environment = {
    ...addressesOf(servers),
    RECORDS: 'mongo',
    MONGO_DATABASE: `flagpost-${randomBytes(4).toString('hex')}`,
  };
  const config = recordsConfig.parse(environment);
  await migrateRecords(config);
  return {
    says: [...servers.running.values()].map(({ says }) => says).join('; '),
    settings: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    async use(use) {
      const records = await openRecords(config, { path: '' });
      try {
        return await use(records);
      } finally {
        await records.close();
      }
    },
    async stop() {
      await dropMongoDatabase(config.MONGO_URL ?? '', environment.MONGO_DATABASE);
      await servers.end();
    },
  };
};
