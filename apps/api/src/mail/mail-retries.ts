import { exponentialDelay } from '@flagpost/platform';

const MINUTE_MS = 60_000;

/** Of one mail that the server does not take yet, as for a full mailbox: after a day it never will. */
export const MAIL_RETRIES = {
  delayMs: exponentialDelay(5 * MINUTE_MS, 60 * MINUTE_MS),
  giveUpAfterMs: 24 * 60 * MINUTE_MS,
} as const;
