import { LANGUAGE_HEADER, type RefreshAnswer } from '@flagpost/contracts';
import { LANGUAGE } from '../language.js';
import { RENEWAL_LOCK } from '../stored-names.js';
import { readRefreshToken, readTokens, writeTokens } from './cookies.js';

/** `ended`: the server refused; `unanswered`: no attempt was answered. */
export type Renewal = 'renewed' | 'ended' | 'unanswered';

/** An answer may be lost; the server answers a repeated request with the same successor for a while. */
const ASK_AGAIN_AFTER_MS = [200, 1_000];
/** Other tabs wait for the one that renews, so its request must time out. */
const ANSWER_WITHIN_MS = 10_000;

/** Concurrent calls share one execution and its outcome. */
const singleFlight = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= work().finally(() => {
      running = null;
    }));
};

/** Serialises renewal among tabs if the browser has locks (not over plain HTTP): the second tab finds the new tokens. */
const withRenewalLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(RENEWAL_LOCK, work) : work();

const exchange = async (sent: string): Promise<Renewal> => {
  let response: Response;
  try {
    response = await fetch(`${window.location.origin}/api/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [LANGUAGE_HEADER]: LANGUAGE },
      body: JSON.stringify({ refreshToken: sent }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  } catch {
    return 'unanswered';
  }
  // Another tab logged out, logged in or renewed meanwhile: its tokens count.
  if (readRefreshToken() !== sent) return readTokens() === null ? 'ended' : 'renewed';
  if (response.status === 429 || response.status >= 500) return 'unanswered';
  if (!response.ok) return 'ended';
  const answer = await (response.json() as Promise<RefreshAnswer>).catch(() => null);
  if (answer === null) return 'unanswered';
  writeTokens({ accessToken: answer.accessToken, refreshToken: answer.refreshToken });
  return 'renewed';
};

/** Exchanges the refresh token for new tokens, which it stores. */
export const renewTokens = singleFlight(async (): Promise<Renewal> => {
  const found = readRefreshToken();
  return withRenewalLock(async () => {
    for (let tried = 0; ; tried++) {
      const refreshToken = readRefreshToken();
      if (refreshToken === null) return 'ended';
      if (refreshToken !== found) return 'renewed';
      const renewal = await exchange(refreshToken);
      const pause = ASK_AGAIN_AFTER_MS[tried];
      if (renewal !== 'unanswered' || pause === undefined) return renewal;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  });
});
