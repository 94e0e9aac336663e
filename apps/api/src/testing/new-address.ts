import { until } from '@flagpost/testing';
import type request from 'supertest';
import type { Mail } from '../mail/mailer.js';
import type { Harness } from './harness.js';

/** The token of the link in the newest mail to an address that is to become an account's. */
export const newAddressLink = (mails: readonly Mail[], to: string): Promise<string> =>
  until('the link that was mailed', () => {
    const mail = mails.findLast((each) => each.to === to && each.text.includes('/newaddress#'));
    return /\/newaddress#(\S+)/.exec(mail?.text ?? '')?.[1];
  });

/** Presses the button of the page that a link opens. */
export const confirmEmail = (harness: Harness, Token: string): request.Test =>
  harness.with(null).post('/auth/confirmEmail', { Token });
