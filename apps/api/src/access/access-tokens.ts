import { createSecretKey } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import {
  isRoleId,
  RECOVERY,
  SESSION,
  type AccessClaims,
  type BearerKind,
  type RoleId,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { boundedMap, type Clock } from '@flagpost/platform';
import type { TokenIdentity } from '../http/request.js';

const claims = z.object({
  Id: z.number().int().positive(),
  Roles: z.array(z.object({ Id: z.number().refine(isRoleId) })),
  ClubId: z.number().int().nullable(),
  FirstAccess: z.boolean(),
  Recovery: z.literal(true).optional(),
  SessionId: z.string(),
  exp: z.number(),
});

const LIFE_MS: Record<BearerKind, number> = {
  session: SESSION.accessTokenMs,
  firstAccess: SESSION.firstAccessMs,
  recovery: RECOVERY.tokenMs,
};

/** Tokens whose signature and claims are not verified again. */
const VERIFIED = 1_000;

/** Signs and verifies access tokens of HTTP calls and sockets, by the api's own clock. */
export class AccessTokens {
  private readonly jwt = new JwtService();
  /** A key object, which the types do not allow: given a string, jsonwebtoken would try to parse a certificate each time. */
  private readonly key: Buffer;
  private readonly verified = boundedMap<string, TokenIdentity>(VERIFIED);

  constructor(
    readonly secret: string,
    private readonly clock: Clock,
  ) {
    this.key = createSecretKey(Buffer.from(secret)) as unknown as Buffer;
  }

  sign(user: {
    id: number;
    roles: readonly RoleId[];
    clubId: number | null;
    avatar: string | null;
    sessionId: string;
    opens?: BearerKind;
  }): string {
    const { opens = 'session' } = user;
    const now = this.clock.now();
    const payload: AccessClaims = {
      Id: user.id,
      Roles: user.roles.map((Id) => ({ Id })),
      Avatar: user.avatar,
      FirstAccess: opens === 'firstAccess',
      ...(opens === 'recovery' ? { Recovery: true } : {}),
      ClubId: user.clubId,
      SessionId: user.sessionId,
      iat: Math.floor(now / 1000),
      exp: Math.floor((now + LIFE_MS[opens]) / 1000),
    };
    return this.jwt.sign(payload, { secret: this.secret, algorithm: 'HS256' });
  }

  /** As `verify`, for session tokens only. @throws {DomainError} notAuthorized, also for other kinds of token; tokenExpired */
  read(token: string): TokenIdentity {
    const identity = this.verify(token);
    if (identity.opens !== 'session') refuse('notAuthorized');
    return identity;
  }

  /**
   * Verifies signature, algorithm, claims and expiry.
   *
   * @throws {DomainError} notAuthorized; tokenExpired if only its expiry has passed
   */
  verify(token: string): TokenIdentity {
    const identity = this.verified.get(token) ?? this.identityOf(token);
    if (identity.expiresAt <= this.clock.now()) refuse('tokenExpired');
    this.verified.set(token, identity);
    return identity;
  }

  /** @throws {DomainError} notAuthorized */
  private identityOf(token: string): TokenIdentity {
    const result = claims.safeParse(this.signed(token));
    if (!result.success) refuse('notAuthorized');
    const { Id, Roles, ClubId, FirstAccess, Recovery, SessionId, exp } = result.data;
    return {
      userId: Id,
      roles: Roles.map((role) => role.Id),
      clubId: ClubId,
      opens: Recovery === true ? 'recovery' : FirstAccess ? 'firstAccess' : 'session',
      sessionId: SessionId,
      expiresAt: exp * 1000,
    };
  }

  /** The claims of a token that this api has signed. @throws {DomainError} notAuthorized */
  private signed(token: string): unknown {
    try {
      return this.jwt.verify(token, { secret: this.key, algorithms: ['HS256'], ignoreExpiration: true });
    } catch {
      refuse('notAuthorized');
    }
  }
}
