/**
 * The port to stored data that are not events: people and their avatars, images of events, credentials, id sequences,
 * request keys, checkpoints, ingest state, history blocks and leases. It contains nothing else of motorsport. Every write is durable
 * when it resolves. Times are epoch ms.
 */
import type { PartHealth } from '@flagpost/platform';

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly surname: string;
  /** Null if unknown. An owned address is unique among people, compared case-insensitively. */
  readonly email: string | null;
  /** True if `email` is for display only: another person owns it, and this person cannot be found by it. */
  readonly emailUnowned?: boolean;
  readonly phone: string | null;
  readonly bloodType: string | null;
  /** File name of a stored image. */
  readonly avatar: string | null;
}

export interface Password {
  readonly hash: string;
  /** A temporary password set by another user: it permits nothing but choosing a new one. */
  readonly temporary: boolean;
}

/** The address belongs to another person. */
export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}

export interface PeopleStore {
  get(id: number): Promise<Person | null>;
  getMany(ids: readonly number[]): Promise<ReadonlyMap<number, Person>>;
  /** The owner of this address. */
  findByEmail(email: string): Promise<Person | null>;
  /** Everybody with this address: its owner, and those who only show it. In no order. */
  withEmail(email: string): Promise<readonly Person[]>;
  /** Creates or replaces. @throws {EmailTaken} if another person owns the address that this one is to own */
  put(person: Person): Promise<void>;
  /** Replaces what is stored; nothing if they were erased since it was read. @throws {EmailTaken} as `put` */
  change(person: Person): Promise<void>;
  /** Erases the person with their password, refresh tokens, push subscriptions, browser marks, take-backs and avatar. */
  delete(id: number): Promise<void>;
}

