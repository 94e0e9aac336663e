import { expect, it } from '@jest/globals';
import { driveDatabase } from '../../../shared/stored-names.js';
import { forgetPastDrives } from './database.js';

const [OPEN, OTHER] = ['a'.repeat(43), 'b'.repeat(43)] as const;

it('looks for past drives in what other pages of this phone keep, and not in that of the open page', async () => {
  const opened: string[] = [];
  const names = [driveDatabase(OPEN), 'of another part', driveDatabase(OTHER)];
  const indexedDB = {
    databases: async () => names.map((name) => ({ name })),
    open: (name: string) => {
      opened.push(name);
      throw new Error('It cannot be opened.');
    },
  };
  Object.defineProperty(window, 'indexedDB', { value: indexedDB, configurable: true });
  await expect(forgetPastDrives(Date.now(), OPEN)).rejects.toThrow('It cannot be opened.');
  expect(opened).toEqual([driveDatabase(OTHER)]);
});
