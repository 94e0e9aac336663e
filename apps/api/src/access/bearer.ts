import { createSecretKey } from 'node:crypto';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { DomainError } from '@flagpost/domain';
import type { ApiRequest } from '../http/request.js';
import type { AccessTokens, Bearing } from '../identity/access-tokens.js';

/** Who a request's Authorization header speaks for. Cookies are never read. */
export class Bearer {
  // Passport's own default instance is one for the whole process; two apis in one process have two secrets.
  private readonly passport = new passport.Passport();

  constructor(tokens: AccessTokens) {
    const options = {
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // A key, which the types leave out: of a text jsonwebtoken would find out each time that it is no certificate.
      secretOrKey: createSecretKey(Buffer.from(tokens.secret)) as unknown as Buffer,
      algorithms: ['HS256' as const],
      // Judged by our clock, with our text.
      ignoreExpiration: true,
    };
    this.passport.use(
      new Strategy(options, (claims: unknown, done) => {
        try {
          done(null, tokens.bearing(claims));
        } catch (error) {
          done(error);
        }
      }),
    );
  }

  /** @throws {DomainError} notAuthorized, tokenExpired */
  actorOf(request: ApiRequest): Promise<Bearing> {
    return new Promise((resolve, reject) => {
      const answer = (error: unknown, actor: Bearing | false): void => {
        if (error instanceof DomainError) reject(error);
        else if (actor === false || error !== null) reject(new DomainError('notAuthorized'));
        else resolve(actor);
      };
      const authenticate = this.passport.authenticate('jwt', { session: false }, answer) as (
        request: ApiRequest,
        response: unknown,
        next: (error?: unknown) => void,
      ) => void;
      authenticate(request, request.res, () => reject(new DomainError('notAuthorized')));
    });
  }
}
