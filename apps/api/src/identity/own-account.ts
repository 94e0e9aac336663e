import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type ChangeEmailRequest,
  type FirstPasswordRequest,
  type LoginAnswer,
  type PasswordWithValidationRequest,
} from '@flagpost/contracts';
import { refuse, userDecider, userStream } from '@flagpost/domain';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import { PARTS, type ApiParts } from '../parts.js';
import type { Bearing } from './access-tokens.js';
import { isSameAddress, putPerson } from './addresses.js';
import { KeptAccounts } from './kept-accounts.js';
import { openAccounts, type Account } from './open-accounts.js';
import { PasswordChanges, personTurn } from './password-changes.js';
import { PasswordChecks } from './password-checks.js';
import { verifyPassword } from './passwords.js';
import type { Requester } from './requester.js';
import { Sessions } from './sessions.js';

/** Password and address, changed by their holder who knows the password. */
@Injectable()
export class OwnAccount {
  private readonly accounts;

  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
    private readonly passwords: PasswordChanges,
    private readonly checks: PasswordChecks,
    private readonly takeBacks: KeptAccounts,
  ) {
    this.accounts = openAccounts(parts);
  }

  /** @throws {DomainError} forbidden for another's id, notAuthorized if the first password was chosen before. */
  async chooseFirstPassword(
    caller: Caller,
    bearing: Bearing,
    { UserId, Password }: FirstPasswordRequest,
    requester: Requester,
  ): Promise<LoginAnswer> {
    if (UserId !== bearing.userId) refuse('forbidden');
    const account = await this.passwords.change(caller, {
      userId: UserId,
      password: Password,
      reason: 'firstAccess',
      proven: async () => {
        const given = await this.parts.records.credentials.password(UserId);
        if (given?.temporary !== true) refuse('notAuthorized');
        if (await verifyPassword(Password, given.hash, 'known')) refuse('sameAsGiven');
      },
    });
    return this.sessions.open(account, requester);
  }

  /** @throws {DomainError} wrongPassword, tooManyAttempts after too many of those. */
  async changePassword(
    caller: Caller,
    { userId, sessionId }: Bearing,
    { OldPassword, Password }: PasswordWithValidationRequest,
    requester: Requester,
  ): Promise<LoginAnswer> {
    const account = await this.passwords.change(caller, {
      userId,
      password: Password,
      reason: 'ownWish',
      proven: (known) => this.requirePassword(known, OldPassword, sessionId),
    });
    return this.sessions.open(account, requester);
  }

  /**
   * Told at both addresses.
   *
   * @throws {DomainError} wrongPassword, user.emailTaken, tooManyAttempts.
   */
  async changeEmail(
    caller: Caller,
    { userId, sessionId }: Bearing,
    { Email, Password }: ChangeEmailRequest,
  ): Promise<void> {
    const work = new Submit(
      caller,
      {},
      async ({ commandId, send }) => {
        const account = await this.accounts.byId(userId);
        if (account === null) refuse('notAuthorized');
        await this.requirePassword(account, Password, sessionId);
        if (!isSameAddress(account.person.email, Email))
          await this.takeBacks.keep(account.person, Email, { commandId, caller });
        await putPerson(this.parts, { ...account.person, email: Email });
        await send(userStream(userId), userDecider, { type: 'changeDetail', userId, detail: 'email' });
      },
      personTurn(userId),
    );
    await this.commands.execute(work);
  }

  private async requirePassword({ person }: Account, password: string, sessionId: string): Promise<void> {
    if (!(await this.checks.inSession(person, password, sessionId))) refuse('wrongPassword');
  }
}
