import { createBatcher } from '@flagpost/platform';
import { isDuplicate, upserting } from '@flagpost/platform/mongo';
import type {
  BrowserMarkStore,
  CredentialStore,
  DeviceNote,
  DeviceStatus,
  DeviceTokenStore,
  PushSubscription,
  RefreshToken,
} from '../port.js';
import type { Models } from './models.js';

type Token = Omit<RefreshToken, 'familyId' | 'userId'>;
/** Tokens of former releases have neither mark nor browser. */
type StoredToken = Omit<Token, 'markHash' | 'browser'> & Partial<Pick<Token, 'markHash' | 'browser'>>;

type OwnPush = Omit<PushSubscription, 'familyId' | 'userId'>;
/** Those of former releases have no key. */
type StoredPush = Omit<OwnPush, 'publicKey'> & Partial<Pick<OwnPush, 'publicKey'>>;

interface Session {
  readonly _id: string;
  readonly userId: number;
  readonly version: number;
  readonly tokens: readonly StoredToken[];
  readonly push?: StoredPush;
}

const stored = ({ tokenHash, expiresAt, replacedAt, successor, markHash, browser }: StoredToken): Token => ({
  tokenHash,
  expiresAt,
  replacedAt,
  successor,
  markHash: markHash ?? null,
  browser: browser ?? null,
});

const pushOf = ({ _id, userId, push }: Session): PushSubscription[] =>
  push === undefined
    ? []
    : [
        {
          familyId: _id,
          userId,
          endpoint: push.endpoint,
          p256dh: push.p256dh,
          auth: push.auth,
          language: push.language,
          publicKey: push.publicKey ?? null,
        },
      ];

/**
 * All tokens of a family, which is one person's, are in one document: a token is replaced and its successor added in
 * one write, and a delayed replacement cannot revive a family that was ended.
 */
export const credentialStore = ({ passwords, sessions, secrets }: Models): CredentialStore => {
  const holding = (tokenHash: string): Promise<Session | null> =>
    sessions.findOne({ 'tokens.tokenHash': tokenHash }).lean<Session>().exec();
  const secretOf = async (name: string): Promise<string | null> =>
    (await secrets.findOne({ _id: name }).lean())?.value ?? null;

  return {
    async password(userId) {
      const found = await passwords.findOne({ _id: userId }).lean();
      return found === null ? null : { hash: found.hash ?? '', temporary: found.temporary ?? false };
    },
    async setPassword(userId, { hash, temporary }) {
      await upserting(() =>
        passwords.updateOne({ _id: userId }, { $set: { hash, temporary } }, { upsert: true }),
      );
    },
    async replaceHash(userId, former, hash) {
      return (
        (await passwords.updateOne({ _id: userId, hash: former }, { $set: { hash } })).matchedCount === 1
      );
    },
    async refreshToken(tokenHash) {
      const session = await holding(tokenHash);
      const token = session?.tokens.find((each) => each.tokenHash === tokenHash);
      if (!session || !token) return null;
      return { ...stored(token), userId: session.userId, familyId: session._id };
    },
    async addRefreshToken({ familyId, userId, ...token }) {
      const change = {
        $setOnInsert: { userId },
        $push: { tokens: stored(token) },
        $inc: { version: 1 },
        $max: { expiresAt: token.expiresAt },
      };
      await upserting(() => sessions.updateOne({ _id: familyId }, change, { upsert: true }));
    },
    async replaceRefreshToken(tokenHash, replacedAt, successor, next) {
      for (;;) {
        const session = await holding(tokenHash);
        const token = session?.tokens.find((each) => each.tokenHash === tokenHash);
        if (!session || token?.replacedAt !== null) return false;
        const tokens = [
          ...session.tokens.map((each) => (each === token ? { ...each, replacedAt, successor } : each)),
          stored(next),
        ].filter(({ expiresAt }) => expiresAt >= replacedAt);
        const { matchedCount } = await sessions.updateOne(
          { _id: session._id, version: session.version },
          {
            $set: { tokens },
            $inc: { version: 1 },
            $max: { expiresAt: next.expiresAt },
          },
        );
        if (matchedCount === 0) continue; // changed concurrently
        await sessions.deleteMany({ expiresAt: { $lt: replacedAt } });
        return true;
      }
    },
    hasFamily: async (familyId) => (await sessions.exists({ _id: familyId })) !== null,
    async sessionsOf(userId, now) {
      const open = await sessions.find({ userId, expiresAt: { $gt: now } }).lean<Session[]>();
      return open.flatMap(({ _id, tokens }) => {
        const newest = tokens.toSorted((a, b) => b.expiresAt - a.expiresAt)[0];
        if (newest === undefined) return [];
        return [{ familyId: _id, browser: newest.browser ?? null, expiresAt: newest.expiresAt }];
      });
    },
    async setPushSubscription({ familyId, endpoint, p256dh, auth, language, publicKey }) {
      const push = { endpoint, p256dh, auth, language, publicKey };
      for (;;) {
        await sessions.updateMany(
          { 'push.endpoint': endpoint, _id: { $ne: familyId } },
          { $unset: { push: 1 } },
        );
        try {
          return (await sessions.updateOne({ _id: familyId }, { $set: { push } })).matchedCount === 1;
        } catch (error) {
          if (!isDuplicate(error)) throw error; // set for another session meanwhile
        }
      }
    },
    async pushSubscription(familyId) {
      const session = await sessions.findOne({ _id: familyId }).lean<Session>();
      return session === null ? null : (pushOf(session)[0] ?? null);
    },
    async pushSubscriptions(now) {
      const open = await sessions
        .find({ 'push.endpoint': { $exists: true }, expiresAt: { $gt: now } })
        .lean<Session[]>();
      return open.flatMap(pushOf);
    },
    async deletePushSubscription(familyId, endpoint) {
      await sessions.updateOne(
        { _id: familyId, ...(endpoint === undefined ? {} : { 'push.endpoint': endpoint }) },
        { $unset: { push: 1 } },
      );
    },
    async endFamily(familyId) {
      await sessions.deleteOne({ _id: familyId });
    },
    async endFamiliesOf(userId) {
      const ended = await sessions.find({ userId }, { _id: 1 }).lean<Pick<Session, '_id'>[]>();
      await sessions.deleteMany({ userId });
      return ended.map(({ _id }) => _id);
    },
    async secret(name, fresh) {
      const known = await secretOf(name);
      if (known !== null) return known;
      const value = fresh();
      try {
        await secrets.create({ _id: name, value });
        return value;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return (await secretOf(name)) ?? value;
      }
    },
  };
};

