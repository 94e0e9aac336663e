import { Module } from '@nestjs/common';
import { Accounts } from './accounts.js';
import { AuthController } from './auth.controller.js';
import { LoginLimits } from './login-limits.js';
import { Sessions } from './sessions.js';

/** Who somebody is: accounts, sign-in and sessions. */
@Module({
  controllers: [AuthController],
  providers: [Accounts, Sessions, LoginLimits],
})
export class IdentityModule {}
