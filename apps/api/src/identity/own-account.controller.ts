import { Body, Controller, Delete, HttpCode, Patch, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  changeEmailRequest,
  firstPasswordRequest,
  passwordWithEmailRequest,
  passwordWithValidationRequest,
  type LoginAnswer,
} from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { FromCallerUnkept, SignedIn, type Caller } from '../http/caller.js';
import type { TokenIdentity } from '../http/request.js';
import { changeEmail, changePassword, chooseFirstPassword, recoverPassword } from './account.commands.js';
import { OwnAccount } from './own-account.js';
import { BrowserMarks } from './browser-marks.js';
import { NewAddresses } from './new-addresses.js';
import { Recovery } from './recovery.js';
import { FromRequester, type Requester } from './requester.js';

class PasswordWithEmailBody extends createZodDto(passwordWithEmailRequest) {}
class FirstPasswordBody extends createZodDto(firstPasswordRequest) {}
class PasswordWithValidationBody extends createZodDto(passwordWithValidationRequest) {}
class ChangeEmailBody extends createZodDto(changeEmailRequest) {}

/** Changes of the caller's own credentials. */
@ApiTags('users')
@Controller('users')
export class OwnAccountController {
  constructor(
    private readonly account: OwnAccount,
    private readonly recovery: Recovery,
    private readonly marks: BrowserMarks,
    private readonly newAddresses: NewAddresses,
  ) {}

  /** With the token of a validated code, for that account, once. */
  @Put('updatePasswordWithEmail')
  @HttpCode(204)
  @Allow(recoverPassword.right)
  async updatePasswordWithEmail(
    @Body() body: PasswordWithEmailBody,
    @SignedIn() identity: TokenIdentity,
    @FromCallerUnkept() caller: Caller,
    @FromRequester() requester: Requester,
  ): Promise<void> {
    await this.recovery.choosePassword(caller, identity, body);
    // The caller reads the account's mail, as with a mailed link.
    await this.marks.give(requester, identity.userId);
  }

  /** At a first access, with its token and for its own id. Answers as signing in does. */
  @Patch('updatePassword')
  @Allow(chooseFirstPassword.right)
  updatePassword(
    @Body() body: FirstPasswordBody,
    @SignedIn() identity: TokenIdentity,
    @FromCallerUnkept() caller: Caller,
    @FromRequester() requester: Requester,
  ): Promise<LoginAnswer> {
    return this.account.chooseFirstPassword(caller, identity, body, requester);
  }

  /** Ends every session of the caller, and answers a new one. */
  @Put('updatePasswordWithValidation')
  @Allow(changePassword.right)
  updatePasswordWithValidation(
    @Body() body: PasswordWithValidationBody,
    @SignedIn() identity: TokenIdentity,
    @FromCallerUnkept() caller: Caller,
    @FromRequester() requester: Requester,
  ): Promise<LoginAnswer> {
    return this.account.changePassword(caller, identity, body, requester);
  }

  /** The new address takes effect when the link mailed to it is opened. */
  @Put('updateEmailValidatedByPassword')
  @HttpCode(204)
  @Allow(changeEmail.right)
  updateEmail(
    @Body() body: ChangeEmailBody,
    @SignedIn() identity: TokenIdentity,
    @FromCallerUnkept() caller: Caller,
  ): Promise<void> {
    return this.account.changeEmail(caller, identity, body);
  }

  /** Invalidates its link. */
  @Delete('pendingEmail')
  @HttpCode(204)
  @Allow('account.change')
  cancelPendingEmail(@SignedIn() { userId }: TokenIdentity): Promise<void> {
    return this.newAddresses.cancel(userId);
  }
}
