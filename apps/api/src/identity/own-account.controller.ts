import { Body, Controller, HttpCode, Ip, Patch, Put } from '@nestjs/common';
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
import type { Bearing } from './access-tokens.js';
import { OwnAccount } from './own-account.js';
import { Recovery } from './recovery.js';

class PasswordWithEmailBody extends createZodDto(passwordWithEmailRequest) {}
class FirstPasswordBody extends createZodDto(firstPasswordRequest) {}
class PasswordWithValidationBody extends createZodDto(passwordWithValidationRequest) {}
class ChangeEmailBody extends createZodDto(changeEmailRequest) {}

/** What somebody changes of how they sign in. Nobody changes it for another. */
@ApiTags('users')
@Controller('users')
export class OwnAccountController {
  constructor(
    private readonly account: OwnAccount,
    private readonly recovery: Recovery,
  ) {}

  /** With the token of a validated code, for that account, once. */
  @Put('updatePasswordWithEmail')
  @HttpCode(204)
  @Allow('password.choose')
  updatePasswordWithEmail(
    @Body() body: PasswordWithEmailBody,
    @SignedIn() bearing: Bearing,
    @FromCallerUnkept() caller: Caller,
  ): Promise<void> {
    return this.recovery.choosePassword(caller, bearing, body);
  }

  /** At a first access, with its token and for its own id. Answers as signing in does. */
  @Patch('updatePassword')
  @Allow('password.chooseFirst')
  updatePassword(
    @Body() body: FirstPasswordBody,
    @SignedIn() bearing: Bearing,
    @FromCallerUnkept() caller: Caller,
  ): Promise<LoginAnswer> {
    return this.account.chooseFirstPassword(caller, bearing, body);
  }

  /** Ends every session of who asks, and answers a new one. */
  @Put('updatePasswordWithValidation')
  @Allow('account.change')
  updatePasswordWithValidation(
    @Body() body: PasswordWithValidationBody,
    @SignedIn() bearing: Bearing,
    @FromCallerUnkept() caller: Caller,
    @Ip() address: string,
  ): Promise<LoginAnswer> {
    return this.account.changePassword(caller, bearing, body, address);
  }

  @Put('updateEmailValidatedByPassword')
  @HttpCode(204)
  @Allow('account.change')
  updateEmail(
    @Body() body: ChangeEmailBody,
    @SignedIn() bearing: Bearing,
    @FromCallerUnkept() caller: Caller,
    @Ip() address: string,
  ): Promise<void> {
    return this.account.changeEmail(caller, bearing, body, address);
  }
}
