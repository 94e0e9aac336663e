import { Inject, Injectable } from '@nestjs/common';
import { RECOVERY } from '@flagpost/contracts';
import { tokenHash } from '@flagpost/platform';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { AccessTokens } from '../access/access-tokens.js';
import { keptOf, MANY_TRIES } from './pass-codes.js';
import { pendingEmails } from './pending-emails.js';

/** Maximum of open grants for choosing a password. */
const MOST_GRANTS = 10;
const grantSubject = (userId: number): string => `recovery of ${userId}`;
const linkSubject = (userId: number): string => `recovery link of ${userId}`;

/** Secrets for users who read the account's mail: links mailed with codes, and grants for choosing a password. */
@Injectable()
export class RecoverySecrets {
  private readonly kept;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly tokens: AccessTokens,
  ) {
    this.kept = keptOf(tokens.secret);
  }

  /** The link of a code, the same if the code is mailed again; from now on it is valid as long as the code. */
  async addLink(userId: number, code: string): Promise<string> {
    const secret = this.kept.link(userId, code);
    await this.add(linkSubject(userId), secret, RECOVERY.codeMs, RECOVERY.liveCodes);
    return secret;
  }

  redeemLink(userId: number, secret: string): Promise<boolean> {
    return this.redeem(linkSubject(userId), secret);
  }

  /** A token that allows choosing a password once. */
  async grant(userId: number): Promise<string> {
    const secret = this.dependencies.ids.token(32);
    await this.restoreGrant(userId, secret, RECOVERY.tokenMs);
    const token = { id: userId, roles: [], clubId: null, avatar: null, sessionId: secret };
    return this.tokens.sign({ ...token, opens: 'recovery' });
  }

  /** Restores a grant that was redeemed for a refused password. */
  async restoreGrant(userId: number, secret: string, lifeMs: number): Promise<void> {
    await this.add(grantSubject(userId), secret, lifeMs, MOST_GRANTS);
  }

  redeemGrant(userId: number, secret: string): Promise<boolean> {
    return this.redeem(grantSubject(userId), secret);
  }

  /** Invalidates codes, links and grants of an account, and its pending address. */
  async forget(userId: number, email: string | null): Promise<void> {
    await this.dependencies.records.oneTimeSecrets.forget(grantSubject(userId));
    await pendingEmails(this.dependencies).forget(userId);
    await this.forgetMailed(userId, email);
  }

  /** Invalidates the codes of an account and their links. */
  async forgetMailed(userId: number, email: string | null): Promise<void> {
    const { oneTimeSecrets } = this.dependencies.records;
    await oneTimeSecrets.forget(linkSubject(userId));
    if (email !== null) await oneTimeSecrets.forget(this.kept.subject(email));
  }

  private add(subject: string, secret: string, lifeMs: number, atMost: number): Promise<boolean> {
    const { records, clock } = this.dependencies;
    const now = clock.now();
    const added = { subject, hash: tokenHash(secret), expiresAt: now + lifeMs, tries: MANY_TRIES };
    return records.oneTimeSecrets.add(added, atMost, now);
  }

  private redeem(subject: string, secret: string): Promise<boolean> {
    const { records, clock } = this.dependencies;
    return records.oneTimeSecrets.redeem(subject, tokenHash(secret), clock.now());
  }
}
