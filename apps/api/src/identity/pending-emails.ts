import { NEW_ADDRESS, type Actor } from '@flagpost/contracts';
import { seal, tokenHash, unseal } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';
import { SECRET_NAMES } from '../stored-names.js';
import { formatMailedToken, parseMailedToken } from './mailed-token.js';
import { MANY_TRIES } from './pass-codes.js';

/** A new address of an account whose mailed link has not been opened. */
export interface PendingEmail {
  readonly email: string;
  /** The user who requested it. */
  readonly actor: Pick<Actor, 'userId' | 'roles' | 'clubId'> | null;
  /** Epoch ms. */
  readonly until: number;
}

const subjectOf = (userId: number): string => `new address of ${userId}`;

/** At most one for each account, encrypted with a secret of the installation. */
export const pendingEmails = ({
  records,
  ids,
  clock,
}: Pick<ApiDependencies, 'records' | 'ids' | 'clock'>) => {
  const { credentials, oneTimeSecrets } = records;
  const secret = (): Promise<string> => credentials.secret(SECRET_NAMES.newAddresses, () => ids.token(32));
  const get = async (userId: number, hash?: string): Promise<PendingEmail | null> => {
    const live = await oneTimeSecrets.sealed(subjectOf(userId), clock.now());
    const found = live.find((each) => hash === undefined || each.hash === hash);
    return found === undefined ? null : (JSON.parse(unseal(found.sealed, await secret())) as PendingEmail);
  };
  return {
    /** Replaces a previous one. @returns the token of its link */
    async set(userId: number, email: string, actor: PendingEmail['actor']): Promise<string> {
      const newSecret = ids.token(32);
      const now = clock.now();
      const until = now + NEW_ADDRESS.linkMs;
      const asker = actor && { userId: actor.userId, roles: actor.roles, clubId: actor.clubId };
      const sealed = seal(JSON.stringify({ email, actor: asker, until }), await secret(), ids);
      const hash = tokenHash(newSecret);
      await oneTimeSecrets.set(
        { subject: subjectOf(userId), hash, expiresAt: until, tries: MANY_TRIES, sealed },
        now,
      );
      return formatMailedToken({ userId, secret: newSecret });
    },
    get: (userId: number) => get(userId),
    /** The pending address of a link; null if it was used, has expired or was replaced. */
    async find(token: string): Promise<{ userId: number; hash: string; pending: PendingEmail } | null> {
      const { userId, secret: presented } = parseMailedToken(token);
      const hash = tokenHash(presented);
      const pending = await get(userId, hash);
      return pending && { userId, hash, pending };
    },
    redeem: (userId: number, hash: string) => oneTimeSecrets.redeem(subjectOf(userId), hash, clock.now()),
    forget: (userId: number) => oneTimeSecrets.forget(subjectOf(userId)),
  };
};
