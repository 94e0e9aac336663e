import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import {
  isRoleId,
  RECOVERY,
  SESSION,
  type AccessClaims,
  type Actor,
  type BearerKind,
  type RoleId,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import type { Clock } from '@flagpost/platform';

const claims = z.object({
  Id: z.number().int().positive(),
  Roles: z.array(z.object({ Id: z.number().refine(isRoleId) })),
  ClubId: z.number().int().nullable(),
  FirstAccess: z.boolean(),
  Recovery: z.literal(true).optional(),
  SessionId: z.string(),
  exp: z.number(),
});

/** Who a token speaks for, for what, since which sign-in, and until when (epoch ms). */
export interface Bearing extends Actor {
  readonly opens: BearerKind;
  /** Of a recovery: what is good once. */
  readonly sessionId: string;
  readonly expiresAt: number;
}

const LIFE_MS: Record<BearerKind, number> = {
  session: SESSION.accessTokenMs,
  firstAccess: SESSION.firstAccessMs,
  recovery: RECOVERY.tokenMs,
};

/** Signs and reads access tokens by the api's own clock. */
export class AccessTokens {
  private readonly jwt = new JwtService();

  constructor(
    readonly secret: string,
    private readonly clock: Clock,
  ) {}

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

  /** Of a session's token. @throws {DomainError} notAuthorized, or tokenExpired if it is only too old. */
  read(token: string): Bearing {
    let payload: object;
    try {
      payload = this.jwt.verify(token, {
        secret: this.secret,
        algorithms: ['HS256'],
        ignoreExpiration: true,
      });
    } catch {
      refuse('notAuthorized');
    }
    const bearing = this.bearing(payload);
    if (bearing.opens !== 'session') refuse('notAuthorized');
    return bearing;
  }

  /** Of claims whose signature has been checked. @throws {DomainError} notAuthorized, tokenExpired */
  bearing(payload: unknown): Bearing {
    const result = claims.safeParse(payload);
    if (!result.success) refuse('notAuthorized');
    const { Id, Roles, ClubId, FirstAccess, Recovery, SessionId, exp } = result.data;
    const expiresAt = exp * 1000;
    if (expiresAt <= this.clock.now()) refuse('tokenExpired');
    return {
      userId: Id,
      roles: Roles.map((role) => role.Id),
      clubId: ClubId,
      opens: Recovery === true ? 'recovery' : FirstAccess ? 'firstAccess' : 'session',
      sessionId: SessionId,
      expiresAt,
    };
  }
}
