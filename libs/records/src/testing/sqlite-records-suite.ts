import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Storage } from '@flagpost/storage';
import { recordsContract } from './contract-suite.js';
import { sqliteRecords } from '../sqlite/index.js';

/** A folder of its own. */
export const inFolder = () => mkdtemp(join(tmpdir(), 'flagpost-records-'));

/** Everything in the files of a folder. */
export const bytesIn = async (folder: string): Promise<string> => {
  const files = await Promise.all(
    (await readdir(folder)).map((file) => readFile(join(folder, file), 'latin1')),
  );
  return files.join('');
};

/** What records in a SQLite file keep, whichever executor runs their operations. */
export const sqliteRecordsSuite = (executor: string, storageOf: () => Storage): void =>
  describe(executor, () => {
    recordsContract('SQLite', async () => {
      const folder = await inFolder();
      const files = { path: join(folder, 'records.db'), secrets: join(folder, 'secrets.json') };
      const storage = storageOf();
      return {
        open: async () => sqliteRecords({ ...files, storage }),
        dispose: () => rm(folder, { recursive: true }),
      };
    });

    it('holds no byte of a person who was erased, while it is in use', async () => {
      const folder = await inFolder();
      const records = sqliteRecords({ path: join(folder, 'records.db'), storage: storageOf() });
      const someone = { phone: null, bloodType: null, avatar: null };
      const add = (id: number, surname: string) =>
        records.people.put({ id, name: 'Ada', surname, email: `${surname}@example.org`, ...someone });
      await Promise.all(Array.from({ length: 200 }, (_each, index) => add(index + 1, `Stays${index}`)));
      await add(1000, 'Unforgettable');
      await add(1000, 'Unforgotten');
      expect(await bytesIn(folder)).toContain('Unforgotten');
      await records.people.delete(1000);
      const left = await bytesIn(folder);
      expect(left).toContain('Stays199');
      expect(left.toLowerCase()).not.toContain('unforg');
      await records.close();
      await rm(folder, { recursive: true });
    });
  });
