import { DomainError } from '@flagpost/domain';
import { demoMayAct } from '../demo/demo-access.js';
import type { AccessTokens, Bearing } from '../identity/access-tokens.js';
import { isAsTold } from '../identity/open-accounts.js';
import { userReads } from '../identity/users.projection.js';
import type { ApiParts } from '../parts.js';
import type { Session, Sessions } from './sessions.js';

/**
 * Sessions by access token, and by what is stored of them now: a token outlives a change of role or club, and the end of
 * its session on another instance.
 */
export const socketSessions = (
  tokens: AccessTokens,
  { readModels, records, config }: Pick<ApiParts, 'readModels' | 'records' | 'config'>,
): Sessions => {
  const users = userReads(readModels);

  const holds = async ({ actor, sessionId }: Session, isFromThisMachine: boolean): Promise<boolean> => {
    const user = await users.get(actor.userId);
    if (user === null || !demoMayAct(user, config.DEMO, () => isFromThisMachine)) return false;
    return isAsTold(user, actor) && (await records.credentials.hasFamily(sessionId));
  };

  const read = (accessToken: string): Bearing | null => {
    try {
      return tokens.read(accessToken);
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  };

  return {
    async verify(accessToken, isFromThisMachine) {
      const bearing = read(accessToken);
      if (bearing === null) return null;
      const { sessionId, expiresAt, ...actor } = bearing;
      const session = { actor, sessionId, expiresAt };
      return (await holds(session, isFromThisMachine)) ? session : null;
    },
    // Its connection was let in before.
    stillHolds: (session) => holds(session, true),
  };
};