/** Mail addresses of institutions. They may be a person's, so they are stored here and can be erased. Not unique. */
export interface ClubMailStore {
  getMany(clubIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  put(clubId: number, mail: string): Promise<void>;
  /** Erases it. */
  delete(clubId: number): Promise<void>;
}

export interface RefreshToken {
  readonly tokenHash: string;
  readonly userId: number;
  readonly familyId: string;
  readonly expiresAt: number;
  /** When it was replaced and by what; the successor is stored encrypted, so that a repetition returns the same one. */
  readonly replacedAt: number | null;
  readonly successor: string | null;
  /** Hash of the browser mark required for its exchange; null if any bearer may exchange it. */
  readonly markHash: string | null;
  /** The browser in which the session was opened, such as `Firefox, Windows`; null if unknown. */
  readonly browser: string | null;
}

/** A session of a user: a family of refresh tokens. */
export interface OpenSession {
  readonly familyId: string;
  readonly browser: string | null;
  /** The expiry of its newest token. */
  readonly expiresAt: number;
}

/** Where the browser of a session takes push messages, and the keys that encrypt them (RFC 8291). */
export interface PushSubscription {
  readonly familyId: string;
  readonly userId: number;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Of its messages. */
  readonly language: string;
  /** The key of this installation that it was made for: a push service takes no message of another one. Null: not known. */
  readonly publicKey: string | null;
}

export interface CredentialStore {
  password(userId: number): Promise<Password | null>;
  setPassword(userId: number, password: Password): Promise<void>;
  /** Replaces `former` by another hash of the same password; false if the password was changed meanwhile. */
  replaceHash(userId: number, former: string, hash: string): Promise<boolean>;
  refreshToken(tokenHash: string): Promise<RefreshToken | null>;
  addRefreshToken(token: RefreshToken): Promise<void>;
  /**
   * Marks a token as replaced and adds its successor, both or neither. False if it was already replaced, or is unknown.
   * Tokens that had expired at `replacedAt` are deleted.
   */
  replaceRefreshToken(
    tokenHash: string,
    replacedAt: number,
    sealedSuccessor: string,
    next: RefreshToken,
  ): Promise<boolean>;
  /** Whether any refresh token of this family is known. */
  hasFamily(familyId: string): Promise<boolean>;
  /** The sessions of this user that have not expired at `now`, in no order. */
  sessionsOf(userId: number, now: number): Promise<readonly OpenSession[]>;
  /**
   * Stores the session's push subscription in place of its former one, and deletes others of the same endpoint. False,
   * and nothing is stored, if the session does not exist.
   */
  setPushSubscription(subscription: PushSubscription): Promise<boolean>;
  pushSubscription(familyId: string): Promise<PushSubscription | null>;
  /** Those of sessions that have not expired at `now`, in no order. */
  pushSubscriptions(now: number): Promise<readonly PushSubscription[]>;
  /** Deletes the session's push subscription; with an endpoint, only if it is this one. */
  deletePushSubscription(familyId: string, endpoint?: string): Promise<void>;
  /** Deletes every refresh token of this family, and its push subscription. */
  endFamily(familyId: string): Promise<void>;
  /** Deletes every refresh token of this user, with the push subscriptions, and returns the ended families. */
  endFamiliesOf(userId: number): Promise<readonly string[]>;
  /** A named secret of this installation; if there is none yet, `fresh` is stored and returned. */
  secret(name: string, fresh: () => string): Promise<string>;
}

/** A random secret that a browser keeps for one account and sends with each sign-in. Only its hash is stored. */
export interface BrowserMark {
  readonly hash: string;
  readonly userId: number;
  readonly expiresAt: number;
}

export interface BrowserMarkStore {
  /**
   * Adds or renews the mark. The user keeps at most `most` marks, those that expire last. All marks that had expired at
   * `now` are deleted.
   */
  put(mark: BrowserMark, most: number, now: number): Promise<void>;
  /** Whether this is a mark of this user that has not expired at `now`. */
  has(userId: number, hash: string, now: number): Promise<boolean>;
  /** Deletes every mark of this user. */
  endAllOf(userId: number): Promise<void>;
}

/** A one-time secret with an expiry, such as a mailed code. Only hashes of the secret and of its subject are stored. */
export interface OneTimeSecret {
  readonly subject: string;
  readonly hash: string;
  readonly expiresAt: number;
  /** How often the subject's secrets may be tried, over all of them. */
  readonly tries: number;
  /** The encrypted secret, if it may have to be sent again. */
  readonly sealed?: string;
}

/** A live secret that can be sent again. */
export interface SealedSecret {
  readonly hash: string;
  readonly expiresAt: number;
  readonly sealed: string;
}

export interface OneTimeSecretStore {
  /** Replaces the former secrets of this subject. All secrets that had expired at `now` are deleted. */
  set(secret: OneTimeSecret, now: number): Promise<void>;
  /**
   * Adds it to the subject's other live secrets, whose remaining tries it shares; one of the same hash is replaced.
   * False, and nothing is stored, if `atMost` others are live. All secrets that had expired at `now` are deleted.
   */
  add(secret: OneTimeSecret, atMost: number, now: number): Promise<boolean>;
  /** The subject's live secrets that were stored encrypted, in order of expiry. */
  sealed(subject: string, now: number): Promise<readonly SealedSecret[]>;
  /**
   * Uses up a try of the subject. True if the hash matches one of its live secrets and a try was left. Then all of the
   * subject's secrets are deleted, so that only one of several concurrent attempts succeeds.
   */
  redeem(subject: string, hash: string, now: number): Promise<boolean>;
  /** Deletes all secrets of this subject. */
  forget(subject: string): Promise<void>;
}

/** The former data of an account after a change, as long as the change can be reverted. */
export interface TakeBack {
  /** The hash of the mailed link's token. */
  readonly tokenHash: string;
  readonly userId: number;
  /** Numbers the changes of a user. */
  readonly order: number;
  readonly expiresAt: number;
  /** Encrypted under the link's token. */
  readonly sealed: string;
  /** A keyed hash of the account's former address, if it is reserved for it. */
  readonly heldAddress: string | null;
}

export interface TakeBackStore {
  /** All entries that had expired at `now` are deleted. */
  add(takeBack: TakeBack, now: number): Promise<void>;
  find(tokenHash: string, now: number): Promise<TakeBack | null>;
  /** Deletes those of a user from this order on. */
  forgetFrom(userId: number, order: number): Promise<void>;
  /** The users for whom this address is reserved. */
  holdersOf(heldAddress: string, now: number): Promise<readonly number[]>;
}

export interface Avatar {
  /** Unguessable, unique per image. */
  readonly name: string;
  readonly userId: number;
  readonly bytes: Uint8Array;
}

export interface AvatarStore {
  put(avatar: Avatar): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  /** Erases all avatars of this user except this one. */
  keepOnly(userId: number, name: string): Promise<void>;
}

/** An image that an event shows. */
export interface EventImage {
  /** Unguessable, unique per image. */
  readonly name: string;
  /** Null until an event uses it. */
  readonly eventId: number | null;
  readonly addedAt: number;
  readonly bytes: Uint8Array;
}

export interface EventImageStore {
  /** All images of no event that were added before `unusedBefore` are erased. */
  put(image: EventImage, unusedBefore: number): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  /** Makes it an image of this event; false if no image has this name, or it is one of another event. */
  assign(name: string, eventId: number): Promise<boolean>;
  /** Stores the same bytes under another name; false if no image has this name. A repetition changes nothing. */
  copy(name: string, to: Omit<EventImage, 'bytes'>): Promise<boolean>;
  /** Erases the images of this event whose names begin with `prefix`, except these. */
  keepOnly(eventId: number, prefix: string, names: readonly string[]): Promise<void>;
}

export interface DeviceToken {
  readonly tokenHash: string;
  readonly eventId: number;
  readonly invitationId: number;
}

export interface IssuedToken extends DeviceToken {
  /** 0 if stored by a former release. */
  readonly issuedAt: number;
}

/** What the newest messages of a device said of it. Null: none said so. */
export interface DeviceReport {
  /** Radius of its position in m. */
  readonly accuracyM: number | null;
  /** Per cent. */
  readonly battery: number | null;
  /** Its clock less the time of receipt, in ms. */
  readonly clockMs: number | null;
  /** The program that sends. */
  readonly app: string | null;
}

/** What a device said of the newest test that it knows, by number. Times of receipt; null: it did not say so. */
export interface DeviceTest {
  readonly testId: number;
  readonly shownAt: number | null;
  readonly confirmedAt: number | null;
}

/** The status of the device with an invitation's token. */
export interface DeviceStatus extends DeviceReport {
  readonly test: DeviceTest | null;
  /** When something was last received from it; null if never. */
  readonly heardAt: number | null;
  /** Receive time and reason of the last drop; both null if nothing was dropped. */
  readonly droppedAt: number | null;
  readonly droppedReason: string | null;
}

/** An update of the status of an invitation's device. */
export interface DeviceNote {
  readonly invitationId: number;
  readonly heardAt: number;
  /** Null if nothing was dropped. */
  readonly dropped: { readonly at: number; readonly reason: string } | null;
  /** What it said of itself at `heardAt`, if anything; a null in it changes nothing. */
  readonly report?: DeviceReport | undefined;
}

/** The status of a device, and whose it is. */
export interface CarDevice extends DeviceStatus {
  readonly invitationId: number;
}

export interface DeviceTokenStore {
  /** Ends the invitation's former token, and deletes the status recorded under it. */
  set(token: IssuedToken): Promise<void>;
  /** Called for every position: synchronous if the answer is cached. */
  find(tokenHash: string): DeviceToken | null | Promise<DeviceToken | null>;
  /**
   * Updates the status of devices. Order and repetition of updates do not matter: an older time never replaces a newer
   * one, and of two drops or reports at the same time the later update wins. An update with a time before the issue of the token,
   * or for an invitation without a token, changes nothing.
   */
  note(notes: readonly DeviceNote[]): Promise<void>;
  /**
   * Adds what the device with this token said of a test: of one test the first time stays, and a test of a lower number than the
   * one that is known changes nothing.
   */
  noteTest(tokenHash: string, test: DeviceTest): Promise<void>;
  /** Null if the invitation has no token. */
  status(invitationId: number): Promise<DeviceStatus | null>;
  /** Every device of the event, in any order. */
  ofEvent(eventId: number): Promise<readonly CarDevice[]>;
  /** The events with device tokens, in any order. */
  eventIds(): Promise<readonly number[]>;
  /** The invitations of these events whose device was heard from at this time or later, in any order. */
  heardSince(eventIds: readonly number[], time: number): Promise<readonly number[]>;
  /** Ends the tokens of these invitations and deletes their status. */
  delete(invitationIds: readonly number[]): Promise<void>;
}

/** The link that opens the page of an invitation. */
export interface InvitationLink {
  readonly linkHash: string;
  readonly eventId: number;
  readonly invitationId: number;
}

/** A link with the number of the newest mail started with it. */
export interface MailedInvitationLink extends InvitationLink {
  readonly sending: number;
}

/** The links mailed to competitors, of which only hashes are stored, and the newest mail started for each. */
export interface InvitationLinkStore {
  /**
   * Replaces the invitation's link and records that this mail is started: both or neither. False, and nothing changes,
   * if this mail or a later one was already started, so that only one of several processes starts it.
   */
  begin(link: MailedInvitationLink): Promise<boolean>;
  /** Creates or replaces the invitation's link; which mails were started stays. */
  keep(link: InvitationLink): Promise<void>;
  /** The mail certainly reached nobody: it may be started again. Its link is kept. */
  withdraw(invitationId: number, sending: number): Promise<void>;
  find(linkHash: string): Promise<InvitationLink | null>;
  /** Ends the links of these invitations. */
  delete(invitationIds: readonly number[]): Promise<void>;
}

export interface SequenceStore {
  /** The next number of this kind, from 1; never one of `skip`, and never the same twice. */
  next(kind: string, skip?: readonly number[]): Promise<number>;
  /** Reserves `count` consecutive numbers of this kind and returns the first. `next` and `reserve` return none of them again. */
  reserve(kind: string, count: number): Promise<number>;
  /** Marks all numbers of this kind up to `last` as used. */
  passTo(kind: string, last: number): Promise<void>;
}

export interface RequestKey {
  readonly actorId: number;
  readonly key: string;
  /** Hash of method, path and body. */
  readonly bodyHash: string;
}

export type Reservation<R> =
  /** This process may carry it out, possibly again: `minted` are the ids to use. */
  | { readonly kind: 'open'; readonly minted: Readonly<Record<string, number | string>> }
  /** Already answered. */
  | { readonly kind: 'answered'; readonly result: R }
  /** The same key was sent with another body. */
  | { readonly kind: 'mismatch' };

export interface RequestKeyStore {
  /** Reserves the key with these new ids; a repetition gets the ids of the first time. */
  reserve<R>(
    key: RequestKey,
    minted: Readonly<Record<string, number | string>>,
    now: number,
  ): Promise<Reservation<R>>;
  answer(key: RequestKey, result: unknown): Promise<void>;
  /** What is stored of the key, without a reservation; null if nothing is. */
  find<R>(key: RequestKey): Promise<Reservation<R> | null>;
  /**
   * Stores the answer of a key that need not be reserved; the first answer stays. Resolves with `mismatch` or with the
   * stored answer.
   */
  keep<R>(key: RequestKey, result: R, now: number): Promise<Reservation<R>>;
  /** Whether the request that reserved this key was answered, whatever its body. */
  isAnswered(key: Pick<RequestKey, 'actorId' | 'key'>): Promise<boolean>;
  /** Frees a key whose command was refused, so that the corrected request may use it; an answered one is kept. */
  release(key: RequestKey): Promise<void>;
  /** Deletes keys reserved before this time. */
  forget(before: number): Promise<void>;
}

/** Checkpoints of reactions to the event log. A position is stored as its text. */
export interface CheckpointStore {
  load(reader: string): Promise<string | null>;
  save(reader: string, position: string): Promise<void>;
  /**
   * Saves it if the stored position is `expected` (null: none) or is it already. @returns false if it is another one: another
   * process has saved meanwhile.
   */
  advance(reader: string, expected: string | null, position: string): Promise<boolean>;
}

/** One record per input partition: the engine's state and the offset from which to resume. */
export interface IngestState {
  readonly partition: number;
  /** Incremented with every save. */
  readonly version: number;
  readonly nextOffset: number;
  readonly state: Uint8Array;
}

export interface IngestStateStore {
  load(partition: number): Promise<IngestState | null>;
  /** Saves as version `expected + 1` (`expected` is 0 if none was loaded); false if another instance saved meanwhile. */
  save(partition: number, expected: number, nextOffset: number, state: Uint8Array): Promise<boolean>;
}

/** Fixes of one car in one minute of `receivedAt`, encoded. */
export interface HistoryBlock {
  readonly eventId: number;
  readonly invitationId: number;
  /** `receivedAt` / 60 000, rounded down. */
  readonly minute: number;
  readonly bytes: Uint8Array;
}

export interface NewHistoryBlock extends HistoryBlock {
  /** The block that it was made from, null if there was none; replaces any block if left out. */
  readonly replaces?: Uint8Array | null;
}

/** The first and the newest minute of an event of which something is kept. */
export interface KeptMinutes {
  readonly first: number;
  readonly newest: number;
}
/** How much history an event has. */
export interface HistoryExtent {
  readonly cars: number;
  /** Of all cars together: the number of blocks. */
  readonly minutes: number;
}

/** What was folded from the blocks of all cars of a race: a reader goes on from it instead of from the first block. */
export interface Keyframe {
  readonly eventId: number;
  /** The last of the minutes that are folded in it. */
  readonly minute: number;
  readonly bytes: Uint8Array;
}

export interface HistoryStore {
  /**
   * Stores each block if the stored block is the one that it was made from, and returns those that were not stored: another
   * instance wrote there meanwhile, as a suspended process must not overwrite its successor, or the block was deleted, as
   * what was deleted must not come back. If it rejects, some may have been stored.
   */
  put(blocks: readonly NewHistoryBlock[]): Promise<readonly HistoryBlock[]>;
  get(eventId: number, invitationId: number, minute: number): Promise<HistoryBlock | null>;
  /** Minutes from `fromMinute` to `toMinute`, both included, in order of minute, then car. At most `limit` blocks. */
  read(
    eventId: number,
    fromMinute: number,
    toMinute: number,
    limit: number,
    after?: { readonly minute: number; readonly invitationId: number },
  ): Promise<readonly HistoryBlock[]>;
  extent(eventId: number): Promise<HistoryExtent>;
  /** Null if there is none. */
  minutes(eventId: number): Promise<KeptMinutes | null>;
  /** The number of blocks of an event up to a minute. */
  count(eventId: number, toMinute: number): Promise<number>;
  /**
   * Stores keyframes of an event in their order, each in place of one of the same minute. An event without blocks keeps none,
   * so that a reader that is still at it while it is forgotten leaves nothing behind.
   */
  putKeyframes(keyframes: readonly Keyframe[]): Promise<void>;
  /** In order of minute. */
  keyframes(eventId: number): Promise<readonly Keyframe[]>;
  dropKeyframes(eventId: number): Promise<void>;
  /** Deletes every block and every keyframe of an event. */
  forget(eventId: number): Promise<void>;
}

/** What one process published of an event in one minute, encoded. */
export interface SightingBlock {
  readonly eventId: number;
  /** Epoch ms / 60 000, rounded down. */
  readonly minute: number;
  /** A name of its own for each run of a process, and for each part of a large field. */
  readonly writer: string;
  readonly bytes: Uint8Array;
}

/** A screen of race control that was connected to an event. */
export interface ScreenConnection {
  /** A name of its own for each connection. */
  readonly id: string;
  readonly eventId: number;
  readonly userId: number;
  /** Whether its user could send flags. */
  readonly directs: boolean;
  readonly from: number;
  /** When it ended, or was known to be connected last. */
  readonly to: number;
}

/** What race control saw: published states, and the screens that were connected to see them. */
export interface SightingStore {
  /** Stores each block, in place of one of the same event, minute and writer. */
  put(blocks: readonly SightingBlock[]): Promise<void>;
  /** Minutes from `fromMinute` to `toMinute`, both included, in order of minute, then writer. */
  read(eventId: number, fromMinute: number, toMinute: number): Promise<readonly SightingBlock[]>;
  /** The first minute of the event, and the newest up to `minute`; null if there is none. */
  minutes(eventId: number, minute: number): Promise<KeptMinutes | null>;
  /** Stores each connection, in place of one of the same id. */
  putScreens(screens: readonly ScreenConnection[]): Promise<void>;
  /** The connections to an event, in order of their beginnings. */
  screens(eventId: number): Promise<readonly ScreenConnection[]>;
  /** Deletes every block and every connection of an event. */
  forget(eventId: number): Promise<void>;
}

/** A lease: permits one process to do what only one may do at a time. */
export interface Lease {
  /** One run of one process; null if it was released. */
  readonly holder: string | null;
  /** Incremented with every taking, renewal and release. If it stays the same, its holder is dead. */
  readonly counter: number;
}

/** Use `holdLease` to keep a lease. */
export interface LeaseStore {
  load(name: string): Promise<Lease | null>;
  /**
   * Takes, renews or (with null) releases it: the counter changes from `expected` (0 if there is no such lease) to
   * `expected + 1`. False if another process changed it meanwhile.
   */
  advance(name: string, expected: number, holder: string | null): Promise<boolean>;
}

export interface Records {
  readonly people: PeopleStore;
  readonly clubMail: ClubMailStore;
  readonly credentials: CredentialStore;
  readonly browserMarks: BrowserMarkStore;
  readonly oneTimeSecrets: OneTimeSecretStore;
  readonly takeBacks: TakeBackStore;
  readonly avatars: AvatarStore;
  readonly eventImages: EventImageStore;
  readonly deviceTokens: DeviceTokenStore;
  readonly invitationLinks: InvitationLinkStore;
  readonly sequences: SequenceStore;
  readonly requestKeys: RequestKeyStore;
  readonly checkpoints: CheckpointStore;
  readonly ingestStates: IngestStateStore;
  readonly history: HistoryStore;
  readonly sightings: SightingStore;
  readonly leases: LeaseStore;
  /** Whether the storage answers now. */
  health(): Promise<PartHealth>;
  close(): Promise<void>;
}
