import { refuse, userDecider, userStream } from '@flagpost/domain';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import { eraseMails } from '../mail/outbox.js';
import type { ApiParts } from '../parts.js';
import { personTurn } from './password-changes.js';
import type { Sessions } from './sessions.js';
import { userReads } from './users.projection.js';

/**
 * Erases a person: account and sessions end, then row, password and avatar go, then the mails that were written to them.
 * The log keeps their id. Where this ends half way, asking again erases the rest.
 */
export const erasePerson = (parts: ApiParts, caller: Caller, sessions: Sessions, personId: number) =>
  new Submit(
    caller,
    {},
    async ({ send }) => {
      const { people } = parts.records;
      const user = await userReads(parts.readModels).get(personId);
      if (user === null && (await people.get(personId)) === null) refuse('user.missing', 'missing');
      if (user !== null && user.status !== 'removed')
        await send(userStream(personId), userDecider, { type: 'removeUser', userId: personId });
      await sessions.endAllOf(personId);
      await people.delete(personId);
      await eraseMails(parts.config, personId);
      return { id: personId };
    },
    personTurn(personId),
  );
