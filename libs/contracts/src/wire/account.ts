import { z } from 'zod';
import { RECOVERY } from '../accounts.js';
import { LIMITS } from '../limits.js';
import { FAULTS, type FieldCode } from '../texts/fields.js';
import { secret } from './sensitive.js';
import { newPassword } from './session.js';
import { emailAddress } from './text.js';

/** Requests about the user's own account: recovering it, and changing password, address and name. */

/** An address that can sign in. */
const accountEmail = (malformed: FieldCode) =>
  emailAddress(
    z
      .string({ error: FAULTS.email })
      .trim()
      .min(1, { error: FAULTS.email, abort: true })
      .min(LIMITS.loginEmail.min, FAULTS.emailTooShort)
      .max(LIMITS.loginEmail.max, FAULTS.emailTooLong),
    malformed,
  );

/** A current password; only a comparison decides whether it is right. */
const currentPassword = secret(
  z.string({ error: FAULTS.password }).min(1, FAULTS.password).max(LIMITS.password.max, FAULTS.wrongPassword),
);

/** Body of PUT /auth/sendPassCodeToEmail */
export const passCodeRequest = z.object({ Email: accountEmail(FAULTS.invalidMail) });
export type PassCodeRequest = z.infer<typeof passCodeRequest>;
/** The same for an address without an account. */
export interface PassCodeAnswer {
  maskedEmail: string;
}

/** Body of POST /auth/sendBrowserLink */
export const browserLinkRequest = z.object({ Email: accountEmail(FAULTS.invalidMail) });
export type BrowserLinkRequest = z.infer<typeof browserLinkRequest>;

/** Body of POST /auth/acceptBrowserLink: the part of the mailed address after `#browser=`. */
export const acceptBrowserLinkRequest = z.object({
  Code: secret(z.string().min(1).max(LIMITS.browserLinkCode)),
});
export type AcceptBrowserLinkRequest = z.infer<typeof acceptBrowserLinkRequest>;

/** Body of PUT /auth/validatePassCode. A code may be typed in small letters. */
export const validatePassCodeRequest = z.object({
  Email: accountEmail(FAULTS.invalidMail),
  PassCode: secret(
    z
      .string({ error: FAULTS.code })
      .trim()
      .min(1, { error: FAULTS.code, abort: true })
      .length(RECOVERY.codeLength, FAULTS.codeLength),
  ),
});
export type ValidatePassCodeRequest = z.infer<typeof validatePassCodeRequest>;
/** The bearer of PUT /users/updatePasswordWithEmail/, and of nothing else; good once. */
export interface RecoveryAnswer {
  accessToken: string;
}

/** Body of POST /auth/recoveryLink: the part after `#` of the link in the mail with a code. */
export const mailedLinkRequest = z.object({ Token: secret(z.string().min(1).max(LIMITS.mailedToken)) });
export type MailedLinkRequest = z.infer<typeof mailedLinkRequest>;
export interface RecoveryLinkAnswer extends RecoveryAnswer {
  /** Whose password may be chosen: `updatePasswordWithEmail` asks for it. */
  email: string;
}

/** POST /auth/takeBack, whose body is a `MailedLinkRequest`. */
export interface TakeBackAnswer {
  /** The address alone if the link was mailed to the new one; no password may be chosen then. */
  restored: 'account' | 'address';
  /** The answer of `recoveryLink`: a user who took an account back chooses another password. */
  recovery: RecoveryLinkAnswer | null;
}

/** Body of PUT /users/updatePasswordWithEmail/ */
export const passwordWithEmailRequest = z.object({
  Email: accountEmail(FAULTS.invalidMail),
  Password: newPassword,
});
export type PasswordWithEmailRequest = z.infer<typeof passwordWithEmailRequest>;

/** Body of PATCH /users/updatePassword/ */
export const firstPasswordRequest = z.object({ UserId: z.number().int().positive(), Password: newPassword });
export type FirstPasswordRequest = z.infer<typeof firstPasswordRequest>;

/** Body of PUT /users/updatePasswordWithValidation/ */
export const passwordWithValidationRequest = z.object({
  OldPassword: currentPassword,
  Password: newPassword,
});
export type PasswordWithValidationRequest = z.infer<typeof passwordWithValidationRequest>;

/** Body of PUT /users/updateEmailValidatedByPassword/ */
export const changeEmailRequest = z.object({
  Email: accountEmail(FAULTS.emailMalformed),
  Password: currentPassword,
});
export type ChangeEmailRequest = z.infer<typeof changeEmailRequest>;

/** GET /users/pendingEmail: the address that the account gets when the link that was mailed to it is opened. */
export interface PendingEmailAnswer {
  /** Null if no change is waiting. */
  pending: {
    email: string;
    /** ISO 8601; the link ends then. */
    until: string;
  } | null;
}

/** POST /auth/confirmEmail, whose body is a `MailedLinkRequest`. */
export interface ConfirmEmailAnswer {
  /** The address for signing in from now on. */
  email: string;
}

const MASK = '•••';
/** The first letter of name and domain, and the domain's ending: enough to know one's own address by. */
export const maskEmail = (email: string): string => {
  const [name = '', domain = ''] = email.split('@');
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
  return `${name.slice(0, 1)}${MASK}@${domain.slice(0, 1)}${MASK}${ending}`;
};
