/**
 * Names that the api uses in its stores and topics. Data stored under one name cannot be found under another, so these
 * never change; `tools/golden-names.spec.ts` lists them.
 */

/** Consumer group that reads `race.facts`. */
export const FACTS_GROUP = 'api';

/** Elects the api process that runs the singleton jobs. */
export const SINGLETON_JOBS_LEASE = 'api duties';
/** Leases of the distributed mutex that serialises commands. */
export const mutexLease = (slot: number): string => `turn ${slot}`;

/** Names of the reactions' checkpoints. */
export const REACTION_NAMES = {
  invites: 'invites',
  deviceTokens: 'device tokens',
  firstAccess: 'first access',
  accountChanges: 'account changes',
  controlGranted: 'control granted',
  eventPostponed: 'event postponed',
  deletedEvents: 'deleted events',
  deletedClubs: 'deleted clubs',
  lastEntries: 'last entries of deleted clubs',
  deletedPositions: 'deleted positions',
  invitationMails: 'invitation mails',
  invitationDisputed: 'invitation disputed',
  push: 'push',
} as const;
export type ReactionName = (typeof REACTION_NAMES)[keyof typeof REACTION_NAMES];
/** Checkpoint with the mails of a reaction that are done, and those that wait. */
export const mailProgress = (reaction: ReactionName): string => `mails of ${reaction}`;

/** Checkpoint with the time up to which starts and finishes of events were pushed. */
export const PUSHED_TIMES = 'pushed times';
/** Checkpoint of an installation whose demo accounts carry the mark. */
export const DEMO_ACCOUNTS_MARKED = 'demo accounts marked';
/** Checkpoint with the number of the format of the log, of the newest release that wrote it. */
export const LOG_FORMAT_IN_USE = 'log format';
/** Checkpoint with a hash of the secret that signs access tokens. */
export const SECRET_IN_USE = 'jwt secret in use';
/** Checkpoint with what an institution chose for the columns of its lists. */
export const importColumns = (clubId: number): string => `import columns ${clubId}`;

/** Checkpoint with how far the import into an event is. */
export const importProgress = (eventId: number): string => `import progress ${eventId}`;

/** Names of stored images begin with what they are of. */
export const RACE_PICTURES = 'racePictures/';

/** Secrets that the program draws for itself, kept with the credentials. */
export const SECRET_NAMES = {
  accessTokens: 'jwt',
  firstAccess: 'first access',
  takeBacks: 'take back',
  newAddresses: 'new address',
  invitationLinks: 'invitation links',
  pushKeys: 'push keys',
  importHeaders: 'import headers',
} as const;

/** Sequences of ids that commands allocate. */
export const ID_KINDS = [
  'club',
  'licence',
  'user',
  'event',
  'category',
  'circuit',
  'invitation',
  'driver',
  'poi',
  'sector',
  'route',
  'flag',
  'alert',
  'timer',
  'note',
  'picture',
  'export',
] as const;
export type IdKind = (typeof ID_KINDS)[number];
/** Sequence that orders the changes of accounts. */
export const ACCOUNT_CHANGES = 'accountChange';
