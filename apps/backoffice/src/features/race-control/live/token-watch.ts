import type { AccessClaims } from '@flagpost/contracts';
import { readTokens } from '../../../shared/session/cookies.js';

/**
 * An open socket makes no calls that would find their token expired: this renews it in time, and tells the socket every
 * token that it has not been told, whoever renewed it.
 */
export interface TokenWatch {
  look(): Promise<void>;
  /** The socket was opened with this token. */
  told(accessToken: string | null): void;
}

/** Timers of hidden pages may run once a minute only: this leaves two of them before the end. */
const RENEW_BEFORE_MS = 150_000;

export const claimsOf = (accessToken: string): Pick<AccessClaims, 'exp' | 'iat'> | null => {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    return JSON.parse(window.atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as AccessClaims;
  } catch {
    return null;
  }
};

export const createTokenWatch = (parts: {
  renew: () => Promise<boolean>;
  tell: (accessToken: string) => Promise<void>;
  now?: () => number;
}): TokenWatch => {
  const now = parts.now ?? Date.now;
  let lastTold: string | null = null;
  let seen: { accessToken: string; at: number } | null = null;

  /** By what is left of its life when this page first saw it: a wrong device clock only makes this early or late once. */
  const isEnding = (accessToken: string): boolean => {
    const claims = claimsOf(accessToken);
    if (claims === null) return false;
    if (seen?.accessToken !== accessToken) {
      const isOurs = seen !== null;
      const life = (claims.exp - claims.iat) * 1_000;
      const age = isOurs ? 0 : Math.min(life, Math.max(0, now() - claims.iat * 1_000));
      seen = { accessToken, at: now() - age };
    }
    return now() - seen.at > (claims.exp - claims.iat) * 1_000 - RENEW_BEFORE_MS;
  };

  return {
    async look() {
      const before = readTokens()?.accessToken;
      if (before === undefined) return;
      if (isEnding(before)) await parts.renew();
      const accessToken = readTokens()?.accessToken;
      if (accessToken === undefined || accessToken === lastTold) return;
      lastTold = accessToken;
      isEnding(accessToken);
      await parts.tell(accessToken);
    },
    told(accessToken) {
      lastTold = accessToken;
    },
  };
};
