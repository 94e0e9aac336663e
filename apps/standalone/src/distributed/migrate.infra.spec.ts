import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { describeOver, dropMongoDatabase } from '@flagpost/testing/servers';
import { PROGRAMS, runTask } from '@flagpost/race-testing/process';

describeOver(describe, 'npm run migrate', ['mongo'], ({ mongo }) => {
  const database = `flagpost_test_${randomBytes(4).toString('hex')}`;
  const migrate = async (): Promise<readonly string[]> => {
    const { code, output } = await runTask(PROGRAMS.migrate, {
      RECORDS: 'mongo',
      READ_MODELS: 'mongo',
      MONGO_URL: mongo.address,
      MONGO_DATABASE: database,
    }).ended;
    expect({ code, output }).toMatchObject({ code: 0 });
    return output.trim().split('\n');
  };
  afterAll(() => dropMongoDatabase(mongo.address, database));

  it('makes what records and views need, says so, and finds nothing to do the second time', async () => {
    const made = await migrate();
    expect(made).toContain('index people.emailKey_1, unique');
    expect(made).toContain('index view_flags.eventId_1_order_-1__id_1');
    expect(await migrate()).toEqual(['Nothing was missing.']);
  });
});