export const browserMarkStore = ({ browserMarks }: Models): BrowserMarkStore => ({
  async put({ hash, userId, expiresAt }, most, now) {
    await browserMarks.deleteMany({ expiresAt: { $lte: now } });
    await upserting(() => browserMarks.replaceOne({ _id: hash }, { userId, expiresAt }, { upsert: true }));
    const tooMany = await browserMarks.find({ userId }).sort({ expiresAt: -1 }).skip(most).lean();
    if (tooMany.length > 0) await browserMarks.deleteMany({ _id: { $in: tooMany.map(({ _id }) => _id) } });
  },
  async has(userId, hash, now) {
    return (await browserMarks.exists({ _id: hash, userId, expiresAt: { $gt: now } })) !== null;
  },
  async endAllOf(userId) {
    await browserMarks.deleteMany({ userId });
  },
});

/** A missing field is not later than any time. */
const notLaterThan = (time: number) => ({ $not: { $gt: time } });

/** Ids of invitations grouped by equal updates. */
const idsBy = <T>(
  notes: readonly DeviceNote[],
  whatOf: (note: DeviceNote) => T | null,
): ReadonlyMap<string, { readonly what: T; readonly ids: number[] }> => {
  const groups = new Map<string, { what: T; ids: number[] }>();
  for (const note of notes) {
    const what = whatOf(note);
    if (what === null) continue;
    const name = JSON.stringify(what);
    const group = groups.get(name) ?? { what, ids: [] };
    group.ids.push(note.invitationId);
    groups.set(name, group);
  }
  return groups;
};

const saidOf = ({ heardAt, report }: DeviceNote) => {
  const said = Object.fromEntries(Object.entries(report ?? {}).filter(([, value]) => value !== null));
  return Object.keys(said).length === 0 ? null : { heardAt, said };
};

