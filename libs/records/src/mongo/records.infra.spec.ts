import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import type { MongoConfig } from '@flagpost/platform';
import { connectMongo } from '@flagpost/platform/mongo';
import { describeOver, dropMongoDatabase } from '@flagpost/testing/servers';
import { recordsContract } from '../testing/contract-suite.js';
import { migrateMongoRecords, mongoRecords } from './index.js';
import { modelsOf } from './models.js';

/** What a call of the driver looks for; writes in bulk and alternatives look for several things. */
const filtersOf = (method: string, first: unknown): readonly object[] => {
  if (method === 'bulkWrite')
    return (first as readonly Record<string, { filter: object }>[]).flatMap((write) =>
      Object.values(write).map(({ filter }) => filter),
    );
  if (!/^(find|update|replace|delete)/.test(method)) return [];
  const { $or: alternatives = [{}], ...rest } = first as { $or?: readonly object[] };
  return alternatives.map((alternative) => ({ ...rest, ...alternative }));
};

describeOver(describe, 'MongoDB', ['mongo'], ({ mongo }) => {
  const freshDatabase = (): MongoConfig => ({
    MONGO_URL: mongo.address,
    MONGO_DATABASE: `flagpost_test_${randomUUID()}`,
  });
  const drop = ({ MONGO_DATABASE }: MongoConfig): Promise<void> =>
    dropMongoDatabase(mongo.address, MONGO_DATABASE);

  describe('with one database for all tests, emptied between them', () => {
    const config = freshDatabase();
    /** Collection and filter of everything that the adapter asks or changes. */
    const asked: (readonly [string, object])[] = [];
    let emptying = false;
    beforeAll(async () => {
      await migrateMongoRecords(config);
      mongoose.set('debug', (collection: string, method: string, first: unknown) => {
        if (!emptying) for (const filter of filtersOf(method, first)) asked.push([collection, filter]);
      });
    });
    afterAll(async () => {
      mongoose.set('debug', false);
      await drop(config);
    });

    recordsContract('MongoDB', async () => ({
      async open() {
        emptying = false;
        return mongoRecords(config);
      },
      async dispose() {
        emptying = true;
        const connection = await connectMongo(config, 'test');
        for (const { name } of await connection.listCollections())
          await connection.collection(name).deleteMany({});
        await connection.close();
      },
    }));

    it('are asked nothing that no index leads to, and have no index that nothing asks for', async () => {
      const connection = mongoose.createConnection();
      const declared = Object.values(modelsOf(connection)).flatMap(({ collection, schema }) =>
        ['_id', ...schema.indexes().map(([keys]) => Object.keys(keys)[0] ?? '')].map(
          (path) => `${collection.name}.${path}`,
        ),
      );
      const leads = asked.map(
        ([collection, filter]) =>
          Object.keys(filter)
            .map((path) => `${collection}.${path}`)
            .find((path) => declared.includes(path)) ?? `${collection}: ${JSON.stringify(filter)}`,
      );
      expect([...new Set(leads)].sort()).toEqual([...declared].sort());
      await connection.close();
    });

    it('keep the sessions that were opened before browsers had marks', async () => {
      const connection = await connectMongo(config, 'test');
      const former = { tokenHash: 'former', expiresAt: 900, replacedAt: null, successor: null };
      await connection
        .collection<{ _id: string }>('sessions')
        .insertOne({ _id: 'family', userId: 1, version: 1, expiresAt: 900, tokens: [former] } as never);
      const records = await mongoRecords(config);
      const bare = { markHash: null, browser: null };
      expect(await records.credentials.refreshToken('former')).toEqual({
        ...former,
        userId: 1,
        familyId: 'family',
        ...bare,
      });
      expect(await records.credentials.sessionsOf(1, 0)).toEqual([
        { familyId: 'family', browser: null, expiresAt: 900 },
      ]);
      await records.close();
      await connection.close();
    });

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

  it('keep a code that a former release wrote, which had one for each subject', async () => {
    const config = freshDatabase();
    await migrateMongoRecords(config);
    const connection = await connectMongo(config, 'test');
    const former = modelsOf(connection).oneTimeSecrets.collection;
    const write = (_id: string) =>
      former.insertOne({ _id, hash: 'right', expiresAt: 1_000, tries: 2 } as object);
    await write('ada');
    await write('bea');
    await connection.close();
    const { oneTimeSecrets, close } = await mongoRecords(config);
    const more = { subject: 'ada', hash: 'more', expiresAt: 2_000, tries: 5 };
    expect(await oneTimeSecrets.add(more, 3, 0)).toBe(true);
    expect(await oneTimeSecrets.redeem('ada', 'wrong', 500)).toBe(false);
    expect(await oneTimeSecrets.redeem('ada', 'right', 500)).toBe(true);
    expect(await oneTimeSecrets.redeem('bea', 'right', 500)).toBe(true);
    await close();
    await drop(config);
  });

  it('find an address that a former release stored for display only', async () => {
    const config = freshDatabase();
    await migrateMongoRecords(config);
    const connection = await connectMongo(config, 'test');
    const { people } = modelsOf(connection);
    await people.collection.insertMany([
      { _id: 1, name: 'Ada', email: 'Ada@example.org', emailKey: 'ada@example.org' },
      { _id: 2, name: 'Bea', email: 'ADA@example.org' },
      { _id: 3, name: 'Eva', email: null },
    ] as object[]);
    await connection.close();
    expect(await migrateMongoRecords(config)).toEqual(['keys of shown addresses: 1']);
    expect(await migrateMongoRecords(config)).toEqual([]);
    const records = await mongoRecords(config);
    const found = await records.people.withEmail('ada@EXAMPLE.org');
    expect(found.map(({ id }) => id).sort()).toEqual([1, 2]);
    expect(await records.people.findByEmail('ada@example.org')).toMatchObject({ id: 1 });
    await records.close();
    await drop(config);
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
