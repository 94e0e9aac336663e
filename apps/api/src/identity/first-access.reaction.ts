import { createHmac } from 'node:crypto';
import { DEFAULT_LANGUAGE } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { UserEvent } from '@flagpost/domain';
import { reaction, type Reaction } from '@flagpost/read-models';
import type { SendMail } from '../mail/mailer.js';
import type { ApiParts } from '../parts.js';
import { hashPassword } from './passwords.js';

const SECRET = 'first access';
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';

/** Four letters, four digits, four letters: 48 bits, and what a password needs. */
const passwordFrom = (bytes: Uint8Array): string => {
  const group = (from: number, alphabet: string): string =>
    [...bytes.subarray(from, from + 4)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return [group(0, LETTERS), group(4, DIGITS), group(8, LETTERS)].join('-');
};

/** The mail server takes no mail for this address, now or later: asking again would hold up everybody else's. */
const isRefusedForGood = (error: unknown): boolean => {
  const { responseCode } = error as { readonly responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 550 && responseCode <= 553;
};

/**
 * Who was invited gets a password by mail that opens nothing but the choice of another. It follows from the event and a
 * secret of this installation: told twice, it is the same, and one that was chosen since stays.
 */
export const firstAccessReaction = (
  { records, ids, logger, config }: Pick<ApiParts, 'records' | 'ids' | 'logger' | 'config'>,
  sendMail: SendMail,
): Reaction =>
  reaction<UserEvent>({
    name: 'first access',
    on: {
      async UserInvited({ data: { userId, language = DEFAULT_LANGUAGE }, meta }) {
        const { people, credentials } = records;
        const person = await people.get(userId);
        const known = await credentials.password(userId);
        if (person === null || person.email === null || known?.temporary === false) return;
        const secret = await credentials.secret(SECRET, () => ids.token(32));
        const password = passwordFrom(createHmac('sha256', secret).update(meta.id).digest());
        await credentials.setPassword(userId, { hash: await hashPassword(password, ids), temporary: true });
        const { subject, text } = TEXTS_IN[language].mails.firstAccess(password, config.PUBLIC_URL ?? null);
        try {
          await sendMail({ userId, to: person.email, subject, text });
        } catch (error) {
          if (!isRefusedForGood(error)) throw error;
          logger.error('the mail server refuses the address of a new user', { userId });
        }
      },
    },
  });
