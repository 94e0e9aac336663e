/** The contract of the Records port as jest tests for every adapter. Imported by specs only. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { raceContract } from './contract-suite-ingest.js';
import { sightingContract } from './contract-suite-sightings.js';
import {
  EmailTaken,
  type IssuedToken,
  type Person,
  type PushSubscription,
  type Records,
  type RefreshToken,
} from '../port.js';

export interface RecordsUnderTest {
  /** Opens the same records, for the first time or again. */
  open(): Promise<Records>;
  dispose(): Promise<void>;
}

const person = (id: number, rest: Partial<Person> = {}): Person => ({
  id,
  name: 'Ada',
  surname: 'Rossi',
  email: `driver${id}@example.org`,
  phone: null,
  bloodType: null,
  avatar: null,
  ...rest,
});

const refreshToken = (tokenHash: string, rest: Partial<RefreshToken> = {}): RefreshToken => ({
  tokenHash,
  userId: 1,
  familyId: 'family',
  expiresAt: 10_000,
  replacedAt: null,
  successor: null,
  markHash: null,
  browser: null,
  ...rest,
});

const issued = (tokenHash: string, invitationId: number, issuedAt = 1_000): IssuedToken => ({
  tokenHash,
  eventId: 1,
  invitationId,
  issuedAt,
});

