import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { newPassword, type RoleId } from '@flagpost/contracts';
import { CommandMessage } from '../dispatch/command-message.js';
import { systemCaller } from '../http/caller.js';
import { parseField } from '../http/validation-error.js';
import { DEPENDENCIES, type ApiDependencies } from '../dependencies.js';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly surname: string;
  readonly roles: readonly RoleId[];
  /** Null for administrators, and only for them. */
  readonly clubId: number | null;
  /** The user must choose another password first. */
  readonly temporaryPassword?: boolean;
  /** A demo account, whose password is public. */
  readonly demo?: boolean;
}

/** Creates accounts for composition roots. */
@Injectable()
export class Accounts {
  constructor(
    @Inject(DEPENDENCIES) private readonly dependencies: ApiDependencies,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Creates the account unless its address has one, which stays unchanged. Returns the user's id.
   *
   * @throws {ValidationError} if the password breaks the rules; {DomainError} if the roles do
   */
  async ensure(account: NewAccount): Promise<number> {
    const password = parseField(newPassword, 'password', account.password);
    const { temporaryPassword: temporary = false, demo = false, ...rest } = account;
    const data = { ...rest, roles: [...rest.roles], password, temporary, demo };
    const caller = systemCaller(this.dependencies.ids, `account ${account.email.toLowerCase()}`);
    const { userId } = await this.commands.execute(new CommandMessage('ensureAccount', data, caller));
    return userId;
  }

  /** Marks an account permanently as a demo account. */
  async markDemo(userId: number): Promise<void> {
    const caller = systemCaller(this.dependencies.ids, `demo account ${userId}`);
    await this.commands.execute(new CommandMessage('markDemoAccount', { userId }, caller));
  }
}
