import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { errorCode } from './error-code.js';

it('is the code of an error of the system, and empty for all else that may be thrown', () => {
  let missing: unknown;
  try {
    readFileSync('/no/such/file');
  } catch (error) {
    missing = error;
  }
  expect(errorCode(missing)).toBe('ENOENT');
  for (const other of [new Error('x'), Object.assign(new Error('x'), { code: 5 }), { code: 'ENOENT' }, null])
    expect(errorCode(other)).toBe('');
});
