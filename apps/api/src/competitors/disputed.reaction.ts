import { DEFAULT_LANGUAGE } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { InvitationEvent } from '@flagpost/domain';
import type { Projector } from '@flagpost/read-models';
import { eventReads } from '../views/events.projection.js';
import { clubReads } from '../views/clubs.projection.js';
import { languageOfCountry } from '../countries/languages-of-countries.js';
import { mailReaction, type MailReaction } from '../mail/event-mails.js';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { invitationReads } from '../views/invitations.projection.js';
import { userReads } from '../views/users.projection.js';
import { awaitViews } from '../views/await-views.js';

/**
 * Mails the dispute of an invitation to the user who sent it, in the language of the club's country; to the club's own
 * address if that account is gone.
 */
export const disputedReaction = (
  dependencies: ApiDependencies,
  projector: Pick<Projector, 'waitFor'>,
): MailReaction => {
  const { records, readModels, config } = dependencies;
  const senderOf = async (
    requestedBy: number | null,
    clubId: number,
  ): Promise<{ userId: number; to: string } | null> => {
    const user = requestedBy === null ? null : await userReads(readModels).get(requestedBy);
    const sender = user?.status === 'enabled' ? await records.people.get(user.userId) : null;
    const own = sender?.emailUnowned === true ? null : sender?.email;
    const to = own ?? (await records.clubMail.getMany([clubId])).get(clubId);
    return to === undefined ? null : { userId: sender?.id ?? 0, to };
  };
  return mailReaction<InvitationEvent>({
    name: REACTION_NAMES.invitationDisputed,
    mailsOf: {
      async InvitationDisputed({ data: { invitationId, eventId, reason }, position }) {
        await awaitViews(projector, position);
        const invitation = await invitationReads(readModels).get(invitationId);
        const event = await eventReads(readModels).get(eventId);
        if (invitation === null || event === null) return [];
        const [club, person, sender] = await Promise.all([
          clubReads(readModels).get(event.clubId),
          records.people.get(invitation.userId),
          senderOf(invitation.newestMail?.requestedBy ?? null, event.clubId),
        ]);
        if (sender === null || person === null) return [];
        const language = (club === null ? null : languageOfCountry(club.countryId)) ?? DEFAULT_LANGUAGE;
        const text = TEXTS_IN[language].mails.invitationDisputed({
          name: `${person.name} ${person.surname}`.trim(),
          carNumber: invitation.carNumber ?? '',
          event: event.name,
          reason,
          url: config.PUBLIC_URL ?? null,
        });
        return [{ ...sender, names: [person.id], ...text }];
      },
    },
  });
};
