import { Inject, Injectable } from '@nestjs/common';
import { refuse, userDecider, userStream, type PasswordReason } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import type { CommandTools, IdsNeeded } from '../dispatch/define-command.js';
import { ValidationError } from '../http/validation-error.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';
import { isCommonPassword } from './common-passwords.js';
import { KeptAccounts } from './kept-accounts.js';
import { activeAccounts, type Account } from './active-accounts.js';
import { hashPassword, verifyPassword } from './passwords.js';
import { RecoverySecrets } from './recovery-secrets.js';
import { Sessions } from './sessions.js';

export interface NewPassword {
  readonly userId: number;
  readonly password: string;
  readonly reason: PasswordReason;
  /** Called while no other change of this person is in progress; if it throws, nothing is changed. */
  readonly prove: (account: Account) => Promise<void>;
}

export const NO_KEY = 'Nothing is repeated: a request with a password or a link has no Idempotency-Key.';
/** The steps of replacing a password outside the log. */
export const PASSWORD_STEPS = {
  'former account': NO_KEY,
  password: NO_KEY,
  'sessions, codes and links': 'What has ended may be ended again.',
} as const;
type PasswordTools = CommandTools<IdsNeeded, keyof typeof PASSWORD_STEPS>;

/** Replaces passwords; the only class that does. Every session of the user ends. */
@Injectable()
export class PasswordChanges {
  private readonly accounts;

  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly sessions: Sessions,
    private readonly takeBacks: KeptAccounts,
    private readonly recoverySecrets: RecoverySecrets,
  ) {
    this.accounts = activeAccounts(dependencies);
  }

  /**
   * Part of a command that `perPerson` serialises. The user is notified by mail, except at a first access.
   *
   * @throws {DomainError} notAuthorized if there is no such account, and what `prove` throws.
   */
  async replace(
    { caller, commandId, send, outside }: Pick<PasswordTools, 'caller' | 'commandId' | 'send' | 'outside'>,
    { userId, password, reason, prove }: NewPassword,
  ): Promise<Account> {
    const { records, ids } = this.dependencies;
    const account = (await this.accounts.byId(userId)) ?? refuse('notAuthorized');
    await prove(account);
    await this.requireAnother(userId, password);
    const hash = await hashPassword(password, ids);
    if (reason !== 'firstAccess')
      await outside('former account', () => this.takeBacks.keep(account.person, null, { commandId, caller }));
    await outside('password', () => records.credentials.setPassword(userId, { hash, temporary: false }));
    await outside('sessions, codes and links', () => this.endAccess(account.person));
    await send(userStream(userId), userDecider, { type: 'changePassword', userId, reason });
    return account;
  }

  /** Ends every access to an account except its password: sessions, codes and mailed links. */
  async endAccess({ id, email }: Person): Promise<void> {
    await this.sessions.endAllOf(id);
    await this.recoverySecrets.forget(id, email);
  }

  /** @throws {ValidationError} for the current password of the account, and for a common one */
  private async requireAnother(userId: number, password: string): Promise<void> {
    if (isCommonPassword(password)) throw new ValidationError({ Password: 'passwordCommon' });
    const former = await this.dependencies.records.credentials.password(userId);
    if (former !== null && (await verifyPassword(password, former.hash, 'known')))
      throw new ValidationError({ Password: 'passwordSame' });
  }
}