const noteWrites = (notes: readonly DeviceNote[]) => [
  ...[...idsBy(notes, ({ heardAt }) => heardAt).values()].map(({ what: heardAt, ids }) => ({
    updateMany: {
      filter: { _id: { $in: ids }, issuedAt: notLaterThan(heardAt) },
      update: { $max: { heardAt } },
    },
  })),
  ...[...idsBy(notes, ({ dropped }) => dropped).values()].map(({ what: { at, reason }, ids }) => ({
    updateMany: {
      filter: { _id: { $in: ids }, issuedAt: notLaterThan(at), droppedAt: notLaterThan(at) },
      update: { $set: { droppedAt: at, droppedReason: reason } },
    },
  })),
  // Cars that say the same share a write.
  ...[...idsBy(notes, saidOf).values()].map(({ what: { heardAt, said }, ids }) => ({
    updateMany: {
      // Another process may have heard of it later.
      filter: { _id: { $in: ids }, issuedAt: notLaterThan(heardAt), heardAt: notLaterThan(heardAt) },
      update: { $set: said },
    },
  })),
];

/** As stored; what former releases and new tokens lack is left out. */
type Flat = Omit<DeviceStatus, 'test'> & {
  readonly testId: number;
  readonly testShownAt: number;
  readonly testConfirmedAt: number;
};
type StoredStatus = { readonly [Field in keyof Flat]?: Flat[Field] | null | undefined };

const statusOf = (stored: StoredStatus): DeviceStatus => ({
  heardAt: stored.heardAt ?? null,
  droppedAt: stored.droppedAt ?? null,
  droppedReason: stored.droppedReason ?? null,
  accuracyM: stored.accuracyM ?? null,
  battery: stored.battery ?? null,
  clockMs: stored.clockMs ?? null,
  app: stored.app ?? null,
  test:
    stored.testId == null
      ? null
      : {
          testId: stored.testId,
          shownAt: stored.testShownAt ?? null,
          confirmedAt: stored.testConfirmedAt ?? null,
        },
});

/** One document per invitation: its former token ends with the write of the new one. */
export const deviceTokenStore = ({ deviceTokens }: Models): DeviceTokenStore => {
  /** Looked up for every device request: concurrent look-ups share one query. */
  const lookUps = createBatcher({
    start: 'at once',
    call: async (tokenHashes: readonly string[]) => {
      const some = await deviceTokens.find({ tokenHash: { $in: [...new Set(tokenHashes)] } }).lean();
      return new Map(some.map((each) => [each.tokenHash, each]));
    },
  });
  return {
    async set({ invitationId, eventId, tokenHash, issuedAt }) {
      await upserting(() =>
        deviceTokens.replaceOne({ _id: invitationId }, { eventId, tokenHash, issuedAt }, { upsert: true }),
      );
    },
    async find(tokenHash) {
      const token = (await lookUps.add(tokenHash)).get(tokenHash);
      return token === undefined
        ? null
        : { tokenHash, eventId: Number(token.eventId), invitationId: Number(token._id) };
    },
    async note(notes) {
      const writes = noteWrites(notes);
      if (writes.length > 0) await deviceTokens.bulkWrite(writes, { ordered: false });
    },
    async noteTest(tokenHash, { testId, shownAt, confirmedAt }) {
      const older = { tokenHash, $or: [{ testId: { $exists: false } }, { testId: { $lt: testId } }] };
      const begun = { $set: { testId }, $unset: { testShownAt: 1, testConfirmedAt: 1 } } as const;
      await deviceTokens.updateOne(older, begun);
      const first = (field: string) => ({ tokenHash, testId, [field]: { $exists: false } });
      if (shownAt !== null)
        await deviceTokens.updateOne(first('testShownAt'), { $set: { testShownAt: shownAt } });
      if (confirmedAt !== null)
        await deviceTokens.updateOne(first('testConfirmedAt'), { $set: { testConfirmedAt: confirmedAt } });
    },
    async status(invitationId) {
      const token = await deviceTokens.findOne({ _id: invitationId }).lean();
      return token === null ? null : statusOf(token);
    },
    async ofEvent(eventId) {
      const stored = await deviceTokens.find({ eventId }).lean();
      return stored.map((token) => ({ invitationId: Number(token._id), ...statusOf(token) }));
    },
    async eventIds() {
      return (await deviceTokens.distinct('eventId')).map(Number);
    },
    async heardSince(eventIds, time) {
      const heard = await deviceTokens
        .find({ eventId: { $in: [...eventIds] }, heardAt: { $gte: time } })
        .select({ _id: 1 })
        .lean();
      return heard.map(({ _id }) => Number(_id));
    },
    async delete(invitationIds) {
      await deviceTokens.deleteMany({ _id: { $in: [...invitationIds] } });
    },
  };
};
