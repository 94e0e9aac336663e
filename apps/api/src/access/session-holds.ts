import type { Actor } from '@flagpost/contracts';
import { userDecider, userStream, type UserEvent } from '@flagpost/domain';
import { demoMayAct } from './demo-access.js';
import type { ApiDependencies } from '../dependencies.js';
import { currentEvent } from '../upcast.js';
import { userReads, type UserDocument } from '../views/users.projection.js';

type AccountNow = Pick<UserDocument, 'status' | 'roles' | 'clubId'> & { readonly demo?: boolean };

/** From the log if the view has no such account: the view may lag for an account that was just added. */
export const accountNow = async (
  { readModels, store }: Pick<ApiDependencies, 'readModels' | 'store'>,
  userId: number,
): Promise<AccountNow | null> => {
  const user = await userReads(readModels).get(userId);
  if (user !== null) return user;
  const events = await store.readStream(userStream(userId));
  const state = events.reduce(
    (folded, event) => userDecider.evolve(folded, currentEvent(event) as UserEvent),
    userDecider.initialState,
  );
  return state.status === 'none' ? null : { ...state, status: state.status };
};

/** Whether an account still matches the claims of a token: enabled, with the same roles in the same club. */
const matchesToken = (account: AccountNow, { roles, clubId }: Actor): boolean =>
  account.status === 'enabled' &&
  account.clubId === clubId &&
  account.roles.length === roles.length &&
  account.roles.every((role) => roles.includes(role));

/**
 * Whether the session of a token is still valid: it has not ended, and its account matches the token and may act from this
 * origin. False for an unknown session or account. The guard and the sockets both use it.
 *
 * @throws {ServiceUnavailableError} if the session or the account cannot be read; callers then refuse too
 */
export const sessionHolds = async (
  dependencies: Pick<ApiDependencies, 'readModels' | 'records' | 'store' | 'config'>,
  actor: Actor,
  sessionId: string,
  isFromThisMachine: () => boolean,
): Promise<boolean> => {
  const [isOpen, account] = await Promise.all([
    dependencies.records.credentials.hasFamily(sessionId),
    accountNow(dependencies, actor.userId),
  ]);
  if (!isOpen || account === null) return false;
  return demoMayAct(account, dependencies.config.DEMO, isFromThisMachine) && matchesToken(account, actor);
};
