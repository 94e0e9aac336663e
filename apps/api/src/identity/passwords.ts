import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Ids } from '@flagpost/platform';

/** Passwords are kept as scrypt hashes, computed off the main thread; 32 MiB and about 80 ms each. */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;

const derive = promisify(scrypt) as (
  password: string,
  salt: string,
  length: number,
  cost: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>;

const keyOf = (password: string, salt: string, { N, r, p }: typeof COST): Promise<Buffer> =>
  derive(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r });

/** `scrypt$N$r$p$salt$key`: what a later, costlier setting needs to know of this one. */
export const hashPassword = async (password: string, ids: Ids): Promise<string> => {
  const salt = ids.token(16);
  const key = await keyOf(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt, key.toString('base64url')].join('$');
};

/** A hash that no password has. */
const NOBODYS = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  'nobody',
  Buffer.alloc(KEY_BYTES).toString('base64url'),
].join('$');

/** Takes as long where there is no hash, so that time does not tell whether an account exists. */
export const verifyPassword = async (password: string, hash: string | null): Promise<boolean> => {
  const [, N, r, p, salt = '', key = ''] = (hash ?? NOBODYS).split('$');
  const actual = await keyOf(password, salt, { N: Number(N), r: Number(r), p: Number(p) });
  const expected = Buffer.from(key, 'base64url');
  return hash !== null && expected.length === actual.length && timingSafeEqual(actual, expected);
};
