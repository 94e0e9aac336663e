import type { Actor } from '@flagpost/contracts';
import { userDecider, userStream, type UserEvent } from '@flagpost/domain';
import { demoMayAct } from './demo-access.js';
import type { ApiParts } from '../parts.js';
import { upcast } from '../upcast.js';
import { userReads, type UserDocument } from '../views/users.projection.js';

type AccountNow = Pick<UserDocument, 'status' | 'roles' | 'clubId'> & { readonly demo?: boolean };

/** From the log if the view has no such account: somebody who was just added may be in no view yet. */
const accountNow = async (
  { readModels, store }: Pick<ApiParts, 'readModels' | 'store'>,
  userId: number,
): Promise<AccountNow | null> => {
  const user = await userReads(readModels).get(userId);
  if (user !== null) return user;
  const events = await store.readStream(userStream(userId));
  const state = events.reduce(
    (folded, event) => userDecider.evolve(folded, upcast.toCurrent(event) as unknown as UserEvent),
    userDecider.initialState,
  );
  return state.status === 'none' ? null : { ...state, status: state.status };
};

/** Whether an account is still what a token says of it: enabled, with the same roles in the same club. */
const matchesToken = (account: AccountNow, { roles, clubId }: Actor): boolean =>
  account.status === 'enabled' &&
  account.clubId === clubId &&
  account.roles.length === roles.length &&
  account.roles.every((role) => roles.includes(role));

/**
 * Whether the session of a token still holds: it was not ended, and its account is as the token says and may act from
 * there. False for a session or an account that nobody knows. The guard and the sockets ask this alone.
 *
 * @throws {Unavailable} if the session or the account cannot be read: whoever asks refuses then too
 */
export const sessionHolds = async (
  parts: Pick<ApiParts, 'readModels' | 'records' | 'store' | 'config'>,
  actor: Actor,
  sessionId: string,
  isFromThisMachine: () => boolean,
): Promise<boolean> => {
  const [isOpen, account] = await Promise.all([
    parts.records.credentials.hasFamily(sessionId),
    accountNow(parts, actor.userId),
  ]);
  if (!isOpen || account === null) return false;
  return demoMayAct(account, parts.config.DEMO, isFromThisMachine) && matchesToken(account, actor);
};
