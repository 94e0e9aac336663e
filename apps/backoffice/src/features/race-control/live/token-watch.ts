import { claimsOf, readTokens } from '../../../shared/session/cookies.js';

/**
 * An open socket makes no calls that would find their token expired: this renews the token in time, and sends every new
 * token over the socket, including those that other tabs renewed.
 */
export interface TokenWatch {
  look(): Promise<void>;
  /** The socket was opened with this token. */
  told(accessToken: string | null): void;
}

/** Timers of hidden pages may run once a minute only: this leaves two of them before the end. */
const RENEW_BEFORE_MS = 150_000;

export const createTokenWatch = (parts: {
  renew: () => Promise<unknown>;
  tell: (accessToken: string) => Promise<void>;
  now?: () => number;
}): TokenWatch => {
  const now = parts.now ?? Date.now;
  let lastTold: string | null = null;
  let known: { accessToken: string; endsAt: number } | null = null;

  /** By this device's clock; a token that came while this page looked on is new, however wrong that clock is. */
  const endOf = (accessToken: string): number => {
    if (known?.accessToken === accessToken) return known.endsAt;
    const claims = claimsOf(accessToken);
    if (claims?.exp === undefined || claims.iat === undefined) return Number.POSITIVE_INFINITY;
    const whole = now() + (claims.exp - claims.iat) * 1_000;
    known = { accessToken, endsAt: known === null ? Math.min(whole, claims.exp * 1_000) : whole };
    return known.endsAt;
  };

  return {
    async look() {
      const before = readTokens()?.accessToken;
      if (before === undefined) return;
      if (endOf(before) - now() < RENEW_BEFORE_MS) await parts.renew();
      const accessToken = readTokens()?.accessToken;
      if (accessToken === undefined || accessToken === lastTold) return;
      lastTold = accessToken;
      await parts.tell(accessToken);
    },
    told(accessToken) {
      lastTold = accessToken;
    },
  };
};
