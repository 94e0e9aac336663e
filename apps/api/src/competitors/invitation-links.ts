import { createHmac } from 'node:crypto';
import { DRIVE_PAGE, DRIVE_SECRET } from '@flagpost/contracts';
import { tokenHash } from '@flagpost/platform';
import type { InvitationLink } from '@flagpost/records';
import { siteOf } from '../mail/links.js';
import type { ApiDependencies } from '../dependencies.js';
import { SECRET_NAMES } from '../stored-names.js';

type Dependencies = Pick<ApiDependencies, 'records' | 'ids' | 'config'>;

/**
 * The link of an invitation. Its secret follows from the invitation, the address and a secret of the installation: each
 * mail to one address has the same link, and an address that is corrected gets another one, which ends the former.
 */
export const invitationLinks = ({ records, ids, config }: Dependencies) => ({
  async secretOf(invitationId: number, email: string): Promise<string> {
    const key = await records.credentials.secret(SECRET_NAMES.invitationLinks, () => ids.token(32));
    return createHmac('sha256', key)
      .update(`${invitationId} ${email.trim().toLowerCase()}`)
      .digest('base64url');
  },
  /** A path alone if the configuration does not name the address, as with `mailedLink`. */
  linkOf: (secret: string): string => `${siteOf(config)}${DRIVE_PAGE}/${secret}`,
  find: async (secret: string): Promise<InvitationLink | null> =>
    DRIVE_SECRET.test(secret) ? records.invitationLinks.find(tokenHash(secret)) : null,
});
