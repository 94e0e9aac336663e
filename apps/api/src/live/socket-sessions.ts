import { DomainError } from '@flagpost/domain';
import type { AccessTokens } from '../access/access-tokens.js';
import type { TokenIdentity } from '../http/request.js';
import { sessionHolds } from '../access/session-holds.js';
import type { ApiParts } from '../parts.js';
import type { Sessions } from './sessions.js';

/**
 * Sessions by access token, and by what is stored of them now: a token outlives a change of role or club, and the end of
 * its session on another instance.
 */
export const socketSessions = (
  tokens: AccessTokens,
  parts: Pick<ApiParts, 'readModels' | 'records' | 'store' | 'config'>,
): Sessions => {
  const read = (accessToken: string): TokenIdentity | null => {
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
      const holds = await sessionHolds(parts, actor, sessionId, () => isFromThisMachine);
      return holds ? session : null;
    },
    // Its connection was let in before.
    stillHolds: ({ actor, sessionId }) => sessionHolds(parts, actor, sessionId, () => true),
  };
};
