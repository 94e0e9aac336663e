import { argon2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Ids } from '@flagpost/platform';
import { createHashSlots, type HashLane } from './hash-slots.js';

/**
 * Passwords are kept as Argon2id hashes with OWASP's minimum (19 MiB, 2 passes, 1 lane), computed on threads of Node's
 * pool. Those of former releases are scrypt hashes, which a sign-in replaces.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const KEY_BYTES = 32;
/** Parameters stored before the salt: `argon2id$memory$passes$parallelism`. */
const ALGORITHM = ['argon2id', COST.memory, COST.passes, COST.parallelism].join('$');

/** One for the process, as is its thread pool. */
const slots = createHashSlots();

const argon2Key = promisify(argon2);
const scryptKey = promisify(scrypt) as (
  password: string,
  salt: string,
  length: number,
  cost: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>;

const keyOf = (algorithm: string, costs: readonly number[], password: string, salt: string) => {
  const message = password.normalize('NFKC');
  const [first = 0, second = 0, third = 0] = costs;
  if (algorithm === 'scrypt')
    return scryptKey(message, salt, KEY_BYTES, {
      N: first,
      r: second,
      p: third,
      maxmem: 256 * first * second,
    });
  const cost = { memory: first, passes: second, parallelism: third };
  return argon2Key('argon2id', { message, nonce: salt, tagLength: KEY_BYTES, ...cost });
};

const matches = async (password: string, hash: string): Promise<boolean> => {
  const [algorithm = '', first, second, third, salt = '', key = ''] = hash.split('$');
  const actual = await keyOf(algorithm, [first, second, third].map(Number), password, salt);
  const expected = Buffer.from(key, 'base64url');
  return expected.length === actual.length && timingSafeEqual(actual, expected);
};

/** For authenticated users, or for the program itself. */
export const hashPassword = (password: string, ids: Ids): Promise<string> =>
  slots.runProven(async () => {
    const salt = ids.token(16);
    const key = await keyOf('argon2id', [COST.memory, COST.passes, COST.parallelism], password, salt);
    return `${ALGORITHM}$${salt}$${key.toString('base64url')}`;
  });

/** Whether a hash has outdated parameters. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(`${ALGORITHM}$`);

/** A hash that no password matches. */
const NOBODYS = `${ALGORITHM}$nobodys-salt$${Buffer.alloc(KEY_BYTES).toString('base64url')}`;

/**
 * Takes as long without a hash, so that the time does not reveal whether an account exists.
 *
 * @throws {DomainError} signInBusy if too many wait in this lane
 */
export const verifyPassword = async (
  password: string,
  hash: string | null,
  lane: HashLane,
): Promise<boolean> => {
  const isRight = await slots.run(lane, () => matches(password, hash ?? NOBODYS));
  return hash !== null && isRight;
};
