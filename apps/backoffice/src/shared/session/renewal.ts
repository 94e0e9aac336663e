import { ANSWER_TEXTS, type RefreshAnswer } from '@flagpost/contracts';
import { readRefreshToken, readTokens, writeTokens } from './cookies.js';

/** `ended`: the server refused; `unanswered`: it said nothing. */
export type Renewal = 'renewed' | 'ended' | 'unanswered';

/** One renewal at a time, however many calls found their token expired: they share its outcome. */
export const shared = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= work().finally(() => {
      running = null;
    }));
};

const exchange = async (sent: string): Promise<Renewal> => {
  let response: Response;
  try {
    response = await fetch(`${window.location.origin}/api/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', backofficelanguage: navigator.language },
      body: JSON.stringify({ refreshToken: sent }),
    });
  } catch {
    return 'unanswered';
  }
  // Another tab logged out, logged in or renewed meanwhile: what it left is what holds.
  if (readRefreshToken() !== sent) return readTokens() === null ? 'ended' : 'renewed';
  if (response.status >= 500) return 'unanswered';
  if (!response.ok) return 'ended';
  const { accessToken, refreshToken } = (await response.json()) as RefreshAnswer;
  writeTokens({ accessToken, refreshToken });
  return 'renewed';
};

/** Exchanges the refresh token for new tokens, which it stores. */
export const renewTokens = shared(async (): Promise<Renewal> => {
  const refreshToken = readRefreshToken();
  return refreshToken === null ? 'ended' : exchange(refreshToken);
});

export const isTokenExpired = (status: unknown, message: unknown): boolean =>
  status === 401 && message === ANSWER_TEXTS.tokenExpired;
