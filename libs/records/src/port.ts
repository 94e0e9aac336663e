/**
 * The port to what is stored and is no event: people and their avatars, credentials, id sequences, request keys, checkpoints, ingest
 * state, history blocks and leases. It knows nothing of motorsport beyond these names. Every write is durable when it
 * resolves. Times are epoch ms.
 */
import type { PartHealth } from '@flagpost/platform';

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly surname: string;
  /** Null if none is known. One that is owned is unique among people, compared without regard to case. */
  readonly email: string | null;
  /** True if `email` is shown only: it is somebody else's, and this person is not found by it. */
  readonly emailUnowned?: boolean;
  readonly phone: string | null;
  readonly bloodType: string | null;
  /** File name of a stored image. */
  readonly avatar: string | null;
}

export interface Password {
  readonly hash: string;
  /** Given by somebody else: it opens nothing but the choice of another one. */
  readonly temporary: boolean;
}

/** The address belongs to another person. */
export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}

export interface PeopleStore {
  get(id: number): Promise<Person | null>;
  getMany(ids: readonly number[]): Promise<ReadonlyMap<number, Person>>;
  /** Who owns this address. */
  findByEmail(email: string): Promise<Person | null>;
  /** Creates or replaces. @throws {EmailTaken} if somebody else owns the address that this person is to own */
  put(person: Person): Promise<void>;
  /** Erases the person with their password, refresh tokens, browser marks, take-backs and avatar. */
  delete(id: number): Promise<void>;
}

/** Addresses of mail of institutions. They may be a person's, so they stand here and can be erased. Not unique. */
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
  /** When and by what it was replaced; the successor is kept sealed so that a repeat gets the same one. */
  readonly replacedAt: number | null;
  readonly successor: string | null;
  /** Hash of the browser mark that it is exchanged with; null if any bearer may exchange it. */
  readonly markHash: string | null;
  /** The browser that the session was opened in, such as `Firefox, Windows`; null if that is unknown. */
  readonly browser: string | null;
}

/** A session of a user: a family of refresh tokens. */
export interface OpenSession {
  readonly familyId: string;
  readonly browser: string | null;
  /** That of its newest token. */
  readonly expiresAt: number;
}

export interface CredentialStore {
  password(userId: number): Promise<Password | null>;
  setPassword(userId: number, password: Password): Promise<void>;
  /** Replaces `former` by another hash of the same password; false if the password was changed meanwhile. */
  replaceHash(userId: number, former: string, hash: string): Promise<boolean>;
  refreshToken(tokenHash: string): Promise<RefreshToken | null>;
  addRefreshToken(token: RefreshToken): Promise<void>;
  /**
   * Marks a token replaced and adds its successor, both or neither; false if it was replaced before, by anyone, or is
   * unknown. Tokens that had expired at `replacedAt` are forgotten.
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
  /** Forgets every refresh token of this family. */
  endFamily(familyId: string): Promise<void>;
  /** Forgets every refresh token of this user, and answers the families that ended so. */
  endFamiliesOf(userId: number): Promise<readonly string[]>;
  /** A named secret of this installation; `fresh` is stored and answered if there is none yet. */
  secret(name: string, fresh: () => string): Promise<string>;
}

/** A random secret that a browser keeps for one account, and brings with each sign-in. Only its hash is stored. */
export interface BrowserMark {
  readonly hash: string;
  readonly userId: number;
  readonly expiresAt: number;
}

export interface BrowserMarkStore {
  /**
   * Adds the mark, or renews it. Then the user has at most `most` marks: those that expire last. Marks of anybody that
   * had expired at `now` are forgotten.
   */
  put(mark: BrowserMark, most: number, now: number): Promise<void>;
  /** Whether this is a mark of this user that has not expired at `now`. */
  has(userId: number, hash: string, now: number): Promise<boolean>;
  /** Forgets every mark of this user. */
  endAllOf(userId: number): Promise<void>;
}

/** What is good once and for a while, such as a code that was mailed. Of it and of whom it is for only hashes are kept. */
export interface OneTimeSecret {
  readonly subject: string;
  readonly hash: string;
  readonly expiresAt: number;
  /** How often the subject's secrets may be tried, counted over all of them. */
  readonly tries: number;
  /** The secret itself, encrypted by its owner, if it may have to be handed out again. */
  readonly sealed?: string;
}

/** A live secret that can be handed out again. */
export interface SealedSecret {
  readonly hash: string;
  readonly expiresAt: number;
  readonly sealed: string;
}

