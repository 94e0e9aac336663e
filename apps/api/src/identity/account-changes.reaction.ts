import { MAILED_PAGES } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { UserEvent } from '@flagpost/domain';
import { reaction, type Reaction } from '@flagpost/read-models';
import { mailedLink } from '../mail/links.js';
import { mailOrLog } from '../mail/mail-or-log.js';
import type { SendMail } from '../mail/mailer.js';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { KeptAccounts, PURPOSES } from './kept-accounts.js';

/**
 * Notifies users by mail of a changed password or address, with a link that reverts the change. Changes made by former
 * releases cannot be reverted and are not mailed.
 */
export const accountChangesReaction = (dependencies: ApiDependencies, sendMail: SendMail): Reaction => {
  const kept = new KeptAccounts(dependencies);
  const tell = async (userId: number, commandId: string | null): Promise<void> => {
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
      await mailOrLog(sendMail, dependencies.logger, { userId, to, ...text });
    }
  };
  return reaction<UserEvent>({
    name: REACTION_NAMES.accountChanges,
    on: {
      PasswordChanged: ({ data, meta }) => tell(data.userId, meta.causationId),
      async UserDetailChanged({ data, meta }) {
        if (data.detail === 'email') await tell(data.userId, meta.causationId);
      },
    },
  });
};
