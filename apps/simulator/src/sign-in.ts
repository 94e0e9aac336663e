import type { Clock } from '@flagpost/platform';
import { ApiRefusal } from './refusals.js';

/** The server does not let this account in. Nobody asks it again before `retryAt`, so that no limit locks the account. */
export class SignInRefused extends ApiRefusal {
  override readonly name = 'SignInRefused';
  constructor(
    statusCode: number,
    message: string,
    /** Epoch ms. */
    readonly retryAt: number,
  ) {
    super(statusCode, message);
  }
}

/** A server that refuses a password refuses it until somebody changes something. */
const FIRST_WAIT_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/** The server's no to a sign-in. */
export interface LoginRefusal {
  readonly statusCode: number;
  readonly message: string;
  /** The value of `Retry-After`, s; 0 if the answer has none. */
  readonly retryAfterS: number;
}

/** Signs in; `refusal` if the server refuses. Rejects if it does not answer, or not as it should. */
export type LogIn = () => Promise<{ readonly token: string } | { readonly refusal: LoginRefusal }>;

export interface SignIn {
  /** @throws {SignInRefused} at once, without a request, until its `retryAt` */
  token(): Promise<string>;
  /** The server knows this token no longer: the next call signs in again. */
  forget(token: string): void;
}

/** Signs in when a token is first needed; calls at the same time share one request. */
export const createSignIn = (logIn: LogIn, clock: Clock): SignIn => {
  let session: Promise<string> | null = null;
  let known: string | null = null;
  let refused: SignInRefused | null = null;
  let waitMs = FIRST_WAIT_MS;

  const open = async (): Promise<string> => {
    if (refused !== null && clock.now() < refused.retryAt) throw refused;
    const answer = await logIn();
    if ('refusal' in answer) {
      const { statusCode, message, retryAfterS } = answer.refusal;
      const retryAt = clock.now() + Math.max(waitMs, retryAfterS * 1_000);
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
      throw (refused = new SignInRefused(statusCode, message, retryAt));
    }
    refused = null;
    waitMs = FIRST_WAIT_MS;
    return (known = answer.token);
  };

  return {
    token() {
      session ??= open().catch((error: unknown) => {
        session = null;
        throw error;
      });
      return session;
    },
    forget(token) {
      if (token === known) session = null;
    },
  };
};
