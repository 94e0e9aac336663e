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
import type { Bearing } from './access-tokens.js';
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
    bearing: Bearing,
    body: FirstPasswordRequest,
    requester: Requester,
  ): Promise<LoginAnswer> {
    if (body.UserId !== bearing.userId) refuse('forbidden');
    const account = await this.commands.execute(new CommandMessage('chooseFirstPassword', body, caller));
    return this.sessions.open(account, requester);
  }

  /** @throws {DomainError} wrongPassword, tooManyAttempts after too many of those. */
  async changePassword(
    caller: Caller,
    { userId, sessionId }: Bearing,
    change: PasswordWithValidationRequest,
    requester: Requester,
  ): Promise<LoginAnswer> {
    const message = new CommandMessage('changePassword', { userId, sessionId, change }, caller);
    return this.sessions.open(await this.commands.execute(message), requester);
  }

  /** Told at both addresses. @throws {DomainError} wrongPassword, user.emailTaken, tooManyAttempts. */
  changeEmail(caller: Caller, { userId, sessionId }: Bearing, change: ChangeEmailRequest): Promise<void> {
    return this.commands.execute(new CommandMessage('changeEmail', { userId, sessionId, change }, caller));
  }
}
