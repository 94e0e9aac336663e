import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ServiceUnavailableError, type MongoConfig } from '@flagpost/platform';
import { describeOver, dropMongoDatabase } from '@flagpost/testing/servers';
import { migrateMongoRecords, mongoRecords } from './index.js';

const block = { eventId: 1, invitationId: 100, minute: 7, bytes: new Uint8Array([1]) };
const note = {
  invitationId: 100,
  heardAt: 7_000,
  dropped: null,
  report: { accuracyM: 5, battery: 80, clockMs: 0, app: null },
};

describeOver(describe, 'records on MongoDB', ['mongo'], ({ mongo }) => {
  const whereOurs = mongo.control === null ? it.skip : it;

  whereOurs('fail by name while the server is away, and go on where they were when it is back', async () => {
    const config: MongoConfig = {
      MONGO_URL: mongo.address,
      MONGO_DATABASE: `flagpost_test_${randomUUID()}`,
    };
    await migrateMongoRecords(config);
    const records = await mongoRecords(config);
    expect(await records.sequences.next('event')).toBe(1);

    await mongo.control?.stop();
    try {
      await expect(records.sequences.next('event')).rejects.toThrow(ServiceUnavailableError);
      await expect(records.leases.load('projector')).rejects.toThrow(ServiceUnavailableError);
      await expect(records.history.put([block])).rejects.toThrow(ServiceUnavailableError);
      await expect(records.deviceTokens.note([note])).rejects.toThrow(ServiceUnavailableError);
      await expect(records.health()).rejects.toThrow();
      await expect(mongoRecords(config)).rejects.toThrow(/^Records: MongoDB does not answer at /);
    } finally {
      await mongo.control?.start();
    }

    expect(await records.sequences.next('event')).toBe(2);
    expect((await records.health()).ok).toBe(true);
    await records.close();
    await dropMongoDatabase(mongo.address, config.MONGO_DATABASE);
  });

  it('name the server without its credentials where it does not answer', async () => {
    const nowhere = { MONGO_URL: 'mongodb://someone:secret@127.0.0.1:1/?tls=false', MONGO_DATABASE: 'none' };
    const refused = mongoRecords(nowhere);
    await expect(refused).rejects.toThrow('MongoDB does not answer at 127.0.0.1:1: ');
    await expect(refused).rejects.not.toThrow('secret');
  });
});
