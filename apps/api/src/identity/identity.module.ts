import { Module } from '@nestjs/common';
import { Accounts } from './accounts.bootstrap.js';
import { AuthController } from './auth.controller.js';
import { BrowserLinks } from './browser-links.js';
import { BrowserMarks } from './browser-marks.js';
import { EventPlannersController, EventViewersController } from './event-officials.controller.js';
import { KeptAccounts } from './kept-accounts.js';
import { LoginLimits } from './login-limits.js';
import { NewAddresses } from './new-addresses.js';
import { OwnAccountController } from './own-account.controller.js';
import { OwnAccount } from './own-account.js';
import { PasswordChanges } from './password-changes.js';
import { PasswordChecks } from './password-checks.js';
import { PeopleController } from './people.controller.js';
import { RecoveryLimits } from './recovery-limits.js';
import { RecoverySecrets } from './recovery-secrets.js';
import { Recovery } from './recovery.js';
import { RolesController } from './roles.controller.js';
import { Sessions } from './sessions.js';
import { StaffController } from './staff.controller.js';
import { StaffMailLimits } from './staff-mail-limits.js';
import { TakeBacks } from './take-backs.js';
import { AvatarsController, UploadAvatarController } from './avatars.controller.js';
import { UsersController } from './users.controller.js';

/** Accounts, sign-in and sessions. */
@Module({
  controllers: [
    AuthController,
    OwnAccountController,
    StaffController,
    PeopleController,
    UsersController,
    RolesController,
    EventPlannersController,
    EventViewersController,
    UploadAvatarController,
    AvatarsController,
  ],
  providers: [
    Accounts,
    Sessions,
    BrowserLinks,
    BrowserMarks,
    LoginLimits,
    PasswordChecks,
    PasswordChanges,
    OwnAccount,
    NewAddresses,
    Recovery,
    RecoveryLimits,
    RecoverySecrets,
    KeptAccounts,
    StaffMailLimits,
    TakeBacks,
  ],
})
export class IdentityModule {}
