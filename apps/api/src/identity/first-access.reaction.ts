import { createHmac } from 'node:crypto';
import { DEFAULT_LANGUAGE, type Language } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { UserEvent } from '@flagpost/domain';
import { reaction, type Reaction } from '@flagpost/read-models';
import { mailOrLog } from '../mail/mail-or-log.js';
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

/**
 * Who was invited gets a password by mail that opens nothing but the choice of another. It follows from the event and a
 * secret of this installation: told twice, it is the same, and one that was chosen since stays.
 */
export const firstAccessReaction = (
  { records, ids, logger, config }: Pick<ApiParts, 'records' | 'ids' | 'logger' | 'config'>,
  sendMail: SendMail,
): Reaction => {
  const give = async (userId: number, language: Language, eventId: string): Promise<void> => {
    const { people, credentials } = records;
    const person = await people.get(userId);
    const known = await credentials.password(userId);
    if (person === null || person.email === null || known?.temporary === false) return;
    const secret = await credentials.secret(SECRET, () => ids.token(32));
    const password = passwordFrom(createHmac('sha256', secret).update(eventId).digest());
    await credentials.setPassword(userId, { hash: await hashPassword(password, ids), temporary: true });
    const text = TEXTS_IN[language].mails.firstAccess(password, config.PUBLIC_URL ?? null);
    await mailOrLog(sendMail, logger, { userId, to: person.email, ...text });
  };
  return reaction<UserEvent>({
    name: 'first access',
    on: {
      UserInvited: ({ data: { userId, language = DEFAULT_LANGUAGE }, meta }) =>
        give(userId, language, meta.id),
      UserInvitedAgain: ({ data: { userId, language }, meta }) => give(userId, language, meta.id),
    },
  });
};
