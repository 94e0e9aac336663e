import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  holds,
  maskEmail,
  RECOVERY,
  type Language,
  type PassCodeAnswer,
  type PasswordWithEmailRequest,
  type RecoveryAnswer,
  type ValidatePassCodeRequest,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { tokenHash } from '@flagpost/platform';
import type { Caller } from '../http/caller.js';
import { Refusal } from '../http/errors.filter.js';
import { SEND_MAIL, type Mail, type SendMail } from '../mail/mailer.js';
import { PARTS, type ApiParts } from '../parts.js';
import { AccessTokens, type Bearing } from './access-tokens.js';
import { openAccounts, type Account } from './open-accounts.js';
import { keptOf, makePassCode } from './pass-codes.js';
import { PasswordChanges } from './password-changes.js';

/** Mails on their way; more at once is a flood, of which no more is mailed. */
const MOST_UNDER_WAY = 100;

/**
 * A new password for who forgot theirs: a code by mail, then a token for it, then the password.
 *
 * An address without an account is treated as any other until its code would have to be known: one is kept for it that
 * nobody is told. Whose address it is, is looked up only after the answer, so that neither the answer nor its time tells.
 * A mail is therefore sent at most once; who misses it asks again.
 */
@Injectable()
export class Recovery implements OnModuleDestroy {
  private readonly accounts;
  private readonly kept;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly tokens: AccessTokens,
    private readonly passwords: PasswordChanges,
    @Inject(SEND_MAIL) private readonly sendMail: SendMail,
  ) {
    this.accounts = openAccounts(parts);
    this.kept = keptOf(tokens.secret);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.underWay);
  }

  async sendCode(email: string, language: Language): Promise<PassCodeAnswer> {
    const { records, ids, clock } = this.parts;
    const code = makePassCode(ids);
    const now = clock.now();
    await records.oneTimeSecrets.set(
      {
        subject: this.kept.subject(email),
        hash: this.kept.code(email, code),
        expiresAt: now + RECOVERY.codeMs,
        tries: RECOVERY.codeTries,
      },
      now,
    );
    this.mail(email, TEXTS_IN[language].mails.passCode(code));
    return { maskedEmail: maskEmail(email) };
  }

  /** @throws {Refusal} 418 for every reason alike: wrong, used, expired, too many tries, no account. */
  async validate({ Email, PassCode }: ValidatePassCodeRequest): Promise<RecoveryAnswer> {
    const { records, ids, clock } = this.parts;
    const now = clock.now();
    const hash = this.kept.code(Email, PassCode);
    const right = await records.oneTimeSecrets.redeem(this.kept.subject(Email), hash, now);
    const account = right ? await this.recoverable(Email) : null;
    if (account === null) throw new Refusal(418, 'invalidCode');
    const secret = ids.token(32);
    const expiresAt = now + RECOVERY.tokenMs;
    await records.oneTimeSecrets.set({ ...oneTime(secret), expiresAt, tries: 1 }, now);
    const { person } = account;
    const token = { id: person.id, roles: [], clubId: null, avatar: null, sessionId: secret };
    return { accessToken: this.tokens.sign({ ...token, opens: 'recovery' }) };
  }

  /** @throws {Refusal} 401 where the token is another account's, or was used. */
  async choosePassword(
    caller: Caller,
    bearing: Bearing,
    { Email, Password }: PasswordWithEmailRequest,
  ): Promise<void> {
    const { records, clock } = this.parts;
    const { subject, hash } = oneTime(bearing.sessionId);
    await this.passwords.change(caller, {
      userId: bearing.userId,
      password: Password,
      reason: 'recovery',
      proven: async ({ person }) => {
        const isTheirs = person.email?.toLowerCase() === Email.toLowerCase();
        if (!isTheirs || !(await records.oneTimeSecrets.redeem(subject, hash, clock.now())))
          throw new Refusal(401, 'invalidUpdatePassword');
      },
    });
  }

  private mail(email: string, text: Pick<Mail, 'subject' | 'text'>): void {
    const { logger } = this.parts;
    if (this.underWay.size >= MOST_UNDER_WAY) {
      logger.error('a code is not mailed: too many are on their way');
      return;
    }
    const sending = this.mailToAccount(email, text)
      .catch((error: unknown) => logger.error('a code could not be mailed', { error: reasonOf(error) }))
      .finally(() => this.underWay.delete(sending));
    this.underWay.add(sending);
  }

  private async mailToAccount(email: string, text: Pick<Mail, 'subject' | 'text'>): Promise<void> {
    const account = await this.recoverable(email);
    const to = account?.person.email;
    if (account === null || to === null || to === undefined) return;
    await this.sendMail({ userId: account.person.id, to, ...text });
  }

  /** The account of this address, if it is of somebody who may sign in here. */
  private async recoverable(email: string): Promise<Account | null> {
    const account = await this.accounts.byEmail(email);
    return account === null || holds(account.user, 'driver') ? null : account;
  }
}

/** A random secret is its own subject: it has too many forms to be tried. */
const oneTime = (secret: string) => ({ subject: `recovery ${tokenHash(secret)}`, hash: tokenHash(secret) });

/** What a mail server answers repeats the address that it refuses: the log gets the kind of failure alone. */
const reasonOf = (error: unknown): string =>
  (error as { readonly code?: string }).code ?? (error instanceof Error ? error.name : 'unknown');
