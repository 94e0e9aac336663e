import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type {
  ChangeEmailRequest,
  FirstPasswordRequest,
  LoginAnswer,
  PasswordWithValidationRequest,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { CommandMessage } from '../dispatch/command-message.js';
import type { Caller } from '../http/caller.js';
import type { TokenIdentity } from '../http/request.js';
import type { Requester } from './requester.js';
import { Sessions } from './sessions.js';

/** Changes of password and address by the user, who must know the current password. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
  ) {}

  /** @throws {DomainError} forbidden for another's id, notAuthorized if the first password was chosen before. */
  async chooseFirstPassword(
    caller: Caller,
    identity: TokenIdentity,
    body: FirstPasswordRequest,
    requester: Requester,
  ): Promise<LoginAnswer> {
    if (body.UserId !== identity.userId) refuse('forbidden');
    const data = { sessionId: identity.sessionId, choice: body };
    const account = await this.commands.execute(new CommandMessage('chooseFirstPassword', data, caller));
    return this.sessions.open(account, requester);
  }

  /** @throws {DomainError} wrongPassword, tooManyAttempts after too many of those. */
  async changePassword(
    caller: Caller,
    { userId, sessionId }: TokenIdentity,
    change: PasswordWithValidationRequest,
    requester: Requester,
  ): Promise<LoginAnswer> {
    const message = new CommandMessage('changePassword', { userId, sessionId, change }, caller);
    return this.sessions.open(await this.commands.execute(message), requester);
  }

  /**
   * A new address takes effect when the link mailed to it is opened. The answer is the same for an address of another account.
   *
   * @throws {DomainError} wrongPassword, tooManyAttempts.
   */
  changeEmail(
    caller: Caller,
    { userId, sessionId }: TokenIdentity,
    change: ChangeEmailRequest,
  ): Promise<void> {
    return this.commands.execute(new CommandMessage('changeEmail', { userId, sessionId, change }, caller));
  }
}
