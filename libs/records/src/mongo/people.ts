import { isDuplicate } from '@flagpost/platform/mongo';
import { emailKey } from '../email-key.js';
import { EmailTaken, type AvatarStore, type PeopleStore, type Person } from '../port.js';
import type { Models } from './models.js';

type Stored = Partial<Omit<Person, 'id' | 'emailUnowned'>> & {
  readonly _id: number;
  /** An address without a key is for display only. */
  readonly emailKey?: string;
};

const personOf = ({
  _id,
  name,
  surname,
  email,
  emailKey: key,
  phone,
  bloodType,
  avatar,
}: Stored): Person => ({
  id: _id,
  name: name ?? '',
  surname: surname ?? '',
  email: email ?? null,
  ...(typeof email === 'string' && key === undefined ? { emailUnowned: true } : {}),
  phone: phone ?? null,
  bloodType: bloodType ?? null,
  avatar: avatar ?? null,
});

export const peopleStore = ({
  people,
  passwords,
  sessions,
  browserMarks,
  takeBacks,
  avatars,
}: Models): PeopleStore => {
  const found = async (filter: Record<string, unknown>): Promise<Person | null> => {
    const stored = await people.findOne(filter).lean<Stored>();
    return stored === null ? null : personOf(stored);
  };
  const findByEmail = (email: string): Promise<Person | null> => found({ emailKey: emailKey(email) });

  const write = async (
    { id, emailUnowned = false, ...rest }: Person,
    upsert: boolean,
    attempts = 2,
  ): Promise<void> => {
    const key =
      rest.email === null ? {} : { [emailUnowned ? 'shownEmailKey' : 'emailKey']: emailKey(rest.email) };
    try {
      await people.replaceOne({ _id: id }, { ...rest, ...key }, { upsert });
    } catch (error) {
      const holder = rest.email === null ? null : await findByEmail(rest.email);
      if (holder !== null && holder.id !== id)
        throw new EmailTaken('The address belongs to another person.', { cause: error });
      // The address is free by now: two requests created the same person at once, or its owner gave it up.
      if (!isDuplicate(error) || attempts === 0) throw error;
      await write({ id, emailUnowned, ...rest }, upsert, attempts - 1);
    }
  };

  return {
    get: (id) => found({ _id: id }),
    async getMany(ids) {
      const stored = await people.find({ _id: { $in: [...ids] } }).lean<Stored[]>();
      return new Map(stored.map((each) => [each._id, personOf(each)]));
    },
    findByEmail,
    async withEmail(email) {
      const key = emailKey(email);
      const stored = await people.find({ $or: [{ emailKey: key }, { shownEmailKey: key }] }).lean<Stored[]>();
      return stored.map(personOf);
    },
    put: (person) => write(person, true),
    change: (person) => write(person, false),
    async delete(id) {
      // The person last: if this is interrupted, a repetition erases the rest.
      await sessions.deleteMany({ userId: id });
      await browserMarks.deleteMany({ userId: id });
      await takeBacks.deleteMany({ userId: id });
      await passwords.deleteOne({ _id: id });
      await avatars.deleteMany({ userId: id });
      await people.deleteOne({ _id: id });
    },
  };
};

/** People of one write to the server. */
const SLICE = 1_000;

/**
 * Adds the key of each address that a former release stored for display only. Can be repeated, also beside programs that write.
 *
 * @returns a line, if there was any
 */
export const keyShownEmails = async ({ people }: Pick<Models, 'people'>): Promise<readonly string[]> => {
  const unkeyed = {
    email: { $type: 'string' as const },
    emailKey: { $exists: false },
    shownEmailKey: { $exists: false },
  };
  let keyed = 0;
  for (;;) {
    const found = await people
      .find(unkeyed, { email: 1 })
      .limit(SLICE)
      .lean<{ _id: number; email: string }[]>();
    if (found.length === 0) break;
    await people.bulkWrite(
      found.map(({ _id, email }) => ({
        updateOne: {
          filter: { ...unkeyed, _id, email },
          update: { $set: { shownEmailKey: emailKey(email) } },
        },
      })),
    );
    keyed += found.length;
  }
  return keyed === 0 ? [] : [`keys of shown addresses: ${keyed}`];
};

export const avatarStore = ({ avatars }: Models): AvatarStore => ({
  async put({ name, userId, bytes }) {
    await avatars.create({ _id: name, userId, bytes: Buffer.from(bytes) });
  },
  async get(name) {
    const found = await avatars.findOne({ _id: name });
    return found?.bytes ?? null;
  },
  async keepOnly(userId, name) {
    await avatars.deleteMany({ userId, _id: { $ne: name } });
  },
});
