import { createHmac } from 'node:crypto';
import { RECOVERY } from '@flagpost/contracts';
import type { Ids } from '@flagpost/platform';

/** 32 characters that nobody takes for one another when they read them from one screen and type them on another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Of secrets that are too long to be guessed: wrong ones must not end the right one. */
export const MANY_TRIES = 1_000_000_000;

export const makePassCode = (ids: Ids): string =>
  [...Buffer.from(ids.token(RECOVERY.codeLength), 'base64url')]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('');

/**
 * What is kept of a code, and of whom it is for. A code has too few forms for a plain hash to hide it: both are made with
 * the installation's secret.
 */
export const keptOf = (secret: string) => {
  const keyed = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    subject: (email: string): string => keyed(`pass code for ${email.trim().toLowerCase()}`),
    code: (email: string, code: string): string =>
      keyed(`pass code ${code.trim().toUpperCase()} of ${email.trim().toLowerCase()}`),
    /** The same for a code that is mailed again. */
    link: (userId: number, code: string): string => keyed(`recovery link ${code} of user ${userId}`),
  };
};
