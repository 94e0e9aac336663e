import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { systemIds } from '@flagpost/platform/system';
import { accountsOf, PASSWORD } from '../testing/accounts.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { hashPassword, isOutdated, verifyPassword } from './passwords.js';

/** Of `Flagpost1`, as the release before made it. */
const FORMER = 'scrypt$32768$8$1$c2FsdC1vZi1mb3JtZXI$cez3OtqrUoGMnbaAbAIY8GMR-t7aYYE92-iH2HLXWEE';
const EMAIL = 'planner@example.org';

let harness: Harness;
let userId: number;
beforeEach(async () => {
  harness = await startHarness();
  userId = await accountsOf(harness).add(EMAIL, 'planner', 1);
});
afterEach(() => harness.stop());

const stored = async (): Promise<string> =>
  (await harness.dependencies.records.credentials.password(userId))?.hash ?? '';
const keepFormer = (): Promise<void> =>
  harness.dependencies.records.credentials.setPassword(userId, { hash: FORMER, temporary: false });
const logIn = async (password?: string): Promise<number> =>
  (await accountsOf(harness).logIn(EMAIL, password)).status;

it('are kept with the cost that OWASP asks for at least', async () => {
  const hash = await hashPassword(PASSWORD, systemIds);
  expect(hash).toMatch(/^argon2id\$19456\$2\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(isOutdated(hash)).toBe(false);
  expect(await verifyPassword(PASSWORD, hash, 'unknown')).toBe(true);
  expect(await verifyPassword('Flagpost2', hash, 'known')).toBe(false);
  expect(await verifyPassword(PASSWORD, null, 'unknown')).toBe(false);
  expect(await hashPassword(PASSWORD, systemIds)).not.toBe(hash);
});

it('of a former release are good, and get today’s hash by a sign-in that is right', async () => {
  await keepFormer();
  expect(await logIn('Flagpost2')).toBe(401);
  expect(await stored()).toBe(FORMER);
  expect(await logIn()).toBe(200);
  expect(await stored()).toMatch(/^argon2id\$/);
  expect(await logIn()).toBe(200);
  expect(await logIn('Flagpost2')).toBe(401);
});
