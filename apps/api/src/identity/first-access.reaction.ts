import { createHmac } from 'node:crypto';
import { DEFAULT_LANGUAGE, type Language } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { UserEvent } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { clubReads } from '../views/clubs.projection.js';
import { mailReaction, type MailReaction } from '../mail/event-mails.js';
import type { Mail } from '../mail/mailer.js';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES, SECRET_NAMES } from '../stored-names.js';
import { othersWith } from '../command-parts/addresses.js';
import { hashPassword } from './passwords.js';
import { userReads } from '../views/users.projection.js';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';

/** Four letters, four digits, four letters: 48 bits, and valid as a password. */
const passwordFrom = (bytes: Uint8Array): string => {
  const group = (from: number, alphabet: string): string =>
    [...bytes.subarray(from, from + 4)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return [group(0, LETTERS), group(4, DIGITS), group(8, LETTERS)].join('-');
};

type Dependencies = Pick<ApiDependencies, 'records' | 'readModels' | 'ids' | 'clock' | 'config'>;

/**
 * Mails an invited user a temporary password that only allows choosing another one. It is derived from the event and a secret
 * of the installation, so that a repetition mails the same one; a password chosen meanwhile stays.
 *
 * If the address belongs to another account, no password is mailed: the mail informs its owner which club entered it.
 */
export const firstAccessReaction = (dependencies: Dependencies): MailReaction => {
  const { records, readModels, ids, config } = dependencies;
  const { people, credentials } = records;

  /** `as`: as whom the club entered them. */
  const mailsToOwner = async (
    { id, email }: Person,
    clubId: number | null,
    language: Language,
    as: 'staff' | 'competitor',
  ): Promise<readonly Mail[]> => {
    if (email === null) return [];
    const club = clubId === null ? null : await clubReads(readModels).get(clubId);
    const [userId = id] = await othersWith(dependencies, email, id);
    const text = TEXTS_IN[language].mails[`${as}AddressTaken`](club?.name ?? '');
    return [{ userId, names: [id], to: email, ...text }];
  };

  const give = async (
    { userId, clubId, language }: { userId: number; clubId: number | null; language: Language },
    eventId: string,
  ): Promise<readonly Mail[]> => {
    const person = await people.get(userId);
    const known = await credentials.password(userId);
    if (person === null || person.email === null || known?.temporary === false) return [];
    const secret = await credentials.secret(SECRET_NAMES.firstAccess, () => ids.token(32));
    const password = passwordFrom(createHmac('sha256', secret).update(eventId).digest());
    await credentials.setPassword(userId, { hash: await hashPassword(password, ids), temporary: true });
    if (person.emailUnowned === true) return mailsToOwner(person, clubId, language, 'staff');
    const text = TEXTS_IN[language].mails.firstAccess(password, config.PUBLIC_URL ?? null);
    return [{ userId, to: person.email, ...text }];
  };
  return mailReaction<UserEvent>({
    name: REACTION_NAMES.firstAccess,
    mailsOf: {
      async UserAdded({ data: { userId, clubId, language = DEFAULT_LANGUAGE } }) {
        const person = await people.get(userId);
        return person?.emailUnowned === true ? mailsToOwner(person, clubId, language, 'competitor') : [];
      },
      UserInvited: ({ data: { language = DEFAULT_LANGUAGE, ...data }, meta }) =>
        give({ ...data, language }, meta.id),
      async UserInvitedAgain({ data, meta }) {
        const clubId = (await userReads(readModels).get(data.userId))?.clubId ?? null;
        return give({ ...data, clubId }, meta.id);
      },
    },
  });
};
