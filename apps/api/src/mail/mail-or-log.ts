import type { Logger } from '@flagpost/platform';
import type { Mail, SendMail } from './mailer.js';

/** The mail server takes no mail for this address, now or later: asking again would hold up everybody else's. */
const isRefusedForGood = (error: unknown): boolean => {
  const { responseCode } = error as { readonly responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 550 && responseCode <= 553;
};

/** For reactions, which are retried until they succeed. @throws if the mail may be taken later. */
export const mailOrLog = async (sendMail: SendMail, logger: Logger, mail: Mail): Promise<void> => {
  try {
    await sendMail(mail);
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    logger.error('the mail server rejected the address of a user', { userId: mail.userId });
  }
};
