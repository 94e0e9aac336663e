import { DAY_MS, MINUTE_MS } from '@flagpost/contracts';
import { exponentialDelay } from '@flagpost/platform';

/** Delays of a sender while the mail server takes nothing from us. */
export const mailRestartMs = exponentialDelay(1_000, MINUTE_MS);

/** Of one mail that the server does not take yet, as for a full mailbox: after a day it never will. */
export const MAIL_RETRIES = {
  delayMs: exponentialDelay(5 * MINUTE_MS, 60 * MINUTE_MS),
  giveUpAfterMs: DAY_MS,
} as const;
