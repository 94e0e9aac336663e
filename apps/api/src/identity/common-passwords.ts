import { dictionary } from '@zxcvbn-ts/language-common';
import { COMMONEST_PASSWORDS } from '@flagpost/contracts';

/** In order of how common they are, in small letters. */
const COMMONEST: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, COMMONEST_PASSWORDS));

/** Whether a guesser tries it among the first: capitals and spaces at its ends make it no other. */
export const isCommonPassword = (password: string): boolean => COMMONEST.has(password.trim().toLowerCase());
