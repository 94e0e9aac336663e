import { DEFAULT_LANGUAGE, mayEver, type Language, type RoleId } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { UserEvent } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { clubReads } from '../views/clubs.projection.js';
import { mailReaction, type MailReaction } from '../mail/event-mails.js';
import type { Mail } from '../mail/mailer.js';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';

/** Older events are ignored: in a log of a former release, this reaction starts at the first event. */
const TOLD_WITHIN_MS = 3 * 24 * 3_600_000;

interface Granted {
  readonly userId: number;
  readonly clubId: number | null;
  readonly gained: readonly RoleId[];
  readonly language: Language;
  readonly actorId: number | null;
  readonly recordedAt: number;
}

const nameOf = (person: Person | null): string => `${person?.name ?? ''} ${person?.surname ?? ''}`.trim();

/** Notifies the club's contact person of every user who gains the right to send flags. */
export const controlGrantedReaction = ({
  records,
  readModels,
  config,
  clock,
}: ApiDependencies): MailReaction => {
  const contactOf = async (clubId: number): Promise<{ userId: number; to: string } | null> => {
    const contactId = (await clubReads(readModels).get(clubId))?.contactId ?? null;
    const contact = contactId === null ? null : await records.people.get(contactId);
    const own = contact?.emailUnowned === true ? null : contact?.email;
    const to = own ?? (await records.clubMail.getMany([clubId])).get(clubId);
    return to === undefined ? null : { userId: contactId ?? 0, to };
  };
  const mailsOf = async ({
    userId,
    clubId,
    gained,
    language,
    actorId,
    recordedAt,
  }: Granted): Promise<readonly Mail[]> => {
    const isControl = mayEver({ roles: gained }, 'race.control');
    if (!isControl || clubId === null || clock.now() - recordedAt > TOLD_WITHIN_MS) return [];
    const person = await records.people.get(userId);
    const contact = await contactOf(clubId);
    if (person === null || contact === null) return [];
    const by = actorId === null ? null : await records.people.get(actorId);
    const told = { name: nameOf(person), by: nameOf(by), url: config.PUBLIC_URL ?? null };
    const names = actorId === null ? [userId] : [userId, actorId];
    return [{ ...contact, names, ...TEXTS_IN[language].mails.controlGranted(told) }];
  };
  return mailReaction<UserEvent>({
    name: REACTION_NAMES.controlGranted,
    mailsOf: {
      UserInvited: ({ data: { roles, language = DEFAULT_LANGUAGE, ...data }, meta, recordedAt }) =>
        mailsOf({ ...data, gained: roles, language, actorId: meta.actorId, recordedAt }),
      UserRolesChanged: ({ data: { gained = [], language = DEFAULT_LANGUAGE, ...data }, meta, recordedAt }) =>
        mailsOf({ ...data, gained, language, actorId: meta.actorId, recordedAt }),
    },
  });
};
