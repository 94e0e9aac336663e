import { dictionary } from '@zxcvbn-ts/language-common';
import { COMMONEST_PASSWORDS } from '@flagpost/contracts';

/** Ordered by frequency, in lower case. */
const COMMONEST: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, COMMONEST_PASSWORDS));

/** Whether a password is among the most common ones, ignoring case and surrounding spaces. */
export const isCommonPassword = (password: string): boolean => COMMONEST.has(password.trim().toLowerCase());
