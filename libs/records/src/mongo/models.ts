import { Schema, type Connection } from 'mongoose';

/**
 * The collections of the records. What belongs together and must change together is one document, since a write of one
 * document is atomic and nothing larger is. Indexes: one for each question that is not asked by id.
 */
const options = { versionKey: false, strict: true, minimize: false } as const;

const person = new Schema(
  {
    _id: Number,
    name: String,
    surname: String,
    email: String,
    /** The normalized address, equal for all spellings; left out if there is none, or if it is for display only. */
    emailKey: String,
    /** The normalized address that is for display only; former releases left it out. */
    shownEmailKey: String,
    phone: String,
    bloodType: String,
    avatar: String,
  },
  options,
)
  .index({ emailKey: 1 }, { unique: true, sparse: true })
  .index({ shownEmailKey: 1 }, { sparse: true });

const clubMail = new Schema({ _id: Number, mail: String }, options);

const password = new Schema({ _id: Number, hash: String, temporary: Boolean }, options);

/** `_id` is its name. */
const avatar = new Schema({ _id: String, userId: Number, bytes: Buffer }, options).index({ userId: 1 });

/** `_id` is its name. */
const eventImage = new Schema(
  { _id: String, eventId: Number, addedAt: Number, bytes: Buffer },
  options,
).index({ eventId: 1, addedAt: 1 });

/** `_id` is their subject. Every change increments `version`. */
const oneTimeSecret = new Schema(
  {
    _id: String,
    version: Number,
    tries: Number,
    /** The latest expiry of its secrets. */
    expiresAt: Number,
    secrets: [new Schema({ hash: String, expiresAt: Number, sealed: String }, { _id: false })],
    /** Of the single secret per subject in former releases, which had no `secrets`. */
    hash: String,
  },
  options,
).index({ expiresAt: 1 });

/** `_id` is the hash of its link's token. */
const takeBack = new Schema(
  { _id: String, userId: Number, order: Number, expiresAt: Number, sealed: String, heldAddress: String },
  options,
)
  .index({ userId: 1 })
  .index({ expiresAt: 1 })
  .index({ heldAddress: 1 }, { sparse: true });

/** A sign-in and its refresh tokens: `_id` is the family's id. Every change increments `version`. */
const session = new Schema(
  {
    _id: String,
    userId: Number,
    version: Number,
    /** The latest expiry of its tokens. */
    expiresAt: Number,
    tokens: [
      new Schema(
        {
          tokenHash: String,
          expiresAt: Number,
          replacedAt: Number,
          successor: String,
          markHash: String,
          browser: String,
        },
        { _id: false },
      ),
    ],
    push: new Schema(
      { endpoint: String, p256dh: String, auth: String, language: String, publicKey: String },
      { _id: false },
    ),
  },
  options,
)
  .index({ 'push.endpoint': 1 }, { unique: true, sparse: true })
  .index({ 'tokens.tokenHash': 1 })
  .index({ userId: 1 })
  .index({ expiresAt: 1 });

/** `_id` is its hash. */
const browserMark = new Schema({ _id: String, userId: Number, expiresAt: Number }, options)
  .index({ userId: 1 })
  .index({ expiresAt: 1 });

const secret = new Schema({ _id: String, value: String }, options);

/** `_id` is the invitation's id. */
const deviceToken = new Schema(
  {
    _id: Number,
    eventId: Number,
    tokenHash: String,
    /** Left out by former releases, as the status was. */
    issuedAt: Number,
    heardAt: Number,
    droppedAt: Number,
    droppedReason: String,
    accuracyM: Number,
    battery: Number,
    clockMs: Number,
    app: String,
    testId: Number,
    testShownAt: Number,
    testConfirmedAt: Number,
  },
  options,
)
  .index({ tokenHash: 1 }, { unique: true })
  .index({ eventId: 1, heardAt: 1 });

/** `_id` is the invitation's id. */
const invitationLink = new Schema(
  { _id: Number, eventId: Number, linkHash: String, sending: Number },
  options,
).index({ linkHash: 1 }, { unique: true });

const sequence = new Schema({ _id: String, last: Number }, options);

/** `_id` is actor and key. Reserved ids and result are JSON. */
const requestKey = new Schema(
  { _id: String, bodyHash: String, minted: String, reservedAt: Number, result: String },
  options,
).index({ reservedAt: 1 });

const checkpoint = new Schema({ _id: String, position: String }, options);

/** `_id` is the partition. */
const ingestState = new Schema({ _id: Number, version: Number, nextOffset: Number, state: Buffer }, options);

