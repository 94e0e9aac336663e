import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { newPassword, type RoleId } from '@flagpost/contracts';
import { CommandMessage } from '../dispatch/command-message.js';
import { systemCaller } from '../http/caller.js';
import { parseField } from '../http/validation-error.js';
import { PARTS, type ApiParts } from '../parts.js';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly surname: string;
  readonly roles: readonly RoleId[];
  /** Null for administrators, and for them alone. */
  readonly clubId: number | null;
  /** Its holder must choose another password before anything else. */
  readonly temporaryPassword?: boolean;
  /** Of the demo: its password is published. */
  readonly demo?: boolean;
}

/** Accounts that a composition root wants to be there. */
@Injectable()
export class Accounts {
  constructor(
    @Inject(PARTS) private readonly parts: ApiParts,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Makes the account where its address has none yet, and answers the user's id. One that is there stays as it is.
   *
   * @throws {ValidationError} where the password breaks the rule; {DomainError} where the roles do.
   */
  async ensure(account: NewAccount): Promise<number> {
    const password = parseField(newPassword, 'password', account.password);
    const { temporaryPassword: temporary = false, demo = false, ...rest } = account;
    const data = { ...rest, roles: [...rest.roles], password, temporary, demo };
    const caller = systemCaller(this.parts.ids, `account ${account.email.toLowerCase()}`);
    const { userId } = await this.commands.execute(new CommandMessage('ensureAccount', data, caller));
    return userId;
  }

  /** Makes an account one of the demo, for good. */
  async markDemo(userId: number): Promise<void> {
    const caller = systemCaller(this.parts.ids, `demo account ${userId}`);
    await this.commands.execute(new CommandMessage('markDemoAccount', { userId }, caller));
  }
}
