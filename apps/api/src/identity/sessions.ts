import { Inject, Injectable } from '@nestjs/common';
import {
  holds,
  SESSION,
  type BearerKind,
  type FirstAccessAnswer,
  type LoginAnswer,
  type RefreshAnswer,
  type SessionRow,
} from '@flagpost/contracts';
import { DomainError, refuse } from '@flagpost/domain';
import { seal, tokenHash, unseal } from '@flagpost/platform';
import type { Password, RefreshToken } from '@flagpost/records';
import { demoMayAct } from '../access/demo-access.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { AccessTokens } from '../access/access-tokens.js';
import type { TokenIdentity } from '../http/request.js';
import { BrowserMarks } from './browser-marks.js';
import { EndedSessions } from '../access/ended-sessions.js';
import { activeAccounts, type Account } from './active-accounts.js';
import { PasswordChecks } from './password-checks.js';
import type { Requester } from './requester.js';
import { givenPasswordUntil } from '../views/users.projection.js';

/**
 * Signing in, and staying signed in: refresh tokens rotate, and a family whose old token comes back ends. A family of
 * refresh tokens is a session: every access token names its own. One that was opened in a browser goes on in that browser
 * alone, by its mark: a copied refresh token is worth nothing.
 */
@Injectable()
export class Sessions {
  private readonly accounts;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly tokens: AccessTokens,
    private readonly ended: EndedSessions,
    private readonly marks: BrowserMarks,
    private readonly checks: PasswordChecks,
  ) {
    this.accounts = activeAccounts(dependencies);
  }

  /**
   * @throws {DomainError} wrongCredentials for an unknown account; for drivers, for demo accounts from elsewhere, for a
   * given password that has ended, and after too many attempts.
   */
  async logIn(
    email: string,
    password: string,
    requester: Requester,
  ): Promise<LoginAnswer | FirstAccessAnswer> {
    const { people, credentials } = this.dependencies.records;
    const person = await people.findByEmail(email.trim());
    const right = await this.checks.atSignIn(person, email, password, requester);
    const account = await this.accounts.of(person);
    if (!right || account === null) refuse('wrongCredentials');
    if (!this.mayAct(account, requester.isFromThisMachine)) refuse('demoElsewhere');
    if (holds(account.user, 'driver')) refuse('roleNotAllowed');
    const known = await credentials.password(account.person.id);
    if (known?.temporary !== true) return this.open(account, requester);
    if ((givenPasswordUntil(account.user) ?? Infinity) <= this.dependencies.clock.now())
      refuse('givenPasswordEnded');
    return {
      ...shown(account),
      accessToken: this.accessToken(account, firstAccessId(known), 'firstAccess'),
      passwordChangeNeeded: true,
      userId: account.person.id,
    };
  }

  /** Opens a session of an authenticated account. */
  async open(account: Account, requester: Requester): Promise<LoginAnswer> {
    const refreshToken = this.dependencies.ids.token(32);
    const sessionId = this.dependencies.ids.uuid();
    const mark = await this.marks.give(requester, account.person.id);
    await this.dependencies.records.credentials.addRefreshToken(
      this.fresh(refreshToken, {
        userId: account.person.id,
        familyId: sessionId,
        markHash: mark === null ? null : tokenHash(mark),
        browser: requester.browser,
      }),
    );
    return { ...shown(account), accessToken: this.accessToken(account, sessionId), refreshToken };
  }

  /** The caller's sessions, the most recently used first. */
  async list({ userId, sessionId }: TokenIdentity): Promise<SessionRow[]> {
    const open = await this.dependencies.records.credentials.sessionsOf(
      userId,
      this.dependencies.clock.now(),
    );
    return open
      .toSorted((a, b) => b.expiresAt - a.expiresAt)
      .map(({ familyId, browser, expiresAt }) => ({
        browser,
        // Derived from the expiry of its newest token.
        lastUsedAt: new Date(expiresAt - SESSION.refreshTokenMs).toISOString(),
        isCurrent: familyId === sessionId,
      }));
  }

  /** Ends the session of a refresh token, used before or not; one that is unknown has ended. */
  async logOut(presented: string): Promise<void> {
    const token = await this.dependencies.records.credentials.refreshToken(tokenHash(presented));
    if (token !== null) await this.endFamily(token.familyId);
  }

  /** Ends the session of an access token. @throws {DomainError} notAuthorized if it is invalid */
  async logOutBearer(accessToken: string): Promise<void> {
    await this.endFamily(this.tokens.read(accessToken).sessionId);
  }

  /** Deletes every session of a user and the marks of their browsers, as after a change of password. */
  async endAllOf(userId: number): Promise<void> {
    await this.dependencies.records.browserMarks.endAllOf(userId);
    await this.endSessionsOf(userId);
  }

  /** Ends every session of a user: invalidates all tokens and closes the sockets. */
  async endSessionsOf(userId: number): Promise<void> {
    for (const familyId of await this.dependencies.records.credentials.endFamiliesOf(userId))
      this.ended.next(familyId);
  }

  /** @throws {DomainError} refreshTokenExpired */
  async refresh(presented: string, requester: Requester): Promise<RefreshAnswer> {
    const { credentials } = this.dependencies.records;
    const token = await credentials.refreshToken(tokenHash(presented));
    if (token === null || token.expiresAt <= this.dependencies.clock.now()) throw expired();
    // A copied token is refused; the session continues in its browser.
    if (token.markHash !== null && !this.marks.brought(requester, token.userId, token.markHash))
      throw expired();
    const account = await this.accounts.byId(token.userId);
    if (account !== null && !this.mayAct(account, requester.isFromThisMachine)) throw expired();
    if (account === null || holds(account.user, 'driver')) {
      await this.endFamily(token.familyId);
      throw expired();
    }
    return {
      accessToken: this.accessToken(account, token.familyId),
      refreshToken: await this.successorOf(token, presented, requester),
      name: account.person.name,
    };
  }

  /** The successor of this token: a new one, or for a minute the same one again. */
  private async successorOf(token: RefreshToken, presented: string, requester: Requester): Promise<string> {
    const { credentials } = this.dependencies.records;
    const { ids, clock } = this.dependencies;
    const now = clock.now();
    if (token.replacedAt === null) {
      const next = ids.token(32);
      // A session without a mark, of a former release or a program, gets that of the browser that continues it.
      const given = token.markHash === null ? await this.marks.give(requester, token.userId) : null;
      const replaced = await credentials.replaceRefreshToken(
        token.tokenHash,
        now,
        seal(given === null ? next : `${next}.${given}`, presented, ids),
        this.fresh(next, {
          ...token,
          markHash: given === null ? token.markHash : tokenHash(given),
          browser: requester.browser ?? token.browser,
        }),
      );
      if (replaced) return next;
    }
    // Replaced before, or concurrently.
    const known = await credentials.refreshToken(token.tokenHash);
    if (known === null || known.replacedAt === null || known.successor === null) throw expired();
    if (now - known.replacedAt <= SESSION.refreshGraceMs) {
      const [next = '', given] = unseal(known.successor, presented).split('.');
      // The answer that brought the mark may have been lost.
      if (given !== undefined) requester.keepMark(token.userId, given);
      return next;
    }
    await this.endFamily(known.familyId);
    throw expired();
  }

  private mayAct({ user }: Account, isFromThisMachine: boolean): boolean {
    return demoMayAct(user, this.dependencies.config.DEMO, () => isFromThisMachine);
  }

  private async endFamily(familyId: string): Promise<void> {
    await this.dependencies.records.credentials.endFamily(familyId);
    this.ended.next(familyId);
  }

  private accessToken({ person, user }: Account, sessionId: string, opens?: BearerKind): string {
    return this.tokens.sign({
      id: person.id,
      roles: user.roles,
      clubId: user.clubId,
      avatar: person.avatar,
      sessionId,
      ...(opens === undefined ? {} : { opens }),
    });
  }

  private fresh(
    token: string,
    {
      userId,
      familyId,
      markHash,
      browser,
    }: Pick<RefreshToken, 'userId' | 'familyId' | 'markHash' | 'browser'>,
  ): RefreshToken {
    return {
      tokenHash: tokenHash(token),
      userId,
      familyId,
      expiresAt: this.dependencies.clock.now() + SESSION.refreshTokenMs,
      replacedAt: null,
      successor: null,
      markHash,
      browser,
    };
  }
}

/** Identifies the temporary password that a first-access token was issued for. */
export const firstAccessId = ({ hash }: Password): string => tokenHash(hash);

const shown = ({ person, user }: Account) => ({
  id: person.id,
  name: person.name,
  surname: person.surname,
  roles: user.roles.map((id) => ({ id })),
});

const expired = (): DomainError => new DomainError('refreshTokenExpired');
