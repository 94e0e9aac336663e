import { MAILED_PAGES } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { UserEvent } from '@flagpost/domain';
import { mailedLink } from '../mail/links.js';
import { mailReaction, type MailReaction } from '../mail/event-mails.js';
import type { Mail } from '../mail/mailer.js';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { KeptAccounts, PURPOSES } from './kept-accounts.js';

/**
 * Notifies users by mail of a changed password or address, with a link that reverts the change. Changes made by former
 * releases cannot be reverted and are not mailed.
 */
export const accountChangesReaction = (dependencies: ApiDependencies): MailReaction => {
  const kept = new KeptAccounts(dependencies);
  const mailsOf = async (userId: number, commandId: string | null): Promise<readonly Mail[]> => {
    const composed: Mail[] = [];
    for (const purpose of PURPOSES) {
      const change = commandId === null ? null : await kept.ofCommand(commandId, purpose);
      if (change === null) continue;
      const { to, language, newEmail } = change.kept;
      const { mails } = TEXTS_IN[language];
      const link = mailedLink(dependencies.config, MAILED_PAGES.takeBack, change.token);
      const text =
        purpose === 'undo'
          ? mails.addressGained(link)
          : newEmail === null
            ? mails.passwordChanged(link)
            : mails.addressChanged(newEmail, link);
      composed.push({ id: purpose, userId, to, ...text });
    }
    return composed;
  };
  return mailReaction<UserEvent>({
    name: REACTION_NAMES.accountChanges,
    mailsOf: {
      PasswordChanged: ({ data, meta }) => mailsOf(data.userId, meta.causationId),
      UserDetailChanged: async ({ data, meta }) =>
        data.detail === 'email' ? mailsOf(data.userId, meta.causationId) : [],
    },
  });
};
