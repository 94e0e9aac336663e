import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { DomainError } from '@flagpost/domain';
import type { ApiRequest, TokenIdentity } from '../http/request.js';
import type { AccessTokens } from './access-tokens.js';

const tokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** passport-jwt's strategy, with the verifier that sockets use too. */
class AccessTokenStrategy extends Strategy {
  constructor(private readonly tokens: AccessTokens) {
    super({ jwtFromRequest: tokenOf, secretOrKey: tokens.secret }, () => undefined);
  }

  /** In place of passport-jwt's own verification. */
  override authenticate(...[request]: Parameters<Strategy['authenticate']>): void {
    const token = tokenOf(request);
    if (token === null) {
      this.fail(401);
      return;
    }
    try {
      this.success(this.tokens.verify(token));
    } catch (error) {
      this.error(error as Error);
    }
  }
}

/** Authenticates a request by its Authorization header. Cookies are never read. */
export class Bearer {
  // Not passport's default instance, which is global: two apis in one process have two secrets.
  private readonly passport = new passport.Passport();

  constructor(tokens: AccessTokens) {
    this.passport.use(new AccessTokenStrategy(tokens));
  }

  /** @throws {DomainError} notAuthorized, tokenExpired */
  actorOf(request: ApiRequest): Promise<TokenIdentity> {
    return new Promise((resolve, reject) => {
      const answer = (error: unknown, actor: TokenIdentity | false): void => {
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
