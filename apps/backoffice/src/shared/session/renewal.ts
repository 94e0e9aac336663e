import { LANGUAGE_HEADER, type RefreshAnswer } from '@flagpost/contracts';
import { LANGUAGE } from '../language.js';
import { RENEWAL_LOCK } from '../stored-names.js';
import { readRefreshToken, readTokens, writeTokens } from './cookies.js';

/** `ended`: the server refused; `unanswered`: it said nothing, however often it was asked. */
export type Renewal = 'renewed' | 'ended' | 'unanswered';

/** An answer may be lost on its way; asked again, the server gives the same successor for a while. */
const ASK_AGAIN_AFTER_MS = [200, 1_000];
/** One tab renews, the others wait for it: it must not wait for ever. */
const ANSWER_WITHIN_MS = 10_000;

/** One renewal at a time, however many calls found their token expired: they share its outcome. */
export const shared = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= work().finally(() => {
      running = null;
    }));
};

/** Tabs take turns where the browser can make them (not over plain http): the second finds what the first brought. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
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
  // Another tab logged out, logged in or renewed meanwhile: what it left is what holds.
  if (readRefreshToken() !== sent) return readTokens() === null ? 'ended' : 'renewed';
  if (response.status === 429 || response.status >= 500) return 'unanswered';
  if (!response.ok) return 'ended';
  const answer = await (response.json() as Promise<RefreshAnswer>).catch(() => null);
  if (answer === null) return 'unanswered';
  writeTokens({ accessToken: answer.accessToken, refreshToken: answer.refreshToken });
  return 'renewed';
};

/** Exchanges the refresh token for new tokens, which it stores. */
export const renewTokens = shared(async (): Promise<Renewal> => {
  const found = readRefreshToken();
  return inTurn(async () => {
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
