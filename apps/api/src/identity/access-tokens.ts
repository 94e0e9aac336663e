import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import {
  ANSWER_TEXTS,
  isRoleId,
  SESSION,
  type AccessClaims,
  type Actor,
  type RoleId,
} from '@flagpost/contracts';
import type { Clock } from '@flagpost/platform';
import { Refusal } from '../http/errors.filter.js';

const claims = z.object({
  Id: z.number().int().positive(),
  Roles: z.array(z.object({ Id: z.number().refine(isRoleId) })),
  ClubId: z.number().int().nullable(),
  SessionId: z.string(),
  exp: z.number(),
});

/** Who a token speaks for, since which sign-in, and until when (epoch ms). */
export interface Bearing extends Actor {
  readonly sessionId: string;
  readonly expiresAt: number;
}

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
  }): string {
    const now = this.clock.now();
    const payload: AccessClaims = {
      Id: user.id,
      Roles: user.roles.map((Id) => ({ Id })),
      Avatar: user.avatar,
      FirstAccess: false,
      ClubId: user.clubId,
      SessionId: user.sessionId,
      iat: Math.floor(now / 1000),
      exp: Math.floor((now + SESSION.accessTokenMs) / 1000),
    };
    return this.jwt.sign(payload, { secret: this.secret, algorithm: 'HS256' });
  }

  /** @throws {Refusal} 401, saying when it is only too old. */
  read(token: string): Bearing {
    let payload: object;
    try {
      payload = this.jwt.verify(token, {
        secret: this.secret,
        algorithms: ['HS256'],
        ignoreExpiration: true,
      });
    } catch {
      throw new Refusal(401);
    }
    return this.bearing(payload);
  }

  /** Of claims whose signature has been checked. @throws {Refusal} 401 */
  bearing(payload: unknown): Bearing {
    const result = claims.safeParse(payload);
    if (!result.success) throw new Refusal(401);
    const { Id, Roles, ClubId, SessionId, exp } = result.data;
    const expiresAt = exp * 1000;
    if (expiresAt <= this.clock.now()) throw new Refusal(401, ANSWER_TEXTS.tokenExpired);
    return {
      userId: Id,
      roles: Roles.map((role) => role.Id),
      clubId: ClubId,
      sessionId: SessionId,
      expiresAt,
    };
  }
}
