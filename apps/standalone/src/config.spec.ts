import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { standaloneConfig, withOutbox } from './config.js';

it('writes mails into the data folder, unless a folder is named', () => {
  const outbox = (environment: object) => withOutbox(standaloneConfig.parse(environment)).OUTBOX_DIR;
  expect(outbox({ DATA_DIR: 'race' })).toBe(join('race', 'outbox'));
  expect(outbox({ DATA_DIR: 'race', OUTBOX_DIR: 'mails' })).toBe('mails');
});
