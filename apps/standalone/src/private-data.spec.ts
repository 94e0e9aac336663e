import { createHmac } from 'node:crypto';
import { chmod, readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SECRET_NAMES } from '@flagpost/api';
import type { LoginAnswer } from '@flagpost/contracts';
import { logIn } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';

const MINUTE = 60_000;
const ADMIN = { ADMIN_EMAIL: 'clerk@club.example', ADMIN_PASSWORD: 'Startline1' };
const NOTICE = /^Other users of this machine could read the data folder .+ secrets are renewed\. .+\.$/m;

let flagpost: Flagpost;
afterEach(() => flagpost.remove());

const start = async (): Promise<void> => {
  flagpost = await startFlagpost({ DEMO: '0', ...ADMIN });
};
const signIn = async (): Promise<LoginAnswer> =>
  (await logIn(flagpost.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)).body;
/** Status of the answer to this token on a route for administrators. */
const statusOf = async (token: string): Promise<number> => {
  const response = await fetch(`${flagpost.url}/api/health`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.status;
};
/** The same claims, signed by another secret. */
const signedBy = (secret: string, token: string): string => {
  const claims = token.split('.').slice(0, 2).join('.');
  return `${claims}.${createHmac('sha256', secret).update(claims).digest('base64url')}`;
};
/** Stores the secret in the place used by earlier releases. */
const asBefore = async (secret: string, mode: number): Promise<void> => {
  await flagpost.stop();
  await rm(join(flagpost.dataDir, 'secrets.json'));
  const db = new DatabaseSync(join(flagpost.dataDir, 'records.db'));
  db.prepare('INSERT INTO secret (name, value) VALUES (?, ?)').run('jwt', secret);
  db.close();
  await chmod(join(flagpost.dataDir, 'records.db'), mode & 0o666);
  await chmod(flagpost.dataDir, mode);
};

const posix = process.platform === 'win32' ? describe.skip : describe;
posix('the data of the standalone', () => {
  const OLD = 'Rz7p-Qw2xLk9vBn4mTf6yHd8sJc1gAe3u';

  it(
    'is open to its own user alone, whatever was written',
    async () => {
      await start();
      await flagpost.restart();
      const names = await readdir(flagpost.dataDir, { recursive: true });
      expect(names).toEqual(
        expect.arrayContaining(['records.db', 'records.db-wal', 'events.db', 'topics.db', 'flagpost.log']),
      );
      expect(names).toEqual(expect.arrayContaining(['flagpost.previous.log', 'secrets.json', 'outbox']));
      for (const name of ['.', ...names]) {
        const found = await stat(join(flagpost.dataDir, name));
        expect([name, (found.mode & 0o777).toString(8)]).toEqual([name, found.isDirectory() ? '700' : '600']);
      }
    },
    MINUTE,
  );

  it(
    'has every secret from its first start on, so that a copy of them is whole',
    async () => {
      await start();
      const secrets = JSON.parse(await readFile(join(flagpost.dataDir, 'secrets.json'), 'utf8')) as object;
      expect(Object.keys(secrets).sort()).toEqual(Object.values(SECRET_NAMES).sort());
    },
    MINUTE,
  );

  it(
    'keeps its secret where only its user could read it, out of the database from then on',
    async () => {
      await start();
      await asBefore(OLD, 0o700);
      await flagpost.restart();
      expect(flagpost.output()).not.toMatch(NOTICE);
      const { accessToken } = await signIn();
      expect(signedBy(OLD, accessToken)).toBe(accessToken);
    },
    MINUTE,
  );

  it(
    'has another secret after others could read it, once, and says so',
    async () => {
      await start();
      await asBefore(OLD, 0o755);
      await flagpost.restart();
      expect(flagpost.output().match(new RegExp(NOTICE, 'gm'))).toHaveLength(1);
      const { accessToken } = await signIn();
      expect(await statusOf(accessToken)).toBe(200);
      expect(await statusOf(signedBy(OLD, accessToken))).toBe(401);

      await flagpost.restart();
      expect(flagpost.output().match(new RegExp(NOTICE, 'gm'))).toHaveLength(1);
      expect(await statusOf(accessToken)).toBe(200);
    },
    MINUTE,
  );
});
