import { DRIVE_PAGE } from '@flagpost/contracts';
import type { Mail } from '../mail/mailer.js';

/** The secret of the link in the newest invitation that was mailed to this address; undefined if there is none. */
export const driveSecretIn = (mails: readonly Mail[], address: string): string | undefined => {
  const link = new RegExp(`${DRIVE_PAGE}/([\\w-]+)`);
  return mails
    .filter(({ to }) => to === address)
    .map(({ text }) => link.exec(text)?.[1])
    .findLast((secret) => secret !== undefined);
};
