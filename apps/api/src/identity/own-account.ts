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

/** Password and address, changed by their holder who knows the password. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: Sessions,
  ) {}

  /** @throws {DomainError} forbidden for another's id, notAuthorized if the first password was chosen before. */
  async chooseFirstPassword(
    caller: Caller,
    bearing: TokenIdentity,
    body: FirstPasswordRequest,
    requester: Requester,
  ): Promise<LoginAnswer> {
    if (body.UserId !== bearing.userId) refuse('forbidden');
    const data = { sessionId: bearing.sessionId, choice: body };
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
   * Another address counts when the link that is mailed to it is opened. Answers the same for one that is somebody else's.
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