export interface OneTimeSecretStore {
  /** In place of the former ones of this subject. Those of anybody that had expired at `now` are forgotten. */
  set(secret: OneTimeSecret, now: number): Promise<void>;
  /**
   * Beside the subject's other live secrets, whose remaining tries it shares; one of the same hash is replaced. False,
   * and nothing is stored, if `atMost` others are live. Those of anybody that had expired at `now` are forgotten.
   */
  add(secret: OneTimeSecret, atMost: number, now: number): Promise<boolean>;
  /** The subject's live secrets that were stored sealed, the one that expires last at the end. */
  sealed(subject: string, now: number): Promise<readonly SealedSecret[]>;
  /**
   * Spends a try of the subject. True if the hash is that of one of its live secrets and a try was left: then all of the
   * subject's secrets are gone, so that of several that are brought at once one succeeds.
   */
  redeem(subject: string, hash: string, now: number): Promise<boolean>;
  /** Forgets all secrets of this subject. */
  forget(subject: string): Promise<void>;
}

/** What an account had before a change, for as long as the change can be taken back. */
export interface TakeBack {
  /** Of the link that was mailed. */
  readonly tokenHash: string;
  readonly userId: number;
  /** Counts up over the changes of a user. */
  readonly order: number;
  readonly expiresAt: number;
  /** Encrypted under the link's token. */
  readonly sealed: string;
  /** A keyed hash of the address that the account had, if it is to be kept free for it. */
  readonly heldAddress: string | null;
}

export interface TakeBackStore {
  /** Those of anybody that had expired at `now` are forgotten. */
  add(takeBack: TakeBack, now: number): Promise<void>;
  find(tokenHash: string, now: number): Promise<TakeBack | null>;
  /** Forgets those of a user from this order on. */
  forgetFrom(userId: number, order: number): Promise<void>;
  /** The users for whom this address is kept free. */
  holdersOf(heldAddress: string, now: number): Promise<readonly number[]>;
}

export interface Avatar {
  /** Not to be guessed, another one for each image. */
  readonly name: string;
  readonly userId: number;
  readonly bytes: Uint8Array;
}

export interface AvatarStore {
  put(avatar: Avatar): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  /** Erases all of this user's but this one. */
  keepOnly(userId: number, name: string): Promise<void>;
}

export interface DeviceToken {
  readonly tokenHash: string;
  readonly eventId: number;
  readonly invitationId: number;
}

export interface IssuedToken extends DeviceToken {
  /** 0 for one that a former release stored. */
  readonly issuedAt: number;
}

/** What is known of the device that has an invitation's token. */
export interface DeviceStatus {
  /** When something was last received from it; null before the first time. */
  readonly heardAt: number | null;
  /** When what was dropped last was received, and why it was dropped; both null if nothing was. */
  readonly droppedAt: number | null;
  readonly droppedReason: string | null;
}

/** An addition to the status of an invitation's device. */
export interface DeviceNote {
  readonly invitationId: number;
  readonly heardAt: number;
  /** Null if nothing was dropped. */
  readonly dropped: { readonly at: number; readonly reason: string } | null;
}

export interface DeviceTokenStore {
  /** Ends the invitation's former token, and forgets the status that was noted under it. */
  set(token: IssuedToken): Promise<void>;
  /** Every position asks: who knows at once answers at once. */
  find(tokenHash: string): DeviceToken | null | Promise<DeviceToken | null>;
  /**
   * Adds to the status of devices. The order and repetitions of notes do not matter: an older time never replaces a newer
   * one, and of two drops at the same time the one noted last stays. What was received before the invitation's token was
   * issued changes nothing, nor does a note of an invitation without a token.
   */
  note(notes: readonly DeviceNote[]): Promise<void>;
  /** Null if the invitation has no token. */
  status(invitationId: number): Promise<DeviceStatus | null>;
  /** The invitations of these events whose device was heard at this time or later, in any order. */
  heardSince(eventIds: readonly number[], time: number): Promise<readonly number[]>;
  /** Ends the tokens of these invitations and forgets their status. */
  delete(invitationIds: readonly number[]): Promise<void>;
}

/** What opens the page of an invitation. */
export interface InvitationLink {
  readonly linkHash: string;
  readonly eventId: number;
  readonly invitationId: number;
}

/** A link with the number of the newest mail that was begun with it. */
export interface MailedInvitationLink extends InvitationLink {
  readonly sending: number;
}

/** The links that are mailed to who was invited, of which only hashes are kept, and which mail of each was begun last. */
export interface InvitationLinkStore {
  /**
   * Puts the link in place of the invitation's former one and notes that this mail is begun: both or neither. False,
   * changing nothing, if this mail or a later one was begun before: of several that begin it one succeeds.
   */
  begin(link: MailedInvitationLink): Promise<boolean>;
  /** The mail certainly reached nobody: it may be begun again. Its link stays. */
  withdraw(invitationId: number, sending: number): Promise<void>;
  find(linkHash: string): Promise<InvitationLink | null>;
  /** Ends the links of these invitations. */
  delete(invitationIds: readonly number[]): Promise<void>;
}

