import type { AvatarAnswer, UpdateNameRequest } from '@flagpost/contracts';
import { refuse, userDecider, userStream, type PersonalDetail } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import type { ApiParts } from '../parts.js';
import { personTurn } from './password-changes.js';

/** Changes a person's row, and states in the log that it was changed and by whom: what it says stands in the row alone. */
const changePerson = <A>(
  { records }: ApiParts,
  caller: Caller,
  userId: number,
  detail: PersonalDetail,
  change: (person: Person) => Promise<A>,
) =>
  new Submit(
    caller,
    {},
    async ({ send }) => {
      const person = (await records.people.get(userId)) ?? refuse('user.missing', 'missing');
      const answer = await change(person);
      await send(userStream(userId), userDecider, { type: 'changeDetail', userId, detail });
      return answer;
    },
    personTurn(userId),
  );

export const changeName = (
  parts: ApiParts,
  caller: Caller,
  { UserId, FirstName, LastName }: UpdateNameRequest,
) =>
  changePerson(parts, caller, UserId, 'name', (person) =>
    parts.records.people.put({ ...person, name: FirstName, surname: LastName }),
  );

/** Each image has a name of its own: whoever has the former one's address sees nothing of the new one. */
export const changeAvatar = (parts: ApiParts, caller: Caller, userId: number, bytes: Uint8Array) =>
  changePerson(parts, caller, userId, 'avatar', async (person): Promise<AvatarAnswer> => {
    const { people, avatars } = parts.records;
    const fileName = `avatars/${parts.ids.token(16)}.webp`;
    await avatars.put({ name: fileName, userId, bytes });
    await people.put({ ...person, avatar: fileName });
    await avatars.keepOnly(userId, fileName);
    return { fileName };
  });
