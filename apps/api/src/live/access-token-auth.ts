import { DomainError } from '@flagpost/domain';
import type { AccessTokens } from '../access/access-tokens.js';
import type { TokenIdentity } from '../http/request.js';
import { sessionHolds } from '../access/session-holds.js';
import type { ApiDependencies } from '../dependencies.js';
import type { SocketAuth } from './socket-auth.js';

/**
 * Verifies access tokens and the stored state of their sessions: a token outlives a change of role or club, and the end of
 * its session on another instance.
 */
export const accessTokenAuth = (
  tokens: AccessTokens,
  dependencies: Pick<ApiDependencies, 'readModels' | 'records' | 'store' | 'config'>,
): SocketAuth => {
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
      const identity = read(accessToken);
      if (identity === null) return null;
      const { sessionId, expiresAt, ...actor } = identity;
      const session = { actor, sessionId, expiresAt };
      const holds = await sessionHolds(dependencies, actor, sessionId, () => isFromThisMachine);
      return holds ? session : null;
    },
    // Its origin was checked when the connection was opened.
    stillHolds: ({ actor, sessionId }) => sessionHolds(dependencies, actor, sessionId, () => true),
  };
};
