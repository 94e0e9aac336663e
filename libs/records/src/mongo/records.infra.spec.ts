import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MongoConfig } from '@flagpost/platform';
import { connectMongo } from '@flagpost/platform/mongo';
import { describeOver, dropMongoDatabase } from '@flagpost/testing/servers';
import { recordsContract } from '../contract-suite.js';
import { migrateMongoRecords, mongoRecords } from './index.js';

describeOver(describe, 'MongoDB', ['mongo'], ({ mongo }) => {
  const freshDatabase = (): MongoConfig => ({
    MONGO_URL: mongo.address,
    MONGO_DATABASE: `flagpost_test_${randomUUID()}`,
  });
  const drop = ({ MONGO_DATABASE }: MongoConfig): Promise<void> =>
    dropMongoDatabase(mongo.address, MONGO_DATABASE);

  describe('with one database for all tests, emptied between them', () => {
    const config = freshDatabase();
    beforeAll(() => migrateMongoRecords(config));
    afterAll(() => drop(config));

    recordsContract('MongoDB', async () => ({
      open: () => mongoRecords(config),
      async dispose() {
        const connection = await connectMongo(config, 'test');
        for (const { name } of await connection.listCollections())
          await connection.collection(name).deleteMany({});
        await connection.close();
      },
    }));

    it('give one number to one of two processes', async () => {
      const [one, two] = [await mongoRecords(config), await mongoRecords(config)];
      const numbers = await Promise.all(
        Array.from({ length: 20 }, (_, turn) => (turn % 2 === 0 ? one : two).sequences.next('shared')),
      );
      expect(new Set(numbers).size).toBe(20);
      await one.close();
      await two.close();
    });
  });

  it('are opened only in a database that was migrated, which changes nothing the second time', async () => {
    const config = freshDatabase();
    await expect(mongoRecords(config)).rejects.toThrow(/lacks the collection .*"npm run migrate"/);
    const made = await migrateMongoRecords(config);
    expect(made).toContain('index people.emailKey_1, unique');
    expect(await migrateMongoRecords(config)).toEqual([]);

    const connection = await connectMongo(config, 'test');
    await connection.collection('people').dropIndex('emailKey_1');
    await expect(mongoRecords(config)).rejects.toThrow('lacks the index emailKey_1 of people');
    expect(await migrateMongoRecords(config)).toEqual(['index people.emailKey_1, unique']);
    await connection.close();
    await (await mongoRecords(config)).close();
    await drop(config);
  });
});