export interface SequenceStore {
  /** The next number of this kind, from 1; never one of `skip`, never the same twice. */
  next(kind: string, skip?: readonly number[]): Promise<number>;
  /** Counts all numbers of this kind up to `last` as given. */
  passTo(kind: string, last: number): Promise<void>;
}

export interface RequestKey {
  readonly actorId: number;
  readonly key: string;
  /** Hash of method, path and body. */
  readonly bodyHash: string;
}

export type Reservation<R> =
  /** Ours to carry out, or to carry out again: `minted` are the ids to use. */
  | { readonly kind: 'open'; readonly minted: Readonly<Record<string, number | string>> }
  /** Answered before. */
  | { readonly kind: 'answered'; readonly result: R }
  /** The same key came with another body. */
  | { readonly kind: 'mismatch' };

export interface RequestKeyStore {
  /** Reserves the key with these freshly minted ids; a repeat gets the ids of the first time. */
  reserve<R>(
    key: RequestKey,
    minted: Readonly<Record<string, number | string>>,
    now: number,
  ): Promise<Reservation<R>>;
  answer(key: RequestKey, result: unknown): Promise<void>;
  /** Whether a request reserved this key, whatever its body. */
  isReserved(key: Pick<RequestKey, 'actorId' | 'key'>): Promise<boolean>;
  /** Whether the request that reserved this key was answered, whatever its body. */
  isAnswered(key: Pick<RequestKey, 'actorId' | 'key'>): Promise<boolean>;
  /** Frees a key whose command was refused, so that the corrected request may use it; one that was answered stays. */
  release(key: RequestKey): Promise<void>;
  /** Forgets keys reserved before this time. */
  forget(before: number): Promise<void>;
}

/** How far readers of the event log that act outside have got. A position is kept as the text that it is. */
export interface CheckpointStore {
  load(reader: string): Promise<string | null>;
  save(reader: string, position: string): Promise<void>;
}

/** One record per input partition: the engine's state and the offset that follows what it contains. */
export interface IngestState {
  readonly partition: number;
  /** Counts up with every save. */
  readonly version: number;
  readonly nextOffset: number;
  readonly state: Uint8Array;
}

export interface IngestStateStore {
  load(partition: number): Promise<IngestState | null>;
  /** Saves as version `expected + 1` (0 if none was loaded); false if another instance saved meanwhile. */
  save(partition: number, expected: number, nextOffset: number, state: Uint8Array): Promise<boolean>;
}

/** Fixes of one car in one minute of `receivedAt`, coded. */
export interface HistoryBlock {
  readonly eventId: number;
  readonly invitationId: number;
  /** `receivedAt` / 60 000, rounded down. */
  readonly minute: number;
  readonly bytes: Uint8Array;
}

export interface NewHistoryBlock extends HistoryBlock {
  /** What it was made from, null if there was no block; whatever stands there if this is left out. */
  readonly replaces?: Uint8Array | null;
}

export interface HistoryStore {
  /**
   * Stores each block in the place of the one that it was made from, and answers those that were not stored because
   * another instance wrote there meanwhile: so that a paused one cannot write over its successor. If it rejects, some
   * may be stored.
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
  /** Deletes every block of an event. */
  forget(eventId: number): Promise<void>;
}

/** Who may do what only one process may do at a time. */
export interface Lease {
  /** One run of one process; null if it was released. */
  readonly holder: string | null;
  /** Moves on with every taking, renewing and releasing. If it stands still, its holder is gone. */
  readonly counter: number;
}

/** See `holdLease` for how to keep one. */
export interface LeaseStore {
  load(name: string): Promise<Lease | null>;
  /**
   * Takes, renews or (with null) releases it: its counter moves from `expected` (0 if there is no such lease) to
   * `expected + 1`. False if another moved it meanwhile.
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
  readonly deviceTokens: DeviceTokenStore;
  readonly invitationLinks: InvitationLinkStore;
  readonly sequences: SequenceStore;
  readonly requestKeys: RequestKeyStore;
  readonly checkpoints: CheckpointStore;
  readonly ingestStates: IngestStateStore;
  readonly history: HistoryStore;
  readonly leases: LeaseStore;
  /** Whether what keeps them answers now. */
  health(): Promise<PartHealth>;
  close(): Promise<void>;
}
