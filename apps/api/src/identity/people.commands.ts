import { z } from 'zod';
import { personal, updateNameRequest, type AvatarAnswer } from '@flagpost/contracts';
import { refuse, userDecider, userStream } from '@flagpost/domain';
import { defineCommand, id } from '../dispatch/define-command.js';
import { eraseMails } from '../mail/outbox.js';
import { pendingEmails } from './pending-emails.js';
import { existingPerson, perPerson } from '../command-parts/person-rows.js';
import { Sessions } from './sessions.js';
import { userReads } from '../views/users.projection.js';

/** Changes of persons: the log records that a row changed and by whom; personal data are only in the row. */

export const changeName = defineCommand({
  schema: updateNameRequest,
  right: 'users.edit',
  ids: {},
  serializedBy: ({ UserId }) => perPerson(UserId),
  outside: { person: 'The same row is written again.' },
  streams: ['user'],
  async carryOut({ UserId: userId, FirstName, LastName }, { dependencies, send, outside }): Promise<void> {
    await userReads(dependencies.readModels).existing(userId);
    const person = await existingPerson(dependencies, userId);
    await outside('person', () =>
      dependencies.records.people.put({ ...person, name: FirstName, surname: LastName }),
    );
    await send(userStream(userId), userDecider, { type: 'changeDetail', userId, detail: 'name' });
  },
});

/** Each image has a new name, so that the URL of a former one does not show it. */
export const changeAvatar = defineCommand({
  schema: z.object({
    userId: id,
    bytes: personal(z.custom<Uint8Array>((value) => value instanceof Uint8Array)),
  }),
  right: 'users.edit',
  ids: { name: 'token' },
  serializedBy: ({ userId }) => perPerson(userId),
  outside: {
    image: 'Nothing is repeated: an upload has no Idempotency-Key.',
    person: 'As the image.',
    'former images': 'What is deleted may be deleted again.',
  },
  streams: ['user'],
  async carryOut({ userId, bytes }, { dependencies, ids, send, outside }): Promise<AvatarAnswer> {
    const { people, avatars } = dependencies.records;
    await userReads(dependencies.readModels).existing(userId);
    const person = await existingPerson(dependencies, userId);
    const fileName = `avatars/${ids.name}.webp`;
    await outside('image', () => avatars.put({ name: fileName, userId, bytes }));
    await outside('person', () => people.put({ ...person, avatar: fileName }));
    await outside('former images', () => avatars.keepOnly(userId, fileName));
    await send(userStream(userId), userDecider, { type: 'changeDetail', userId, detail: 'avatar' });
    return { fileName };
  },
});

/**
 * Erases a person: ends account and sessions, then deletes row, password and avatar, then the mails written to them. The log
 * keeps their id. If it fails halfway, a repetition erases the rest.
 */
export const erasePerson = defineCommand({
  schema: z.object({ personId: id }),
  right: 'people.erase',
  ids: {},
  serializedBy: ({ personId }) => perPerson(personId),
  outside: {
    sessions: 'What has ended may be ended again.',
    'new address': 'What is forgotten may be forgotten again.',
    'row, password and avatar': 'What is deleted may be deleted again.',
    mails: 'What is deleted may be deleted again.',
  },
  streams: ['user'],
  async carryOut({ personId }, { dependencies, get, send, outside }): Promise<{ id: number }> {
    const { people } = dependencies.records;
    const user = await userReads(dependencies.readModels).get(personId);
    if (user === null && (await people.get(personId)) === null) refuse('user.missing', 'missing');
    if (user !== null && user.status !== 'removed')
      await send(userStream(personId), userDecider, { type: 'removeUser', userId: personId });
    await outside('sessions', () => get(Sessions).endAllOf(personId));
    await outside('new address', () => pendingEmails(dependencies).forget(personId));
    await outside('row, password and avatar', () => people.delete(personId));
    await outside('mails', () => eraseMails(dependencies.config, personId));
    return { id: personId };
  },
});

export const peopleCommands = { changeName, changeAvatar, erasePerson };
