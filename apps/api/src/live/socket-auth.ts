import type { Actor } from '@flagpost/contracts';

/** The actor that an access token names, the session it belongs to, and its expiry (epoch ms). */
export interface Session {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly expiresAt: number;
}

/** Authentication of sockets. */
export interface SocketAuth {
  /**
   * Null if the token is invalid, or only allows the first password change.
   *
   * @param isFromThisMachine Whether the connection is; demo accounts may be limited to this machine.
   */
  verify(accessToken: string, isFromThisMachine: boolean): Promise<Session | null>;
  /** Whether a session is still valid: not signed out, with the same roles and the same club. */
  stillHolds(session: Session): Promise<boolean>;
}
