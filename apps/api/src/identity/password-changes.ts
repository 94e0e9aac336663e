import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { refuse, userDecider, userStream, type PasswordReason } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import { ValidationError } from '../http/validation-error.js';
import { PARTS, type ApiParts } from '../parts.js';
import { isCommonPassword } from './common-passwords.js';
import { KeptAccounts } from './kept-accounts.js';
import { openAccounts, type Account } from './open-accounts.js';
import { hashPassword, verifyPassword } from './passwords.js';
import { RecoverySecrets } from './recovery-secrets.js';
import { Sessions } from './sessions.js';

export interface NewPassword {
  readonly userId: number;
  readonly password: string;
  readonly reason: PasswordReason;
  /** Asked while no other change of this person is under way; what it throws is answered, and nothing is changed. */
  readonly proven: (account: Account) => Promise<void>;
}

/** What changes a person's row or password happens one after another, in whichever process. */
export const personTurn = (userId: number): string => `person ${userId}`;

/** The one way in which a password is replaced: every session of its holder ends with the former one. */
@Injectable()
export class PasswordChanges {
  private readonly accounts;

  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
    private readonly takeBacks: KeptAccounts,
    private readonly recoverySecrets: RecoverySecrets,
  ) {
    this.accounts = openAccounts(parts);
  }

  /**
   * Its holder is told by mail, the choice at a first access excepted: it is theirs to make.
   *
   * @throws {DomainError} notAuthorized if there is no such account, and what `proven` throws.
   */
  change(caller: Caller, { userId, password, reason, proven }: NewPassword): Promise<Account> {
    const { records, ids: random } = this.parts;
    const work = new Submit(
      caller,
      {},
      async ({ commandId, send }) => {
        const account = await this.accounts.byId(userId);
        if (account === null) refuse('notAuthorized');
        await proven(account);
        await this.requireAnother(userId, password);
        const hash = await hashPassword(password, random);
        if (reason !== 'firstAccess') await this.takeBacks.keep(account.person, null, { commandId, caller });
        await records.credentials.setPassword(userId, { hash, temporary: false });
        await this.endAccess(account.person);
        await send(userStream(userId), userDecider, { type: 'changePassword', userId, reason });
        return account;
      },
      personTurn(userId),
    );
    return this.commands.execute(work);
  }

  /** Ends all that opens an account but its password: sessions, codes and links that were mailed. */
  async endAccess({ id, email }: Person): Promise<void> {
    await this.sessions.endAllOf(id);
    await this.recoverySecrets.forget(id, email);
  }

  /** @throws {ValidationError} for the password that the account has, and for one that everybody guesses first. */
  private async requireAnother(userId: number, password: string): Promise<void> {
    if (isCommonPassword(password)) throw new ValidationError({ Password: 'passwordCommon' });
    const former = await this.parts.records.credentials.password(userId);
    if (former !== null && (await verifyPassword(password, former.hash, 'known')))
      throw new ValidationError({ Password: 'passwordSame' });
  }
}
