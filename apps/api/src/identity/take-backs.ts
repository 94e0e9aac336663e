import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { MailedLinkRequest, TakeBackAnswer } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { CommandMessage } from '../dispatch/command-message.js';
import type { Caller } from '../http/caller.js';
import { KeptAccounts } from './kept-accounts.js';

/**
 * 'This was not me': reverts a change of password or address. The link mailed to the former address restores address and
 * password as they were before that change, despite later changes, and invalidates the links of all later changes: the
 * oldest wins. The link mailed to the new address removes it while the account has it, and grants no access.
 */
@Injectable()
export class TakeBacks {
  constructor(
    private readonly commands: CommandBus,
    private readonly keptAccounts: KeptAccounts,
  ) {}

  /** @throws {DomainError} invalidLink if the link was used, has ended, or an older one was used. */
  async takeBack(caller: Caller, link: MailedLinkRequest): Promise<TakeBackAnswer> {
    const { takeBack } = (await this.keptAccounts.find(link.Token)) ?? refuse('invalidLink');
    const { userId } = takeBack;
    return this.commands.execute(new CommandMessage('takeBackChanges', { userId, link }, caller));
  }
}
