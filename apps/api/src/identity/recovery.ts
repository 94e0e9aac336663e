import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  holds,
  MAILED_PAGES,
  maskEmail,
  RECOVERY,
  type Language,
  type MailedLinkRequest,
  type PassCodeAnswer,
  type PasswordWithEmailRequest,
  type RecoveryAnswer,
  type RecoveryLinkAnswer,
  type ValidatePassCodeRequest,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { refuse } from '@flagpost/domain';
import { CommandMessage } from '../dispatch/command-message.js';
import type { Caller } from '../http/caller.js';
import { mailedLink } from '../mail/links.js';
import { SEND_MAIL, type SendMail } from '../mail/mailer.js';
import { MailsUnderWay } from '../mail/mails-under-way.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { AccessTokens } from '../access/access-tokens.js';
import type { TokenIdentity } from '../http/request.js';
import { formatMailedToken, parseMailedToken } from './mailed-token.js';
import { activeAccounts, type Account } from './active-accounts.js';
import { keptOf, makePassCode } from './pass-codes.js';
import { RecoverySecrets } from './recovery-secrets.js';
import { seal, unseal } from '@flagpost/platform';

/**
 * Recovery of a forgotten password: a code by mail, exchanged for a token, with which a password is chosen. A code is short,
 * so attempts are counted for each account; the link mailed with it cannot be guessed and is valid whatever others tried.
 *
 * For an address without an account a code is stored but never mailed. The account is looked up after the answer, so that
 * neither the answer nor its time reveals whether it exists. A mail is therefore sent at most once; a user who misses it must
 * request another.
 */
@Injectable()
export class Recovery implements OnModuleDestroy {
  private readonly accounts;
  private readonly kept;
  private readonly mails;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly tokens: AccessTokens,
    private readonly commands: CommandBus,
    private readonly secrets: RecoverySecrets,
    @Inject(SEND_MAIL) private readonly sendMail: SendMail,
  ) {
    this.accounts = activeAccounts(dependencies);
    this.kept = keptOf(tokens.secret);
    this.mails = new MailsUnderWay(dependencies.logger, 'a code');
  }

  onModuleDestroy(): Promise<void> {
    return this.mails.settled();
  }

  async sendCode(email: string, language: Language): Promise<PassCodeAnswer> {
    const code = await this.codeToSend(email);
    if (code !== null) this.mails.start(() => this.mailToAccount(email, code, language));
    return { maskedEmail: maskEmail(email) };
  }

  /** @throws {DomainError} invalidCode if it is wrong, used or expired, after too many tries, and without an account. */
  async validate({ Email, PassCode }: ValidatePassCodeRequest): Promise<RecoveryAnswer> {
    const { records, clock } = this.dependencies;
    const hash = this.kept.code(Email, PassCode);
    const right = await records.oneTimeSecrets.redeem(this.kept.subject(Email), hash, clock.now());
    const account = right ? await this.recoverable(Email) : null;
    if (account === null) refuse('invalidCode');
    await this.secrets.forgetMailed(account.person.id, Email);
    return { accessToken: await this.secrets.grant(account.person.id) };
  }

  /** @throws {DomainError} invalidLink if it was used or has expired, and without an account. */
  async openLink({ Token }: MailedLinkRequest): Promise<RecoveryLinkAnswer> {
    const { userId, secret } = parseMailedToken(Token);
    const right = await this.secrets.redeemLink(userId, secret);
    const email = right ? (await this.accounts.byId(userId))?.person.email : null;
    if (email === null || email === undefined) refuse('invalidLink');
    await this.secrets.forgetMailed(userId, email);
    return { accessToken: await this.secrets.grant(userId), email };
  }

  /** @throws {DomainError} invalidUpdatePassword if the token is another account's, or was used. */
  async choosePassword(
    caller: Caller,
    { userId, sessionId: grant, expiresAt: grantEndsAt }: TokenIdentity,
    change: PasswordWithEmailRequest,
  ): Promise<void> {
    const data = { userId, grant, grantEndsAt, change };
    await this.commands.execute(new CommandMessage('recoverPassword', data, caller));
  }

  /**
   * A code to be mailed: a new one, or the newest again if the account has the maximum, so that a request never invalidates
   * the code of another. Null if that one was mailed just now.
   */
  private async codeToSend(email: string): Promise<string | null> {
    const { oneTimeSecrets } = this.dependencies.records;
    const { ids, clock } = this.dependencies;
    const now = clock.now();
    const subject = this.kept.subject(email);
    const store = (hash: string, sealed: string): Promise<boolean> =>
      oneTimeSecrets.add(
        { subject, hash, sealed, expiresAt: now + RECOVERY.codeMs, tries: RECOVERY.codeTries },
        RECOVERY.liveCodes,
        now,
      );
    const fresh = makePassCode(ids);
    if (await store(this.kept.code(email, fresh), seal(fresh, this.tokens.secret, ids))) return fresh;
    const newest = (await oneTimeSecrets.sealed(subject, now)).at(-1);
    if (newest === undefined || newest.expiresAt > now + RECOVERY.codeMs - RECOVERY.resendMs) return null;
    await store(newest.hash, newest.sealed);
    return unseal(newest.sealed, this.tokens.secret);
  }

  private async mailToAccount(email: string, code: string, language: Language): Promise<void> {
    const account = await this.recoverable(email);
    const to = account?.person.email;
    if (account === null || to === null || to === undefined) return;
    const userId = account.person.id;
    const secret = await this.secrets.addLink(userId, code);
    const page = mailedLink(
      this.dependencies.config,
      MAILED_PAGES.recovery,
      formatMailedToken({ userId, secret }),
    );
    await this.sendMail({ userId, to, ...TEXTS_IN[language].mails.passCode(code, page) });
  }

  /** The account of this address, if it may sign in here. */
  private async recoverable(email: string): Promise<Account | null> {
    const account = await this.accounts.byEmail(email);
    return account === null || holds(account.user, 'driver') ? null : account;
  }
}
