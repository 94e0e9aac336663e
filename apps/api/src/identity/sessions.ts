import { Inject, Injectable } from '@nestjs/common';
import {
  ANSWER_TEXTS,
  holds,
  isDemoAddress,
  SESSION,
  type LoginAnswer,
  type RefreshAnswer,
} from '@flagpost/contracts';
import { tokenHash } from '@flagpost/platform';
import type { Person, RefreshToken } from '@flagpost/records';
import { Refusal } from '../http/errors.filter.js';
import { PARTS, type ApiParts } from '../parts.js';
import { AccessTokens } from './access-tokens.js';
import { EndedSessions } from './ended-sessions.js';
import { verifyPassword } from './passwords.js';
import { seal, unseal } from './sealing.js';
import { userReads, type UserDocument } from './users.projection.js';

interface Account {
  readonly person: Person;
  readonly user: UserDocument;
}

/**
 * Signing in, and staying signed in: refresh tokens rotate, and a family whose old token comes back ends. A family of
 * refresh tokens is a session: every access token names its own.
 */
@Injectable()
export class Sessions {
  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly tokens: AccessTokens,
    private readonly ended: EndedSessions,
  ) {}

  /** @throws {Refusal} 401 for whoever has no such account, 418 for drivers. */
  async logIn(email: string, password: string): Promise<LoginAnswer> {
    const { people, credentials } = this.parts.records;
    const person = await people.findByEmail(email.trim());
    const right = await verifyPassword(
      password,
      person === null ? null : await credentials.passwordHash(person.id),
    );
    const account = person === null ? null : await this.openAccount(person);
    if (!right || account === null) throw new Refusal(401, ANSWER_TEXTS.wrongCredentials);
    if (holds(account.user, 'driver')) throw new Refusal(418, ANSWER_TEXTS.roleNotAllowed);

    const refreshToken = this.parts.ids.token(32);
    const sessionId = this.parts.ids.uuid();
    await credentials.addRefreshToken(this.fresh(refreshToken, account.person.id, sessionId));
    return {
      accessToken: this.accessToken(account, sessionId),
      refreshToken,
      id: account.person.id,
      name: account.person.name,
      surname: account.person.surname,
      roles: account.user.roles.map((id) => ({ id })),
    };
  }

  /** @throws {Refusal} 401 */
  async refresh(presented: string): Promise<RefreshAnswer> {
    const { credentials, people } = this.parts.records;
    const token = await credentials.refreshToken(tokenHash(presented));
    if (token === null || token.expiresAt <= this.parts.clock.now()) throw expired();
    const person = await people.get(token.userId);
    const account = person === null ? null : await this.openAccount(person);
    if (account === null || holds(account.user, 'driver')) {
      await this.endFamily(token);
      throw expired();
    }
    return {
      accessToken: this.accessToken(account, token.familyId),
      refreshToken: await this.successorOf(token, presented),
      name: account.person.name,
    };
  }

  /** The token that follows this one: a new one, or for a minute the same one again. */
  private async successorOf(token: RefreshToken, presented: string): Promise<string> {
    const { credentials } = this.parts.records;
    const { ids, clock } = this.parts;
    const now = clock.now();
    if (token.replacedAt === null) {
      const next = ids.token(32);
      const replaced = await credentials.replaceRefreshToken(
        token.tokenHash,
        now,
        seal(next, presented, ids),
        this.fresh(next, token.userId, token.familyId),
      );
      if (replaced) return next;
    }
    // Replaced before, or by somebody else just now.
    const known = await credentials.refreshToken(token.tokenHash);
    if (known === null || known.replacedAt === null || known.successor === null) throw expired();
    if (now - known.replacedAt <= SESSION.refreshGraceMs) return unseal(known.successor, presented);
    await this.endFamily(known);
    throw expired();
  }

  /** The account of a person who may sign in; null where there is none. */
  private async openAccount(person: Person): Promise<Account | null> {
    const demoIsOver = !this.parts.config.DEMO && isDemoAddress(person.email ?? '');
    const user = demoIsOver ? null : await userReads(this.parts.readModels).get(person.id);
    return user?.status === 'enabled' ? { person, user } : null;
  }

  private async endFamily({ familyId }: RefreshToken): Promise<void> {
    await this.parts.records.credentials.endFamily(familyId);
    this.ended.next(familyId);
  }

  private accessToken({ person, user }: Account, sessionId: string): string {
    return this.tokens.sign({
      id: person.id,
      roles: user.roles,
      clubId: user.clubId,
      avatar: person.avatar,
      sessionId,
    });
  }

  private fresh(token: string, userId: number, familyId: string): RefreshToken {
    const expiresAt = this.parts.clock.now() + SESSION.refreshTokenMs;
    return { tokenHash: tokenHash(token), userId, familyId, expiresAt, replacedAt: null, successor: null };
  }
}

const expired = (): Refusal => new Refusal(401, ANSWER_TEXTS.refreshTokenExpired);
