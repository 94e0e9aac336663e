import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { BROWSER_MARK, browserLinkHash, holds, type Language } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { DomainError, refuse } from '@flagpost/domain';
import { tokenHash } from '@flagpost/platform';
import { spend } from '../http/limits.js';
import { SEND_MAIL, type SendMail } from '../mail/mailer.js';
import { MailsUnderWay } from '../mail/mails-under-way.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { BrowserMarks } from './browser-marks.js';
import { accountOf } from './login-limits.js';
import { formatMailedToken, parseMailedToken } from './mailed-token.js';
import { activeAccounts } from './active-accounts.js';
import type { Requester } from './requester.js';

/**
 * A link by mail that makes a browser known to an account, so that its holder can sign in there while others use up the
 * attempts of unknown devices. It does not sign in.
 *
 * The account is looked up after the answer, so that neither the answer nor its time reveals whether it exists. Links do not
 * invalidate one another, and each is valid for the window in which the account's mails are counted: once the limit is
 * reached, the mailed links are still valid, whoever requested them.
 */
@Injectable()
export class BrowserLinks implements OnModuleDestroy {
  private readonly accounts;
  private readonly mails;
  private readonly requestsOfNetwork = new RateLimiterMemory({ points: 30, duration: 15 * 60 });
  private readonly mailsOfAccount = new RateLimiterMemory({
    points: 3,
    duration: BROWSER_MARK.linkMs / 1000,
  });

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly marks: BrowserMarks,
    @Inject(SEND_MAIL) private readonly sendMail: SendMail,
  ) {
    this.accounts = activeAccounts(dependencies);
    this.mails = new MailsUnderWay(dependencies.logger, 'a link');
  }

  onModuleDestroy(): Promise<void> {
    return this.mails.settled();
  }

  /** The same for an address without an account. @throws {DomainError} tooManyAttempts after too many from one network */
  async send(email: string, language: Language, { network }: Requester): Promise<void> {
    await spend(this.requestsOfNetwork, network);
    this.mails.start(() => this.mail(email, language));
  }

  /** @throws {DomainError} invalidLink for every reason alike: wrong, used, expired, no account. */
  async accept(code: string, requester: Requester): Promise<void> {
    const { records, clock } = this.dependencies;
    const { subject, hash, userId } = secretOf(code);
    const isGood = await records.oneTimeSecrets.redeem(subject, hash, clock.now());
    const account = isGood ? await this.accounts.byId(userId) : null;
    if (account === null) refuse('invalidLink');
    await this.marks.renew(requester, userId);
  }

  private async mail(email: string, language: Language): Promise<void> {
    const account = await this.accounts.byEmail(email.trim());
    const to = account?.person.email ?? null;
    if (account === null || to === null || holds(account.user, 'driver')) return;
    if (!(await this.mayMail(to))) return;
    const { records, ids, clock, config } = this.dependencies;
    const code = formatMailedToken({ userId: account.person.id, secret: ids.token(32) });
    const { subject, hash } = secretOf(code);
    const now = clock.now();
    await records.oneTimeSecrets.set({ subject, hash, expiresAt: now + BROWSER_MARK.linkMs, tries: 1 }, now);
    const site = config.PUBLIC_URL?.replace(/\/$/, '') ?? null;
    const text = TEXTS_IN[language].mails.browserLink(`/${browserLinkHash(code)}`, site);
    await this.sendMail({ userId: account.person.id, to, ...text });
  }

  private async mayMail(email: string): Promise<boolean> {
    try {
      await spend(this.mailsOfAccount, accountOf(email));
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}

/** A random code is its own subject: it has too many forms to be tried. It begins with the user's id. */
const secretOf = (code: string) => ({
  subject: `browser link ${tokenHash(code)}`,
  hash: tokenHash(code),
  userId: parseMailedToken(code).userId,
});
