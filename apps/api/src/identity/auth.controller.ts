import { Body, Controller, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { createZodDto } from 'nestjs-zod';
import {
  FIELD_TEXTS,
  loginFormRules,
  loginRequest,
  refreshRequest,
  type LoginAnswer,
  type RefreshAnswer,
} from '@flagpost/contracts';
import { Allow } from '../access/allow.js';
import { Malformed } from '../http/malformed.js';
import { LoginLimits } from './login-limits.js';
import { Sessions } from './sessions.js';

class LoginBody extends createZodDto(loginRequest) {}
class RefreshBody extends createZodDto(refreshRequest) {}

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly sessions: Sessions,
    private readonly limits: LoginLimits,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Allow('session.open')
  @ApiOperation({ summary: 'Signs in', security: [] })
  async logIn(@Body() { email, password }: LoginBody, @Ip() address: string): Promise<LoginAnswer> {
    if (!loginFormRules.email(email)) throw new Malformed({ email: FIELD_TEXTS.credentialsTooShort });
    if (!loginFormRules.password(password))
      throw new Malformed({ password: FIELD_TEXTS.credentialsTooShort });
    await this.limits.attempt(address, email);
    const answer = await this.sessions.logIn(email, password);
    await this.limits.succeeded(address, email);
    return answer;
  }

  @Post('refresh')
  @HttpCode(200)
  @Allow('session.open')
  @ApiOperation({ summary: 'Exchanges a refresh token for new tokens', security: [] })
  refresh(@Body() { refreshToken }: RefreshBody): Promise<RefreshAnswer> {
    return this.sessions.refresh(refreshToken);
  }
}
