import { expect, it } from '@jest/globals';
import { newPassword } from '@flagpost/contracts';
import { PASSWORD } from '../testing/accounts.js';
import { isCommonPassword } from './common-passwords.js';

it.each(['Password1', 'QWERTY123', 'Trustno1', '1qaz2wsX', ' Password1 '])(
  'knows %j as common though it keeps the rule',
  (password) => {
    expect(newPassword.safeParse(password).success).toBe(true);
    expect(isCommonPassword(password)).toBe(true);
  },
);

it.each([PASSWORD, 'Chicane22', 'Langhe2026'])('leaves %s to choose', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
