import type { Actor } from '@flagpost/contracts';

/** Whom an access token speaks for, since which sign-in, and until when (epoch ms). */
export interface Session {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly expiresAt: number;
}

/** What the socket asks of sign-in. */
export interface Sessions {
  /**
   * Null where the token is not good, or opens nothing but the first password change.
   *
   * @param isFromThisMachine Whether who brings it is; accounts of the demo may have to be.
   */
  verify(accessToken: string, isFromThisMachine: boolean): Promise<Session | null>;
  /** Whether a session that was good still is: not signed out, the same roles and the same club. */
  stillHolds(session: Session): Promise<boolean>;
}