/** `_id` is event, minute and car. */
const historyBlock = new Schema(
  { _id: String, eventId: Number, minute: Number, invitationId: Number, bytes: Buffer },
  options,
).index({ eventId: 1, minute: 1, invitationId: 1 });

/** `_id` is event and minute. */
const historyKeyframe = new Schema(
  { _id: String, eventId: Number, minute: Number, bytes: Buffer },
  options,
).index({ eventId: 1, minute: 1 });

/** `_id` is event, minute and writer. */
const sightingBlock = new Schema(
  { _id: String, eventId: Number, minute: Number, writer: String, bytes: Buffer },
  options,
).index({ eventId: 1, minute: 1, writer: 1 });

/** `_id` is the name of the connection. */
const screenConnection = new Schema(
  { _id: String, eventId: Number, userId: Number, directs: Boolean, from: Number, to: Number },
  options,
).index({ eventId: 1, from: 1 });

const lease = new Schema({ _id: String, holder: String, counter: Number }, options);

/** Collection names by their name in the code. Renaming one loses its data. */
export const COLLECTIONS = {
  people: 'people',
  clubMail: 'club_mail',
  passwords: 'passwords',
  sessions: 'sessions',
  browserMarks: 'browser_marks',
  avatars: 'avatars',
  eventImages: 'event_images',
  oneTimeSecrets: 'one_time_secrets',
  takeBacks: 'take_backs',
  secrets: 'secrets',
  deviceTokens: 'device_tokens',
  invitationLinks: 'invitation_links',
  sequences: 'sequences',
  requestKeys: 'request_keys',
  checkpoints: 'checkpoints',
  ingestStates: 'ingest_states',
  historyBlocks: 'history_blocks',
  historyKeyframes: 'history_keyframes',
  sightingBlocks: 'sighting_blocks',
  screenConnections: 'screen_connections',
  leases: 'leases',
} as const;

export const modelsOf = (connection: Connection) => ({
  people: connection.model(COLLECTIONS.people, person, COLLECTIONS.people),
  clubMail: connection.model(COLLECTIONS.clubMail, clubMail, COLLECTIONS.clubMail),
  passwords: connection.model(COLLECTIONS.passwords, password, COLLECTIONS.passwords),
  sessions: connection.model(COLLECTIONS.sessions, session, COLLECTIONS.sessions),
  browserMarks: connection.model(COLLECTIONS.browserMarks, browserMark, COLLECTIONS.browserMarks),
  avatars: connection.model(COLLECTIONS.avatars, avatar, COLLECTIONS.avatars),
  eventImages: connection.model(COLLECTIONS.eventImages, eventImage, COLLECTIONS.eventImages),
  oneTimeSecrets: connection.model(COLLECTIONS.oneTimeSecrets, oneTimeSecret, COLLECTIONS.oneTimeSecrets),
  takeBacks: connection.model(COLLECTIONS.takeBacks, takeBack, COLLECTIONS.takeBacks),
  secrets: connection.model(COLLECTIONS.secrets, secret, COLLECTIONS.secrets),
  deviceTokens: connection.model(COLLECTIONS.deviceTokens, deviceToken, COLLECTIONS.deviceTokens),
  invitationLinks: connection.model(COLLECTIONS.invitationLinks, invitationLink, COLLECTIONS.invitationLinks),
  sequences: connection.model(COLLECTIONS.sequences, sequence, COLLECTIONS.sequences),
  requestKeys: connection.model(COLLECTIONS.requestKeys, requestKey, COLLECTIONS.requestKeys),
  checkpoints: connection.model(COLLECTIONS.checkpoints, checkpoint, COLLECTIONS.checkpoints),
  ingestStates: connection.model(COLLECTIONS.ingestStates, ingestState, COLLECTIONS.ingestStates),
  historyBlocks: connection.model(COLLECTIONS.historyBlocks, historyBlock, COLLECTIONS.historyBlocks),
  historyKeyframes: connection.model(
    COLLECTIONS.historyKeyframes,
    historyKeyframe,
    COLLECTIONS.historyKeyframes,
  ),
  sightingBlocks: connection.model(COLLECTIONS.sightingBlocks, sightingBlock, COLLECTIONS.sightingBlocks),
  screenConnections: connection.model(
    COLLECTIONS.screenConnections,
    screenConnection,
    COLLECTIONS.screenConnections,
  ),
  leases: connection.model(COLLECTIONS.leases, lease, COLLECTIONS.leases),
});
export type Models = ReturnType<typeof modelsOf>;
