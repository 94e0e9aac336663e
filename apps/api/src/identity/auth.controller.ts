import { Body, Controller, Delete, Get, Headers, HttpCode, Ip, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  acceptBrowserLinkRequest,
  browserLinkRequest,
  loginFormRules,
  loginRequest,
  logoutRequest,
  mailedLinkRequest,
  passCodeRequest,
  refreshRequest,
  validatePassCodeRequest,
  type ConfirmEmailAnswer,
  type FirstAccessAnswer,
  type Language,
  type LoginAnswer,
  type PassCodeAnswer,
  type RecoveryAnswer,
  type RecoveryLinkAnswer,
  type RefreshAnswer,
  type SessionRow,
  type TakeBackAnswer,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { Allow } from '../access/allow.js';
import { FromCallerUnkept, SignedIn, type Caller } from '../http/caller.js';
import { FromLanguage } from '../http/language.js';
import { ValidationError } from '../http/validation-error.js';
import type { TokenIdentity } from '../http/request.js';
import { takeBackChanges } from './account.commands.js';
import { BrowserLinks } from './browser-links.js';
import { NewAddresses } from './new-addresses.js';
import { RecoveryLimits } from './recovery-limits.js';
import { Recovery } from './recovery.js';
import { FromRequester, type Requester } from './requester.js';
import { Sessions } from './sessions.js';
import { TakeBacks } from './take-backs.js';

class BrowserLinkBody extends createZodDto(browserLinkRequest) {}
class AcceptBrowserLinkBody extends createZodDto(acceptBrowserLinkRequest) {}
class LoginBody extends createZodDto(loginRequest) {}
class LogoutBody extends createZodDto(logoutRequest) {}
class RefreshBody extends createZodDto(refreshRequest) {}
class PassCodeBody extends createZodDto(passCodeRequest) {}
class MailedLinkBody extends createZodDto(mailedLinkRequest) {}
class ValidatePassCodeBody extends createZodDto(validatePassCodeRequest) {}

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly sessions: Sessions,
    private readonly links: BrowserLinks,
    private readonly recovery: Recovery,
    private readonly recoveryLimits: RecoveryLimits,
    private readonly takeBacks: TakeBacks,
    private readonly newAddresses: NewAddresses,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Allow('session.open')
  @ApiOperation({ summary: 'Signs in', security: [] })
  async logIn(
    @Body() { email, password }: LoginBody,
    @FromRequester() requester: Requester,
  ): Promise<LoginAnswer | FirstAccessAnswer> {
    if (!loginFormRules.email(email)) throw new ValidationError({ email: 'credentialsTooShort' });
    if (!loginFormRules.password(password)) throw new ValidationError({ password: 'credentialsTooShort' });
    return this.sessions.logIn(email, password, requester);
  }

  @Post('refresh')
  @HttpCode(200)
  @Allow('session.open')
  @ApiOperation({ summary: 'Exchanges a refresh token for new tokens', security: [] })
  refresh(
    @Body() { refreshToken }: RefreshBody,
    @FromRequester() requester: Requester,
  ): Promise<RefreshAnswer> {
    return this.sessions.refresh(refreshToken, requester);
  }

  /** Ends the session of the refresh token in the body, even a used one; without it, that of the bearer token. */
  @Post('logout')
  @HttpCode(204)
  @Allow('session.close')
  @ApiOperation({ summary: 'Ends a session, with its tokens and sockets', security: [] })
  async logOut(
    @Body() body: LogoutBody,
    @Headers('authorization') authorization: string | undefined,
  ): Promise<void> {
    if (body.refreshToken !== undefined) return this.sessions.logOut(body.refreshToken);
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) refuse('notAuthorized');
    return this.sessions.logOutBearer(token);
  }

  @Get('sessions')
  @Allow('sessions.manage')
  @ApiOperation({ summary: "The caller's sessions" })
  listSessions(@SignedIn() identity: TokenIdentity): Promise<SessionRow[]> {
    return this.sessions.list(identity);
  }

  /** Including the caller's current session. */
  @Delete('sessions')
  @HttpCode(204)
  @Allow('sessions.manage')
  @ApiOperation({ summary: 'Signs the caller out everywhere' })
  endSessions(@SignedIn() { userId }: TokenIdentity): Promise<void> {
    return this.sessions.endSessionsOf(userId);
  }

  /** The answer is the same for an address without an account. */
  @Post('sendBrowserLink')
  @HttpCode(204)
  @Allow('session.open')
  @ApiOperation({ summary: 'Mails a link that makes a browser known to the account', security: [] })
  sendBrowserLink(
    @Body() { Email }: BrowserLinkBody,
    @FromLanguage() language: Language,
    @FromRequester() requester: Requester,
  ): Promise<void> {
    return this.links.send(Email, language, requester);
  }

  @Post('acceptBrowserLink')
  @HttpCode(204)
  @Allow('session.open')
  @ApiOperation({ summary: 'Makes this browser known to the account of a mailed link', security: [] })
  acceptBrowserLink(
    @Body() { Code }: AcceptBrowserLinkBody,
    @FromRequester() requester: Requester,
  ): Promise<void> {
    return this.links.accept(Code, requester);
  }

  @Put('sendPassCodeToEmail')
  @Allow('password.recover')
  @ApiOperation({ summary: 'Mails a code for a forgotten password', security: [] })
  async sendPassCode(
    @Body() { Email }: PassCodeBody,
    @Ip() address: string,
    @FromLanguage() language: Language,
  ): Promise<PassCodeAnswer> {
    await this.recoveryLimits.askForCode(address, Email);
    return this.recovery.sendCode(Email, language);
  }

  @Put('validatePassCode')
  @Allow('password.recover')
  @ApiOperation({ summary: 'Exchanges a code for the right to choose a password', security: [] })
  async validatePassCode(@Body() body: ValidatePassCodeBody, @Ip() address: string): Promise<RecoveryAnswer> {
    await this.recoveryLimits.tryCode(address, body.Email);
    return this.recovery.validate(body);
  }

  @Post('recoveryLink')
  @HttpCode(200)
  @Allow('password.recover')
  @ApiOperation({
    summary: 'Exchanges the link of the mail for the right to choose a password',
    security: [],
  })
  async openRecoveryLink(@Body() body: MailedLinkBody, @Ip() address: string): Promise<RecoveryLinkAnswer> {
    await this.recoveryLimits.openLink(address);
    return this.recovery.openLink(body);
  }

  /** POST only, so that programs that prefetch links in mails change nothing. */
  @Post('takeBack')
  @HttpCode(200)
  @Allow(takeBackChanges.right)
  @ApiOperation({ summary: 'Takes a change of password or address back, by the mailed link', security: [] })
  async takeBack(
    @Body() body: MailedLinkBody,
    @Ip() address: string,
    @FromCallerUnkept() caller: Caller,
  ): Promise<TakeBackAnswer> {
    await this.recoveryLimits.openLink(address);
    return this.takeBacks.takeBack(caller, body);
  }

  @Post('confirmEmail')
  @HttpCode(200)
  @Allow('account.confirmEmail')
  @ApiOperation({ summary: 'Gives an account its new address, by the link mailed to it', security: [] })
  async confirmEmail(
    @Body() body: MailedLinkBody,
    @Ip() address: string,
    @FromCallerUnkept() caller: Caller,
  ): Promise<ConfirmEmailAnswer> {
    await this.recoveryLimits.openLink(address);
    return this.newAddresses.confirm(caller, body);
  }
}
