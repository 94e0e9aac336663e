import { isDuplicate, upserting } from '@flagpost/platform/mongo';
import type { OneTimeSecret, OneTimeSecretStore, SealedSecret } from '../port.js';
import type { Models } from './models.js';

interface StoredSecret {
  readonly hash: string;
  readonly expiresAt: number;
  readonly sealed?: string;
}

interface Stored {
  readonly _id: string;
  readonly version?: number;
  readonly tries: number;
  readonly expiresAt: number;
  readonly secrets?: readonly StoredSecret[];
  readonly hash?: string;
}

/** A document of a former release has one secret, and no list. */
const secretsOf = ({ secrets = [], hash, expiresAt }: Stored): readonly StoredSecret[] =>
  hash === undefined ? secrets : [{ hash, expiresAt }];

const live = (stored: Stored | null, now: number): readonly StoredSecret[] =>
  stored === null ? [] : secretsOf(stored).filter(({ expiresAt }) => expiresAt > now);

const fresh = ({ subject: _id, tries, ...secret }: OneTimeSecret) => ({
  _id,
  version: 1,
  tries,
  expiresAt: secret.expiresAt,
  secrets: [secret],
});

/** All secrets of a subject are in one document: they share their tries and end together in one write. */
export const oneTimeSecretStore = ({ oneTimeSecrets }: Models): OneTimeSecretStore => {
  const forgetExpired = (now: number) => oneTimeSecrets.deleteMany({ expiresAt: { $lte: now } });
  const find = (subject: string): Promise<Stored | null> =>
    oneTimeSecrets.findOne({ _id: subject }).lean<Stored>().exec();

  const create = async (secret: OneTimeSecret): Promise<boolean> => {
    try {
      await oneTimeSecrets.create(fresh(secret));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  };
  /** False if the document changed since it was read. */
  const extend = async (stored: Stored, secrets: readonly StoredSecret[]): Promise<boolean> => {
    const { _id, version = null, tries } = stored;
    const expiresAt = Math.max(...secrets.map((each) => each.expiresAt));
    const { modifiedCount } = await oneTimeSecrets.updateOne(
      { _id, version, tries },
      { $set: { secrets, expiresAt }, $unset: { hash: 1 }, $inc: { version: 1 } },
    );
    return modifiedCount === 1;
  };

  return {
    async set(secret, now) {
      await forgetExpired(now);
      const { _id, ...rest } = fresh(secret);
      await upserting(() => oneTimeSecrets.replaceOne({ _id }, rest, { upsert: true }));
    },
    async add(secret, atMost, now) {
      await forgetExpired(now);
      const { subject, tries: _tries, ...added } = secret;
      for (;;) {
        const stored = await find(subject);
        const others = live(stored, now).filter(({ hash }) => hash !== secret.hash);
        if (others.length >= atMost) return false;
        if (stored === null ? await create(secret) : await extend(stored, [...others, added])) return true;
      }
    },
    async sealed(subject, now) {
      return live(await find(subject), now)
        .filter((secret): secret is SealedSecret => secret.sealed !== undefined)
        .map(({ hash, expiresAt, sealed }) => ({ hash, expiresAt, sealed }))
        .sort((one, other) => one.expiresAt - other.expiresAt || (one.hash < other.hash ? -1 : 1));
    },
    async redeem(subject, hash, now) {
      const good = { _id: subject, tries: { $gt: 0 }, expiresAt: { $gt: now } };
      const spend = { $inc: { tries: -1, version: 1 } };
      const { matchedCount } = await oneTimeSecrets.updateOne(good, spend);
      if (matchedCount === 0) return false;
      const stored = await find(subject);
      if (!live(stored, now).some((secret) => secret.hash === hash)) return false;
      // If several present it at once, only one deletes the document.
      return (await oneTimeSecrets.deleteOne({ _id: subject })).deletedCount === 1;
    },
    async forget(subject) {
      await oneTimeSecrets.deleteOne({ _id: subject });
    },
  };
};
