import { MINUTE_MS } from '@flagpost/contracts';
import { sleep } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';

/** To be called after each of many mails: resolves when the next may be sent, or rejects if `signal` aborts first. */
export type MailPace = (signal: AbortSignal) => Promise<void>;

/** The configured pace, shared by all that mail many people. */
export const createMailPace = ({
  config,
  clock,
  scheduler,
}: Pick<ApiDependencies, 'config' | 'clock' | 'scheduler'>): MailPace => {
  const paceMs = MINUTE_MS / config.MAILS_PER_MINUTE;
  let nextAt = 0;
  return (signal) => {
    const now = clock.now();
    nextAt = Math.max(nextAt, now) + paceMs;
    return sleep(scheduler, nextAt - now, signal);
  };
};
