import type { Language } from '@flagpost/contracts';
import type { ReadModels } from '@flagpost/read-models';
import { clubReads } from '../views/clubs.projection.js';
import { languageOfCountry } from '../countries/languages-of-countries.js';
import { invitationReads, type InvitationDocument } from '../views/invitations.projection.js';

/**
 * In which language each of these competitors of a club is mailed, by invitation: that in which they answered an invitation
 * before, else that of the club's country, else `otherwise`.
 */
export const invitationLanguages = async (
  readModels: ReadModels,
  clubId: number,
  invitations: readonly InvitationDocument[],
  otherwise: Language,
): Promise<(invitation: InvitationDocument) => Language> => {
  const club = await clubReads(readModels).get(clubId);
  const common = (club === null ? null : languageOfCountry(club.countryId)) ?? otherwise;
  const userIds = [...new Set(invitations.map(({ userId }) => userId))];
  const answered = new Map<number, Language>();
  for (const { userId, language } of await invitationReads(readModels).answeredBy(userIds))
    if (language !== null) answered.set(userId, language);
  return ({ userId, language }) => language ?? answered.get(userId) ?? common;
};