export const recordsContract = (adapter: string, make: () => Promise<RecordsUnderTest>): void => {
  describe(`Records on ${adapter}`, () => {
    let subject: RecordsUnderTest;
    let records: Records;

    beforeEach(async () => {
      subject = await make();
      records = await subject.open();
    });
    afterEach(async () => {
      await records.close();
      await subject.dispose();
    });
    const reopen = async (): Promise<void> => {
      await records.close();
      records = await subject.open();
    };

    describe('people', () => {
      it('keeps every field, and replaces them', async () => {
        const full = person(7, { phone: '+39 011', bloodType: '0-', avatar: 'a.png' });
        await records.people.put(full);
        await reopen();
        expect(await records.people.get(7)).toEqual(full);
        await records.people.put({ ...full, surname: 'Bianchi', phone: null });
        expect(await records.people.get(7)).toEqual({ ...full, surname: 'Bianchi', phone: null });
        expect(await records.people.get(8)).toBeNull();
      });

      it('changes nobody who was erased, and gives nobody the address of another', async () => {
        await records.people.put(person(7, { email: 'one@example.org' }));
        await records.people.put(person(8, { email: 'two@example.org' }));
        const changed = person(7, { email: 'uno@example.org', phone: '+39 011' });
        await records.people.change(changed);
        expect(await records.people.get(7)).toEqual(changed);
        const taken = records.people.change({ ...changed, email: 'TWO@example.org' });
        await expect(taken).rejects.toThrow(EmailTaken);
        await records.people.delete(7);
        await records.people.change(changed);
        expect(await records.people.get(7)).toBeNull();
      });

      it('finds a person by an address in any case', async () => {
        await records.people.put(person(1, { email: 'Ada.Rossi@Example.org' }));
        expect(await records.people.findByEmail('ada.rossi@EXAMPLE.ORG')).toMatchObject({
          id: 1,
          email: 'Ada.Rossi@Example.org',
        });
        expect(await records.people.findByEmail('rossi@example.org')).toBeNull();
      });

      it('gives one address to one person, also when two ask at once', async () => {
        const [first, second, other] = await Promise.allSettled([
          records.people.put(person(1, { email: 'one@example.org' })),
          records.people.put(person(2, { email: 'ONE@example.org' })),
          records.people.put(person(3, { email: 'three@example.org' })),
        ]);
        const held = [first, second].filter(({ status }) => status === 'fulfilled');
        const refused = [first, second].filter((outcome) => outcome.status === 'rejected');
        expect(held).toHaveLength(1);
        expect(refused.map(({ reason }) => reason as unknown)).toEqual([expect.any(EmailTaken)]);
        expect(other.status).toBe('fulfilled');
        const people = await records.people.getMany([1, 2, 3]);
        expect(people.size).toBe(2);
        expect(people.has(3)).toBe(true);
      });

      it('frees an address that its holder changed, and keeps the old one when the new one is taken', async () => {
        await records.people.put(person(1, { email: 'one@example.org' }));
        await records.people.put(person(2, { email: 'two@example.org' }));
        await expect(records.people.put(person(2, { email: 'One@example.org' }))).rejects.toThrow(EmailTaken);
        expect((await records.people.get(2))?.email).toBe('two@example.org');
        await records.people.put(person(1, { email: 'uno@example.org' }));
        await records.people.put(person(2, { email: 'one@example.org' }));
        expect((await records.people.findByEmail('one@example.org'))?.id).toBe(2);
      });

      it('shows an address that is somebody else’s, and finds nobody by it', async () => {
        const shown = person(2, { email: 'One@example.org', emailUnowned: true });
        await records.people.put(shown);
        expect(await records.people.findByEmail('one@example.org')).toBeNull();
        const owner = person(1, { email: 'one@example.org' });
        await records.people.put(owner);
        await records.people.put({ ...shown, id: 3 });
        await reopen();
        expect(await records.people.findByEmail('one@example.org')).toEqual(owner);
        expect(await records.people.get(2)).toEqual(shown);
        expect(await records.people.getMany([1, 2])).toEqual(
          new Map([
            [1, owner],
            [2, shown],
          ]),
        );
        await expect(records.people.put({ ...shown, emailUnowned: false })).rejects.toThrow(EmailTaken);
        await records.people.put({ ...owner, email: null });
        await records.people.put({ ...shown, emailUnowned: false });
        expect((await records.people.findByEmail('one@example.org'))?.id).toBe(2);
        expect(await records.people.get(2)).not.toHaveProperty('emailUnowned');
      });

      it('finds all who have an address, owned or shown, in any case', async () => {
        const withEmail = async (email: string) =>
          [...(await records.people.withEmail(email))].sort((one, other) => one.id - other.id);
        const shown = person(2, { email: 'One@example.org', emailUnowned: true });
        const another = person(3, { email: 'ONE@example.org', emailUnowned: true });
        const owner = person(4, { email: 'onE@example.org' });
        for (const each of [shown, another, owner]) await records.people.put(each);
        await records.people.put(person(5, { email: 'two@example.org', emailUnowned: true }));
        await records.people.put(person(6, { email: null }));
        await reopen();
        expect(await withEmail('one@EXAMPLE.org')).toEqual([shown, another, owner]);
        expect(await withEmail('three@example.org')).toEqual([]);

        await records.people.change({ ...shown, email: 'two@example.org' });
        await records.people.put({ ...owner, email: null });
        await records.people.change({ ...another, emailUnowned: false });
        expect((await withEmail('one@example.org')).map(({ id }) => id)).toEqual([3]);
        await records.people.delete(5);
        expect((await withEmail('two@example.org')).map(({ id }) => id)).toEqual([2]);
      });

      it('lets many people have no address', async () => {
        await records.people.put(person(1, { email: null }));
        await records.people.put(person(2, { email: null }));
        expect((await records.people.getMany([1, 2, 3])).size).toBe(2);
      });

      it('erases a person with their password, sessions and avatar', async () => {
        await records.people.put(person(1));
        await records.credentials.setPassword(1, { hash: 'hash', temporary: false });
        await records.credentials.addRefreshToken(refreshToken('a'));
        await records.browserMarks.put({ hash: 'mark', userId: 1, expiresAt: 9 }, 5, 0);
        await records.avatars.put({ name: 'a.webp', userId: 1, bytes: new Uint8Array([1]) });
        await records.people.delete(1);
        await reopen();
        expect(await records.avatars.get('a.webp')).toBeNull();
        expect(await records.people.get(1)).toBeNull();
        expect(await records.people.findByEmail('driver1@example.org')).toBeNull();
        expect(await records.credentials.password(1)).toBeNull();
        expect(await records.credentials.refreshToken('a')).toBeNull();
        expect(await records.browserMarks.has(1, 'mark', 0)).toBe(false);
      });
    });

    describe('mail of institutions', () => {
      it('is kept, replaced and erased, and may be the same for two', async () => {
        const { clubMail } = records;
        await clubMail.put(3, 'info@example.org');
        await clubMail.put(4, 'info@example.org');
        await clubMail.put(3, 'office@example.org');
        await clubMail.delete(4);
        await reopen();
        expect(await records.clubMail.getMany([3, 4, 5])).toEqual(new Map([[3, 'office@example.org']]));
      });
    });

    describe('credentials', () => {
      it('keeps the newest password, and whether it is temporary', async () => {
        expect(await records.credentials.password(1)).toBeNull();
        await records.credentials.setPassword(1, { hash: 'first', temporary: true });
        expect(await records.credentials.password(1)).toEqual({ hash: 'first', temporary: true });
        await records.credentials.setPassword(1, { hash: 'second', temporary: false });
        await reopen();
        expect(await records.credentials.password(1)).toEqual({ hash: 'second', temporary: false });
      });

      it('replaces a hash that is still that of the password', async () => {
        const { credentials } = records;
        await credentials.setPassword(1, { hash: 'old', temporary: true });
        await credentials.setPassword(2, { hash: 'old', temporary: false });
        expect(await credentials.replaceHash(1, 'old', 'costlier')).toBe(true);
        expect(await credentials.replaceHash(1, 'old', 'late')).toBe(false);
        expect(await credentials.replaceHash(3, 'old', 'nobody')).toBe(false);
        await reopen();
        expect(await records.credentials.password(1)).toMatchObject({ hash: 'costlier', temporary: true });
        expect(await records.credentials.password(2)).toMatchObject({ hash: 'old' });
        expect(await records.credentials.password(3)).toBeNull();
      });

      it('keeps with which mark a token is exchanged, and the browser of its session', async () => {
        const bound = refreshToken('bound', { markHash: 'mark', browser: 'Firefox, Windows' });
        await records.credentials.addRefreshToken(bound);
        await records.credentials.replaceRefreshToken(
          'bound',
          500,
          'sealed',
          refreshToken('next', { markHash: 'mark', browser: 'Firefox, Windows' }),
        );
        await reopen();
        for (const tokenHash of ['bound', 'next'])
          expect(await records.credentials.refreshToken(tokenHash)).toMatchObject({
            markHash: 'mark',
            browser: 'Firefox, Windows',
          });
      });

      it("lists a user's sessions by their newest tokens, without those that are over", async () => {
        const { credentials } = records;
        await credentials.addRefreshToken(refreshToken('a', { familyId: 'f1', expiresAt: 2_000 }));
        await credentials.replaceRefreshToken(
          'a',
          1_000,
          's',
          refreshToken('b', { familyId: 'f1', expiresAt: 3_000, browser: 'Safari, macOS' }),
        );
        await credentials.addRefreshToken(refreshToken('c', { familyId: 'f2', expiresAt: 2_500 }));
        await credentials.addRefreshToken(refreshToken('d', { familyId: 'f3', expiresAt: 1_500 }));
        await credentials.addRefreshToken(refreshToken('e', { familyId: 'f4', userId: 2 }));
        const open = await credentials.sessionsOf(1, 1_500);
        expect(open.map((session) => ({ ...session })).sort((a, b) => b.expiresAt - a.expiresAt)).toEqual([
          { familyId: 'f1', browser: 'Safari, macOS', expiresAt: 3_000 },
          { familyId: 'f2', browser: null, expiresAt: 2_500 },
        ]);
      });

      it('replaces a token once, whoever asks at once', async () => {
        const { credentials } = records;
        await credentials.addRefreshToken(refreshToken('old'));
        const outcomes = await Promise.all(
          ['next1', 'next2', 'next3'].map((next) =>
            credentials.replaceRefreshToken('old', 500, `sealed ${next}`, refreshToken(next)),
          ),
        );
        expect(outcomes.filter(Boolean)).toHaveLength(1);
        const winner = `next${outcomes.indexOf(true) + 1}`;
        expect(await credentials.refreshToken('old')).toEqual(
          refreshToken('old', { replacedAt: 500, successor: `sealed ${winner}` }),
        );
        const kept = await Promise.all(
          ['next1', 'next2', 'next3'].map((next) => credentials.refreshToken(next)),
        );
        expect(kept.filter((token) => token !== null)).toEqual([refreshToken(winner)]);
        expect(await credentials.replaceRefreshToken('unknown', 500, 's', refreshToken('x'))).toBe(false);
        expect(await credentials.refreshToken('x')).toBeNull();
      });

      it('ends a family, and no other', async () => {
        const { credentials } = records;
        await credentials.addRefreshToken(refreshToken('a', { familyId: 'f1' }));
        await credentials.addRefreshToken(
          refreshToken('b', { familyId: 'f1', replacedAt: 3, successor: 's' }),
        );
        await credentials.addRefreshToken(refreshToken('c', { familyId: 'f2' }));
        await credentials.addRefreshToken(refreshToken('d', { familyId: 'f3', userId: 2 }));
        const left = async (): Promise<string[]> => {
          const tokens = await Promise.all(
            ['a', 'b', 'c', 'd'].map((hash) => credentials.refreshToken(hash)),
          );
          return tokens.flatMap((token) => (token === null ? [] : [token.tokenHash]));
        };
        expect(await left()).toEqual(['a', 'b', 'c', 'd']);
        expect(await credentials.hasFamily('f1')).toBe(true);
        await credentials.endFamily('f1');
        expect(await left()).toEqual(['c', 'd']);
        expect(await credentials.hasFamily('f1')).toBe(false);
      });

      it('forgets tokens that had expired when another was replaced', async () => {
        const { credentials } = records;
        await credentials.addRefreshToken(refreshToken('expired', { expiresAt: 4_000, familyId: 'f2' }));
        await credentials.addRefreshToken(refreshToken('valid', { expiresAt: 6_000, familyId: 'f3' }));
        await credentials.addRefreshToken(refreshToken('old'));
        await credentials.replaceRefreshToken('old', 5_000, 's', refreshToken('next'));
        expect(await credentials.refreshToken('expired')).toBeNull();
        expect(await credentials.refreshToken('valid')).not.toBeNull();
        expect(await credentials.refreshToken('old')).not.toBeNull();
      });

      it("ends all of a user's families, says which, and no other's", async () => {
        const { credentials } = records;
        await credentials.addRefreshToken(refreshToken('a', { familyId: 'f1' }));
        await credentials.addRefreshToken(
          refreshToken('b', { familyId: 'f1', replacedAt: 3, successor: 's' }),
        );
        await credentials.addRefreshToken(refreshToken('c', { familyId: 'f2' }));
        await credentials.addRefreshToken(refreshToken('d', { familyId: 'f3', userId: 2 }));
        expect([...(await credentials.endFamiliesOf(1))].sort()).toEqual(['f1', 'f2']);
        expect(await credentials.endFamiliesOf(1)).toEqual([]);
        const left = await Promise.all(['f1', 'f2', 'f3'].map((family) => credentials.hasFamily(family)));
        expect(left).toEqual([false, false, true]);
      });

      describe('push subscriptions', () => {
        const push = (familyId: string, endpoint: string, rest: Partial<PushSubscription> = {}) => ({
          familyId,
          userId: 1,
          endpoint,
          p256dh: 'key',
          auth: 'auth',
          language: 'en',
          publicKey: 'public key',
          ...rest,
        });
        const endpoints = async (now = 0): Promise<readonly string[]> =>
          (await records.credentials.pushSubscriptions(now)).map(({ endpoint }) => endpoint).sort();
        beforeEach(async () => {
          for (const [family, userId] of [
            ['f1', 1],
            ['f2', 1],
            ['f3', 2],
          ] as const)
            await records.credentials.addRefreshToken(
              refreshToken(`token ${family}`, { familyId: family, userId }),
            );
        });

        it('are one of each session, and of no session that does not exist', async () => {
          const { credentials } = records;
          expect(await credentials.setPushSubscription(push('f1', 'https://a'))).toBe(true);
          expect(await credentials.setPushSubscription(push('f1', 'https://b', { language: 'it' }))).toBe(
            true,
          );
          expect(await credentials.setPushSubscription(push('gone', 'https://c'))).toBe(false);
          await reopen();
          expect(await endpoints()).toEqual(['https://b']);
          expect({ ...(await records.credentials.pushSubscription('f1')) }).toEqual(
            push('f1', 'https://b', { language: 'it' }),
          );
          expect(await records.credentials.pushSubscription('f2')).toBeNull();
          await records.credentials.setPushSubscription(push('f1', 'https://b', { publicKey: null }));
          expect((await records.credentials.pushSubscription('f1'))?.publicKey).toBeNull();
        });

        it('belong to the session that subscribed last', async () => {
          const { credentials } = records;
          await credentials.setPushSubscription(push('f1', 'https://a'));
          await credentials.setPushSubscription(push('f3', 'https://a', { userId: 2 }));
          expect(await credentials.pushSubscription('f1')).toBeNull();
          expect((await credentials.pushSubscriptions(0)).map(({ userId }) => userId)).toEqual([2]);
        });

        it('are deleted one by one, and only while they are what was meant', async () => {
          const { credentials } = records;
          await credentials.setPushSubscription(push('f1', 'https://a'));
          await credentials.deletePushSubscription('f1', 'https://former');
          expect(await endpoints()).toEqual(['https://a']);
          await credentials.deletePushSubscription('f1', 'https://a');
          expect(await endpoints()).toEqual([]);
          await credentials.setPushSubscription(push('f1', 'https://a'));
          await credentials.deletePushSubscription('f1');
          expect(await endpoints()).toEqual([]);
        });

        it('end with their session, with all of a user and with the person', async () => {
          const { credentials, people } = records;
          await credentials.setPushSubscription(push('f1', 'https://a'));
          await credentials.setPushSubscription(push('f2', 'https://b'));
          await credentials.setPushSubscription(push('f3', 'https://c', { userId: 2 }));
          await credentials.endFamily('f1');
          expect(await endpoints()).toEqual(['https://b', 'https://c']);
          await credentials.endFamiliesOf(1);
          expect(await endpoints()).toEqual(['https://c']);
          await people.delete(2);
          expect(await endpoints()).toEqual([]);
        });

        it('are not answered once their session has expired, and deleted with it', async () => {
          const { credentials } = records;
          await credentials.setPushSubscription(push('f1', 'https://a'));
          expect(await endpoints(9_999)).toEqual(['https://a']);
          expect(await endpoints(10_000)).toEqual([]);
          await credentials.addRefreshToken(refreshToken('later', { familyId: 'f4', expiresAt: 30_000 }));
          await credentials.replaceRefreshToken(
            'later',
            20_000,
            's',
            refreshToken('latest', { familyId: 'f4', expiresAt: 40_000 }),
          );
          expect(await endpoints()).toEqual([]);
        });
      });

      it('answers one secret for ever, whoever asks first', async () => {
        let made = 0;
        const fresh = (): string => `secret ${++made}`;
        const answers = await Promise.all([
          records.credentials.secret('jwt', fresh),
          records.credentials.secret('jwt', fresh),
        ]);
        await reopen();
        answers.push(await records.credentials.secret('jwt', fresh));
        expect(new Set(answers).size).toBe(1);
        expect(await records.credentials.secret('other', () => 'another')).toBe('another');
      });
    });

    describe('browser marks', () => {
      const mark = { hash: 'mark', userId: 1, expiresAt: 1_000 };

      it('are those of one user, until they expire or are renewed', async () => {
        await records.browserMarks.put(mark, 5, 0);
        await reopen();
        const { browserMarks } = records;
        expect(await browserMarks.has(1, 'mark', 999)).toBe(true);
        expect(await browserMarks.has(1, 'mark', 1_000)).toBe(false);
        expect(await browserMarks.has(2, 'mark', 1)).toBe(false);
        expect(await browserMarks.has(1, 'other', 1)).toBe(false);
        await browserMarks.put({ ...mark, expiresAt: 2_000 }, 5, 999);
        expect(await browserMarks.has(1, 'mark', 1_500)).toBe(true);
      });

      it('are so many of a user, the longest good ones', async () => {
        const { browserMarks } = records;
        await browserMarks.put({ ...mark, userId: 2, hash: 'hers' }, 2, 0);
        for (const [hash, expiresAt] of [
          ['a', 1_000],
          ['b', 3_000],
          ['c', 2_000],
        ] as const)
          await browserMarks.put({ userId: 1, hash, expiresAt }, 2, 0);
        const left = await Promise.all(['a', 'b', 'c'].map((hash) => browserMarks.has(1, hash, 0)));
        expect(left).toEqual([false, true, true]);
        expect(await browserMarks.has(2, 'hers', 0)).toBe(true);
      });

      it("end all together, and nobody else's", async () => {
        const { browserMarks } = records;
        for (const hash of ['a', 'b']) await browserMarks.put({ ...mark, hash }, 5, 0);
        await browserMarks.put({ ...mark, userId: 2, hash: 'hers' }, 5, 0);
        await browserMarks.endAllOf(1);
        const left = await Promise.all(['a', 'b'].map((hash) => browserMarks.has(1, hash, 0)));
        expect(left).toEqual([false, false]);
        expect(await browserMarks.has(2, 'hers', 0)).toBe(true);
      });
    });

    describe('one-time secrets', () => {
      const code = { subject: 'ada', hash: 'right', expiresAt: 1_000, tries: 3 };

      it('are good once, whoever brings them at once', async () => {
        await records.oneTimeSecrets.set(code, 0);
        await reopen();
        const redeem = () => records.oneTimeSecrets.redeem('ada', 'right', 500);
        const outcomes = await Promise.all([redeem(), redeem(), redeem()]);
        expect(outcomes.filter(Boolean)).toHaveLength(1);
        expect(await redeem()).toBe(false);
      });

      it('have so many tries', async () => {
        const { oneTimeSecrets } = records;
        await oneTimeSecrets.set(code, 0);
        for (let wrong = 0; wrong < 2; wrong += 1)
          expect(await oneTimeSecrets.redeem('ada', 'wrong', 500)).toBe(false);
        expect(await oneTimeSecrets.redeem('ada', 'right', 500)).toBe(true);
        await oneTimeSecrets.set(code, 0);
        await Promise.all([1, 2, 3].map(() => oneTimeSecrets.redeem('ada', 'wrong', 500)));
        expect(await oneTimeSecrets.redeem('ada', 'right', 500)).toBe(false);
      });

      it('expire', async () => {
        const { oneTimeSecrets } = records;
        await oneTimeSecrets.set(code, 0);
        expect(await oneTimeSecrets.redeem('ada', 'right', 1_000)).toBe(false);
        expect(await oneTimeSecrets.redeem('ada', 'right', 999)).toBe(true);
      });

      it("end with the next one that is set for their subject, and with nobody else's", async () => {
        const { oneTimeSecrets } = records;
        await oneTimeSecrets.set(code, 0);
        await oneTimeSecrets.set({ ...code, hash: 'next' }, 0);
        await oneTimeSecrets.set({ ...code, subject: 'bea', hash: 'hers' }, 0);
        expect(await oneTimeSecrets.redeem('ada', 'right', 1)).toBe(false);
        expect(await oneTimeSecrets.redeem('bea', 'next', 1)).toBe(false);
        expect(await oneTimeSecrets.redeem('ada', 'next', 1)).toBe(true);
        expect(await oneTimeSecrets.redeem('bea', 'hers', 1)).toBe(true);
      });

      it('may be several of one subject, up to a number, until one is used', async () => {
        const { oneTimeSecrets } = records;
        const add = (hash: string) => oneTimeSecrets.add({ ...code, hash }, 3, 0);
        const added = await Promise.all(['one', 'two', 'three', 'four'].map(add));
        expect(added.filter(Boolean)).toHaveLength(3);
        expect(await oneTimeSecrets.add({ ...code, subject: 'bea' }, 3, 0)).toBe(true);
        await reopen();
        const live = ['one', 'two', 'three', 'four'].filter((_, index) => added[index]);
        const fifth = { ...code, hash: 'five' };
        expect(await records.oneTimeSecrets.add(fifth, 3, 0)).toBe(false);
        expect(await records.oneTimeSecrets.redeem('ada', live[1] ?? '', 500)).toBe(true);
        expect(await records.oneTimeSecrets.redeem('ada', live[2] ?? '', 500)).toBe(false);
        expect(await records.oneTimeSecrets.redeem('bea', 'right', 500)).toBe(true);
      });

      it('share the tries of their subject, which another one does not renew', async () => {
        const { oneTimeSecrets } = records;
        for (const hash of ['one', 'two']) await oneTimeSecrets.add({ ...code, hash }, 3, 0);
        for (let wrong = 0; wrong < 2; wrong += 1) await oneTimeSecrets.redeem('ada', 'wrong', 500);
        await oneTimeSecrets.add({ ...code, hash: 'three' }, 3, 500);
        expect(await oneTimeSecrets.redeem('ada', 'wrong', 500)).toBe(false);
        for (const hash of ['one', 'two', 'three'])
          expect(await oneTimeSecrets.redeem('ada', hash, 500)).toBe(false);
        await oneTimeSecrets.add({ ...code, hash: 'later', expiresAt: 3_000 }, 3, 2_000);
        expect(await oneTimeSecrets.redeem('ada', 'later', 2_000)).toBe(true);
      });

      it('make room when they expire, each at its own time', async () => {
        const { oneTimeSecrets } = records;
        await oneTimeSecrets.add({ ...code, hash: 'short' }, 2, 0);
        await oneTimeSecrets.add({ ...code, hash: 'long', expiresAt: 2_000 }, 2, 0);
        expect(await oneTimeSecrets.add({ ...code, hash: 'new', expiresAt: 3_000 }, 2, 999)).toBe(false);
        expect(await oneTimeSecrets.redeem('ada', 'short', 1_000)).toBe(false);
        expect(await oneTimeSecrets.add({ ...code, hash: 'new', expiresAt: 3_000 }, 2, 1_000)).toBe(true);
        expect(await oneTimeSecrets.redeem('ada', 'long', 1_500)).toBe(true);
      });

      it('can be handed out again if they are stored sealed, and last longer then', async () => {
        const { oneTimeSecrets } = records;
        const sealed = (hash: string, expiresAt: number) => ({
          ...code,
          hash,
          expiresAt,
          sealed: `<${hash}>`,
        });
        await oneTimeSecrets.add(sealed('second', 900), 3, 0);
        await oneTimeSecrets.add(sealed('first', 800), 3, 0);
        await oneTimeSecrets.add(code, 3, 0);
        await reopen();
        const told = async (now: number) =>
          (await records.oneTimeSecrets.sealed('ada', now)).map((each) => ({ ...each }));
        expect(await told(100)).toEqual([
          { hash: 'first', expiresAt: 800, sealed: '<first>' },
          { hash: 'second', expiresAt: 900, sealed: '<second>' },
        ]);
        expect(await records.oneTimeSecrets.add(sealed('first', 2_000), 3, 100)).toBe(true);
        expect(await told(1_500)).toEqual([{ hash: 'first', expiresAt: 2_000, sealed: '<first>' }]);
        expect(await records.oneTimeSecrets.redeem('ada', 'first', 1_999)).toBe(true);
      });

      it('are forgotten when asked', async () => {
        const { oneTimeSecrets } = records;
        await oneTimeSecrets.add(code, 3, 0);
        await oneTimeSecrets.set({ ...code, subject: 'bea' }, 0);
        await oneTimeSecrets.forget('ada');
        await oneTimeSecrets.forget('nobody');
        expect(await oneTimeSecrets.redeem('ada', 'right', 1)).toBe(false);
        expect(await oneTimeSecrets.redeem('bea', 'right', 1)).toBe(true);
      });
    });

    describe('take-backs', () => {
      const first = { userId: 1, order: 4, expiresAt: 1_000, sealed: 'sealed', heldAddress: null };
      const changes = [
        { ...first, tokenHash: 'first' },
        { ...first, tokenHash: 'second', order: 5, heldAddress: 'address' },
        { ...first, tokenHash: 'other', userId: 2, order: 5, heldAddress: 'address' },
      ];
      beforeEach(async () => {
        for (const change of changes) await records.takeBacks.add(change, 0);
      });

      it('are found by their token until they expire', async () => {
        await reopen();
        const { takeBacks } = records;
        expect({ ...(await takeBacks.find('first', 999)) }).toEqual(changes[0]);
        expect({ ...(await takeBacks.find('second', 999)) }).toEqual(changes[1]);
        expect(await takeBacks.find('first', 1_000)).toBeNull();
        expect(await takeBacks.find('unknown', 0)).toBeNull();
        await takeBacks.add({ ...first, tokenHash: 'late', expiresAt: 9_000 }, 1_000);
        expect(await takeBacks.find('second', 999)).toBeNull();
      });

      it('are forgotten from one change of a user on', async () => {
        const { takeBacks } = records;
        await takeBacks.forgetFrom(1, 5);
        expect(await takeBacks.find('second', 0)).toBeNull();
        expect(await takeBacks.find('first', 0)).not.toBeNull();
        expect(await takeBacks.find('other', 0)).not.toBeNull();
      });

      it('hold an address for their users while they last, and go with the person', async () => {
        const { takeBacks } = records;
        expect([...(await takeBacks.holdersOf('address', 999))].sort()).toEqual([1, 2]);
        expect(await takeBacks.holdersOf('address', 1_000)).toEqual([]);
        await records.people.delete(1);
        expect(await takeBacks.holdersOf('address', 999)).toEqual([2]);
        expect(await takeBacks.find('first', 0)).toBeNull();
      });
    });

    describe('images of events', () => {
      const image = (name: string, addedAt: number, eventId: number | null = null) => ({
        ...{ name, eventId, addedAt },
        bytes: new Uint8Array([addedAt]),
      });
      const stored = async (name: string) => {
        const bytes = await records.eventImages.get(name);
        return bytes === null ? null : [...bytes];
      };

      it('are erased if no event used them for a while', async () => {
        await records.eventImages.put(image('unused', 1), 0);
        await records.eventImages.put(image('used', 1), 0);
        expect(await records.eventImages.assign('used', 7)).toBe(true);
        await records.eventImages.put(image('new', 9), 1);
        expect(await stored('unused')).toEqual([1]);
        await records.eventImages.put(image('newer', 10), 2);
        expect([await stored('unused'), await stored('used'), await stored('new')]).toEqual([null, [1], [9]]);
      });

      it('belong to one event', async () => {
        await records.eventImages.put(image('a', 1), 0);
        const assign = (name: string, eventId: number) => records.eventImages.assign(name, eventId);
        expect([await assign('a', 7), await assign('a', 7), await assign('a', 8)]).toEqual([
          true,
          true,
          false,
        ]);
        expect(await assign('missing', 7)).toBe(false);
      });

      it('are copied under another name, once', async () => {
        await records.eventImages.put(image('a', 1, 7), 0);
        const copy = { name: 'b', eventId: 8, addedAt: 3 };
        expect(await records.eventImages.copy('a', copy)).toBe(true);
        await records.eventImages.keepOnly(7, '', []);
        expect(await records.eventImages.copy('a', copy)).toBe(true);
        expect([await stored('a'), await stored('b')]).toEqual([null, [1]]);
        expect(await records.eventImages.copy('a', { ...copy, name: 'c' })).toBe(false);
      });

      it('are kept by name, those of other events untouched', async () => {
        for (const name of ['a', 'b']) await records.eventImages.put(image(name, 1, 7), 0);
        await records.eventImages.put(image('c', 1, 8), 0);
        await records.eventImages.put(image('other/a', 1, 7), 0);
        await records.eventImages.keepOnly(7, 'other/b', []);
        expect(await records.eventImages.get('other/a')).not.toBeNull();
        await records.eventImages.keepOnly(7, 'other/', []);
        expect(await records.eventImages.get('other/a')).toBeNull();
        expect(await records.eventImages.get('a')).not.toBeNull();
        await records.eventImages.keepOnly(7, '', ['b', 'c']);
        expect([await stored('a'), await stored('b'), await stored('c')]).toEqual([null, [1], [1]]);
      });
    });

    describe('avatars', () => {
      it('are kept byte for byte, one of a user in the end', async () => {
        const bytes = new Uint8Array([0, 255, 1, 128]);
        await records.avatars.put({ name: 'old', userId: 1, bytes: new Uint8Array([9]) });
        await records.avatars.put({ name: 'other', userId: 2, bytes: new Uint8Array([7]) });
        await records.avatars.put({ name: 'new', userId: 1, bytes });
        await records.avatars.keepOnly(1, 'new');
        await reopen();
        expect(new Uint8Array((await records.avatars.get('new')) ?? [])).toEqual(bytes);
        expect(await records.avatars.get('old')).toBeNull();
        expect(await records.avatars.get('other')).not.toBeNull();
      });
    });

    describe('invitation links', () => {
      const link = (invitationId: number, linkHash: string, sending = 1) => ({
        linkHash,
        eventId: 1,
        invitationId,
        sending,
      });

      it('begins each mail once, in their order, with the newest link', async () => {
        const { invitationLinks } = records;
        expect(await invitationLinks.begin(link(10, 'first'))).toBe(true);
        expect(await invitationLinks.begin(link(10, 'again'))).toBe(false);
        expect(await invitationLinks.begin(link(10, 'third', 3))).toBe(true);
        expect(await invitationLinks.begin(link(10, 'second', 2))).toBe(false);
        for (const ended of ['first', 'again', 'second'])
          expect(await invitationLinks.find(ended)).toBeNull();
        await reopen();
        expect(await records.invitationLinks.find('third')).toEqual({
          linkHash: 'third',
          eventId: 1,
          invitationId: 10,
        });
        expect(await records.invitationLinks.begin(link(10, 'third', 3))).toBe(false);
      });

      it('lets one of several begin a mail', async () => {
        const begun = await Promise.all(
          Array.from({ length: 8 }, () => records.invitationLinks.begin(link(10, 'same'))),
        );
        expect(begun.filter(Boolean)).toHaveLength(1);
      });

      it('begins a mail again that was withdrawn, and no other', async () => {
        const { invitationLinks } = records;
        await invitationLinks.begin(link(10, 'same', 2));
        await invitationLinks.withdraw(10, 1);
        await invitationLinks.withdraw(11, 1);
        expect(await invitationLinks.begin(link(10, 'same', 2))).toBe(false);
        await invitationLinks.withdraw(10, 2);
        expect(await invitationLinks.find('same')).toMatchObject({ invitationId: 10 });
        expect(await invitationLinks.begin(link(10, 'same', 1))).toBe(false);
        expect(await invitationLinks.begin(link(10, 'same', 2))).toBe(true);
      });

      it('keeps a link without a mail, and mails after it and before it as they were', async () => {
        const { invitationLinks } = records;
        await invitationLinks.keep(link(10, 'printed'));
        await invitationLinks.keep(link(10, 'printed'));
        expect(await invitationLinks.begin(link(10, 'mailed'))).toBe(true);
        await invitationLinks.keep(link(10, 'corrected'));
        await reopen();
        const { invitationLinks: again } = records;
        expect(await again.find('corrected')).toEqual({
          linkHash: 'corrected',
          eventId: 1,
          invitationId: 10,
        });
        for (const ended of ['printed', 'mailed']) expect(await again.find(ended)).toBeNull();
        expect(await again.begin(link(10, 'mailed'))).toBe(false);
        expect(await again.begin(link(10, 'mailed', 2))).toBe(true);
      });

      it('ends the links of invitations', async () => {
        const { invitationLinks } = records;
        for (const each of [10, 11, 12]) await invitationLinks.begin(link(each, `link ${each}`));
        await invitationLinks.delete([10, 12, 13]);
        await invitationLinks.delete([]);
        for (const ended of ['link 10', 'link 12']) expect(await invitationLinks.find(ended)).toBeNull();
        expect(await invitationLinks.find('link 11')).not.toBeNull();
      });
    });

    describe('device tokens', () => {
      it('ends the former token of an invitation', async () => {
        const { deviceTokens } = records;
        await deviceTokens.set(issued('first', 10));
        await deviceTokens.set(issued('other', 11));
        await deviceTokens.set(issued('second', 10));
        expect(await deviceTokens.find('first')).toBeNull();
        expect(await deviceTokens.find('second')).toEqual({
          tokenHash: 'second',
          eventId: 1,
          invitationId: 10,
        });
        expect(await deviceTokens.find('other')).toMatchObject({ invitationId: 11 });
      });

      const heard = (invitationId: number, heardAt: number) => ({ invitationId, heardAt, dropped: null });
      const dropped = (invitationId: number, at: number, reason: string) => ({
        invitationId,
        heardAt: at,
        dropped: { at, reason },
      });
      const UNREPORTED = { accuracyM: null, battery: null, clockMs: null, app: null };
      const UNHEARD = { heardAt: null, droppedAt: null, droppedReason: null, ...UNREPORTED, test: null };

      it('keeps when each device was heard last, and what was dropped last and why', async () => {
        const { deviceTokens } = records;
        for (const car of [10, 11, 12]) await deviceTokens.set(issued(`token ${car}`, car));
        await deviceTokens.note([heard(10, 2_000), dropped(11, 3_000, 'late')]);
        await deviceTokens.note([dropped(11, 4_000, 'jump'), heard(11, 5_000)]);
        await deviceTokens.note([]);
        await reopen();
        const { deviceTokens: again } = records;
        expect(await again.status(10)).toEqual({ ...UNHEARD, heardAt: 2_000 });
        const late = { heardAt: 5_000, droppedAt: 4_000, droppedReason: 'jump' };
        expect(await again.status(11)).toEqual({ ...UNHEARD, ...late });
        expect(await again.status(12)).toEqual(UNHEARD);
        expect(await again.status(13)).toBeNull();
        expect(await again.find('token 11')).toEqual({ tokenHash: 'token 11', eventId: 1, invitationId: 11 });
      });

      it('has the newest of what several noted, in whatever order', async () => {
        const { deviceTokens } = records;
        await deviceTokens.set(issued('token', 10));
        const notes = [dropped(10, 3_000, 'jump'), dropped(10, 2_000, 'late'), heard(10, 4_000)];
        await Promise.all(notes.map((note) => deviceTokens.note([note])));
        await deviceTokens.note(notes);
        const newest = { ...UNHEARD, heardAt: 4_000, droppedAt: 3_000, droppedReason: 'jump' };
        expect(await deviceTokens.status(10)).toEqual(newest);
        await deviceTokens.note([dropped(10, 3_000, 'repeated')]);
        expect(await deviceTokens.status(10)).toEqual({ ...newest, droppedReason: 'repeated' });
      });

      it('forgets that with the token, and takes no note of the time before the next one', async () => {
        const { deviceTokens } = records;
        await deviceTokens.set(issued('first', 10));
        await deviceTokens.note([dropped(10, 4_000, 'jump')]);
        await deviceTokens.set(issued('second', 10, 5_000));
        expect(await deviceTokens.status(10)).toEqual(UNHEARD);
        await deviceTokens.note([dropped(10, 4_999, 'jump')]);
        expect(await deviceTokens.status(10)).toEqual(UNHEARD);
        await deviceTokens.note([heard(10, 5_000)]);
        expect(await deviceTokens.status(10)).toEqual({ ...UNHEARD, heardAt: 5_000 });
      });

      it('keeps what each device said of itself last, whatever was left out since', async () => {
        const { deviceTokens } = records;
        for (const car of [10, 11]) await deviceTokens.set(issued(`token ${car}`, car));
        await deviceTokens.set({ ...issued('token 20', 20), eventId: 2 });
        const said = { accuracyM: 6, battery: 88, clockMs: -1_000, app: 'osmand' };
        const later = { ...UNREPORTED, accuracyM: 4.5 };
        const older = { accuracyM: 90, battery: 9, clockMs: 9, app: 'older' };
        await deviceTokens.note([{ ...heard(10, 2_000), report: said }, heard(11, 2_000)]);
        await deviceTokens.note([{ ...heard(10, 3_000), report: later }]);
        await deviceTokens.note([{ ...heard(10, 1_000), report: older }]);
        await reopen();
        const devices = await records.deviceTokens.ofEvent(1);
        expect(devices.toSorted((a, b) => a.invitationId - b.invitationId)).toEqual([
          { invitationId: 10, ...UNHEARD, heardAt: 3_000, ...said, accuracyM: 4.5 },
          { invitationId: 11, ...UNHEARD, heardAt: 2_000 },
        ]);
        expect(await records.deviceTokens.status(10)).toEqual({
          ...UNHEARD,
          heardAt: 3_000,
          ...said,
          accuracyM: 4.5,
        });
        expect(await records.deviceTokens.ofEvent(3)).toEqual([]);
      });

      it('keeps what a device said first of the newest test, until its token ends', async () => {
        const { deviceTokens } = records;
        for (const car of [10, 11]) await deviceTokens.set(issued(`token ${car}`, car));
        const test = async () => (await records.deviceTokens.status(10))?.test;
        const shown = (testId: number, shownAt: number) => ({ testId, shownAt, confirmedAt: null });
        const confirmed = (testId: number, confirmedAt: number) => ({ testId, shownAt: null, confirmedAt });
        await deviceTokens.noteTest('token 10', shown(2, 2_000));
        expect(await test()).toEqual(shown(2, 2_000));
        await deviceTokens.noteTest('token 10', confirmed(2, 3_000));
        await deviceTokens.noteTest('token 10', shown(2, 4_000));
        await deviceTokens.noteTest('token 10', confirmed(1, 5_000));
        await reopen();
        expect(await test()).toEqual({ testId: 2, shownAt: 2_000, confirmedAt: 3_000 });
        expect((await records.deviceTokens.status(11))?.test).toBeNull();
        await records.deviceTokens.noteTest('token 10', confirmed(3, 6_000));
        expect(await test()).toEqual(confirmed(3, 6_000));
        await records.deviceTokens.noteTest('unknown', shown(9, 7_000));
        await records.deviceTokens.set(issued('next', 10, 8_000));
        expect(await test()).toBeNull();
      });

      it('forgets what a device said with its token, and takes nothing of the time before the next one', async () => {
        const { deviceTokens } = records;
        const report = { accuracyM: 6, battery: 88, clockMs: 0, app: 'osmand' };
        await deviceTokens.set(issued('first', 10));
        await deviceTokens.note([{ ...heard(10, 2_000), report }]);
        await deviceTokens.set(issued('second', 10, 5_000));
        await deviceTokens.note([{ ...heard(10, 4_999), report }]);
        expect(await deviceTokens.ofEvent(1)).toEqual([{ invitationId: 10, ...UNHEARD }]);
        await deviceTokens.delete([10]);
        expect(await deviceTokens.ofEvent(1)).toEqual([]);
      });

      it('tells who was heard of some events since a time', async () => {
        const { deviceTokens } = records;
        for (const car of [10, 11, 12, 13]) await deviceTokens.set(issued(`token ${car}`, car));
        await deviceTokens.set({ ...issued('token 20', 20), eventId: 2 });
        await deviceTokens.set({ ...issued('token 30', 30), eventId: 3 });
        await deviceTokens.note([heard(10, 2_000), heard(11, 2_999), heard(12, 3_000)]);
        await deviceTokens.note([heard(20, 5_000), heard(30, 5_000)]);
        expect([...(await deviceTokens.heardSince([1, 2], 2_999))].sort()).toEqual([11, 12, 20]);
        expect(await deviceTokens.heardSince([], 0)).toEqual([]);
      });

      it('has the events with tokens, each once, until their last token ends', async () => {
        const { deviceTokens } = records;
        const events = async () => [...(await deviceTokens.eventIds())].sort();
        expect(await events()).toEqual([]);
        for (const car of [10, 11]) await deviceTokens.set(issued(`token ${car}`, car));
        await deviceTokens.set({ ...issued('token 20', 20), eventId: 2 });
        expect(await events()).toEqual([1, 2]);
        await deviceTokens.delete([10, 20]);
        expect(await events()).toEqual([1]);
      });

      it('ends the tokens of invitations for good', async () => {
        const { deviceTokens } = records;
        for (const car of [10, 11, 12]) await deviceTokens.set(issued(`token ${car}`, car));
        expect(await deviceTokens.find('token 10')).not.toBeNull();
        await deviceTokens.delete([10, 11, 13]);
        await deviceTokens.note([heard(10, 2_000), heard(12, 2_000)]);
        const found = await Promise.all([10, 11, 12].map(async (car) => deviceTokens.find(`token ${car}`)));
        expect(found).toEqual([null, null, expect.objectContaining({ invitationId: 12 })]);
        expect(await deviceTokens.status(10)).toBeNull();
        expect(await deviceTokens.status(12)).toEqual({ ...UNHEARD, heardAt: 2_000 });
      });
    });

    describe('sequences', () => {
      it('counts from 1 in each kind, goes on after it is opened again, and never repeats', async () => {
        const { sequences } = records;
        const numbers = await Promise.all(Array.from({ length: 50 }, () => sequences.next('event')));
        expect([...numbers].sort((a, b) => a - b)).toEqual(
          Array.from({ length: 50 }, (_, index) => index + 1),
        );
        expect(await sequences.next('club')).toBe(1);
        await reopen();
        expect(await records.sequences.next('event')).toBe(51);
      });

      it('leaves out what must be skipped', async () => {
        const numbers: number[] = [];
        for (let turn = 0; turn < 4; turn++) numbers.push(await records.sequences.next('category', [2, 3]));
        expect(numbers).toEqual([1, 4, 5, 6]);
      });

      it('reserves blocks of numbers that nobody else gets, also of several processes', async () => {
        const counts = Array.from({ length: 40 }, (_, index) => 1 + (index % 7));
        const firsts = await Promise.all(counts.map((count) => records.sequences.reserve('event', count)));
        const numbers = firsts.flatMap((first, index) =>
          Array.from({ length: counts[index] ?? 0 }, (_, offset) => first + offset),
        );
        const total = counts.reduce((sum, count) => sum + count, 0);
        expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
        expect(await records.sequences.next('event')).toBe(total + 1);
        await reopen();
        expect(await records.sequences.reserve('event', 10)).toBe(total + 2);
        await records.sequences.passTo('event', total + 100);
        expect(await records.sequences.reserve('event', 2)).toBe(total + 101);
        expect(await records.sequences.reserve('club', 5)).toBe(1);
      });

      it('goes on after the numbers that were given elsewhere, and never back', async () => {
        const { sequences } = records;
        await sequences.passTo('event', 40);
        await sequences.passTo('event', 7);
        expect(await sequences.next('event')).toBe(41);
      });
    });

    describe('request keys', () => {
      const key = { actorId: 1, key: 'k', bodyHash: 'body' };

      it('gives a repeat the ids of the first time, and then the first result', async () => {
        const { requestKeys } = records;
        expect(await requestKeys.reserve(key, { eventId: 5 }, 100)).toEqual({
          kind: 'open',
          minted: { eventId: 5 },
        });
        await reopen();
        expect(await records.requestKeys.reserve(key, { eventId: 6 }, 200)).toEqual({
          kind: 'open',
          minted: { eventId: 5 },
        });
        await records.requestKeys.answer(key, { id: 5, list: ['x'] });
        await reopen();
        expect(await records.requestKeys.reserve(key, { eventId: 7 }, 300)).toEqual({
          kind: 'answered',
          result: { id: 5, list: ['x'] },
        });
      });

      it('opens one reservation when the same key comes twice at once', async () => {
        const [first, second] = await Promise.all(
          [1, 2].map((id) => records.requestKeys.reserve(key, { id }, 100)),
        );
        expect(first).toEqual(second);
      });

      it('tells whether a key was answered, by whom it is and not by its body', async () => {
        const { requestKeys } = records;
        expect(await requestKeys.isAnswered(key)).toBe(false);
        await requestKeys.reserve(key, { id: 1 }, 100);
        expect(await requestKeys.isAnswered(key)).toBe(false);
        await requestKeys.answer(key, { id: 1 });
        expect(await requestKeys.isAnswered({ actorId: key.actorId, key: key.key })).toBe(true);
        expect(await requestKeys.isAnswered({ ...key, actorId: key.actorId + 1 })).toBe(false);
      });

      it('remembers an answer that says nothing', async () => {
        await records.requestKeys.reserve(key, {}, 100);
        await records.requestKeys.answer(key, undefined);
        expect((await records.requestKeys.reserve(key, {}, 200)).kind).toBe('answered');
      });

      it('refuses the key with another body, and keeps actors apart', async () => {
        const { requestKeys } = records;
        await requestKeys.reserve(key, { id: 1 }, 100);
        expect(await requestKeys.reserve({ ...key, bodyHash: 'another' }, { id: 2 }, 100)).toEqual({
          kind: 'mismatch',
        });
        expect(
          await requestKeys.reserve({ ...key, actorId: 2, bodyHash: 'another' }, { id: 3 }, 100),
        ).toEqual({
          kind: 'open',
          minted: { id: 3 },
        });
      });

      it('keeps an answer that another process gave, whoever releases the key', async () => {
        const { requestKeys } = records;
        await requestKeys.reserve(key, { id: 1 }, 100);
        await requestKeys.answer(key, { done: true });
        await requestKeys.release(key);
        expect(await requestKeys.reserve(key, { id: 2 }, 200)).toEqual({
          kind: 'answered',
          result: { done: true },
        });
      });

      it('finds what is stored of a key, and reserves nothing by it', async () => {
        const { requestKeys } = records;
        expect(await requestKeys.find(key)).toBeNull();
        await requestKeys.reserve(key, { id: 1 }, 100);
        expect(await requestKeys.find(key)).toEqual({ kind: 'open', minted: { id: 1 } });
        expect(await requestKeys.find({ ...key, bodyHash: 'another' })).toEqual({ kind: 'mismatch' });
        expect(await requestKeys.find({ ...key, actorId: 2 })).toBeNull();
        await requestKeys.answer(key, { done: true });
        expect(await requestKeys.find(key)).toEqual({ kind: 'answered', result: { done: true } });
      });

      it('keeps the first answer of a key that was not reserved', async () => {
        const { requestKeys } = records;
        const first = { kind: 'answered', result: { turn: 1 } };
        const kept = await Promise.all([1, 2, 3].map((turn) => requestKeys.keep(key, { turn }, 100)));
        expect(new Set(kept.map((each) => JSON.stringify(each))).size).toBe(1);
        await requestKeys.forget(101);
        expect(await requestKeys.keep(key, { turn: 1 }, 200)).toEqual(first);
        await reopen();
        expect(await records.requestKeys.keep(key, { turn: 2 }, 300)).toEqual(first);
        expect(await records.requestKeys.reserve(key, { id: 1 }, 300)).toEqual(first);
        const another = { ...key, bodyHash: 'another' };
        expect(await records.requestKeys.keep(another, { turn: 3 }, 300)).toEqual({ kind: 'mismatch' });
        expect(await records.requestKeys.find(key)).toEqual(first);
      });

      it('keeps the answer of a reserved key', async () => {
        const { requestKeys } = records;
        await requestKeys.reserve(key, { id: 1 }, 100);
        expect(await requestKeys.keep(key, undefined, 200)).toMatchObject({ kind: 'answered' });
        expect((await requestKeys.find(key))?.kind).toBe('answered');
        await requestKeys.forget(101);
        expect(await requestKeys.find(key)).toBeNull();
      });

      it('lets a released key be used anew, and forgets old ones', async () => {
        const { requestKeys } = records;
        await requestKeys.reserve(key, { id: 1 }, 100);
        await requestKeys.release(key);
        expect(await requestKeys.find(key)).toBeNull();
        const corrected = { ...key, bodyHash: 'corrected' };
        expect(await requestKeys.reserve(corrected, { id: 2 }, 200)).toEqual({
          kind: 'open',
          minted: { id: 2 },
        });
        await requestKeys.forget(200);
        expect(await requestKeys.reserve(corrected, { id: 3 }, 300)).toEqual({
          kind: 'open',
          minted: { id: 2 },
        });
        await requestKeys.forget(201);
        expect(await requestKeys.reserve(corrected, { id: 4 }, 400)).toEqual({
          kind: 'open',
          minted: { id: 4 },
        });
      });
    });

    describe('checkpoints', () => {
      it("keep each reader's newest position", async () => {
        expect(await records.checkpoints.load('invites')).toBeNull();
        await records.checkpoints.save('invites', '0001');
        await records.checkpoints.save('mails', '0002');
        await records.checkpoints.save('invites', '0003');
        await reopen();
        expect(await records.checkpoints.load('invites')).toBe('0003');
        expect(await records.checkpoints.load('mails')).toBe('0002');
      });

      it('advance from the position that the caller knows, and from no other', async () => {
        const { checkpoints } = records;
        expect(await checkpoints.advance('invites', null, '0003')).toBe(true);
        expect(await checkpoints.advance('invites', null, '0001')).toBe(false);
        expect(await checkpoints.advance('invites', '0002', '0004')).toBe(false);
        expect(await checkpoints.advance('invites', '0003', '0005')).toBe(true);
        expect(await checkpoints.advance('mails', '0001', '0002')).toBe(false);
        expect(await checkpoints.load('invites')).toBe('0005');
        expect(await checkpoints.load('mails')).toBeNull();
      });

      it('have advanced also for a caller that asks again, as the answer was lost', async () => {
        const { checkpoints } = records;
        for (const expected of [null, null, '0001', '0001'])
          expect(await checkpoints.advance('invites', expected, expected === null ? '0001' : '0002')).toBe(
            true,
          );
        expect(await checkpoints.load('invites')).toBe('0002');
      });
    });

    raceContract({ records: () => records, reopen });
    sightingContract({ records: () => records, reopen });

    it('say that they answer', async () => {
      expect((await records.health()).ok).toBe(true);
    });
  });
};
