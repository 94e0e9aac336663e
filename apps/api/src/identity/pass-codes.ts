import { createHmac } from 'node:crypto';
import { RECOVERY } from '@flagpost/contracts';
import type { Ids } from '@flagpost/platform';

/** 32 characters that are not easily confused when they are read and typed. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** For secrets too long to be guessed: wrong attempts must not invalidate them. */
export const MANY_TRIES = 1_000_000_000;

export const makePassCode = (ids: Ids): string =>
  [...Buffer.from(ids.token(RECOVERY.codeLength), 'base64url')]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('');

/**
 * The stored hash of a code and of its subject. Both are keyed with the installation's secret, as codes are too short for a
 * plain hash.
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
