/**
 * Records in one SQLite file, for one process.
 *
 * A write resolves after its transaction is on disk (WAL, `synchronous = FULL`) and is stored whole or not at all; reads
 * see every write that has resolved. While the disk cannot be used calls reject with `StorageUnavailable`. What is deleted is overwritten, and an erased person leaves the write-ahead log too.
 */
import { secretsFile, type SecretsFile } from '@flagpost/platform';
import { inlineStorage, type Storage } from '@flagpost/storage';
import type { Records } from '../port.js';
import { clubMailStore } from './club-mail.js';
import { checkpointStore, leaseStore, requestKeyStore, sequenceStore } from './commands.js';
import { browserMarkStore, credentialStore } from './credentials.js';
import { openDatabase } from './database.js';
import { deviceTokenStore } from './device-tokens.js';
import { eventImageStore } from './event-images.js';
import { file } from './file.js';
import { invitationLinkStore } from './invitation-links.js';
import { oneTimeSecretStore } from './one-time-secrets.js';
import { avatarStore, peopleStore } from './people.js';
import { historyStore, ingestStateStore } from './ingest-stores.js';
import { secretsInMemory, takeSecretsOver } from './secrets.js';
import { sightingStore } from './sightings.js';
import { takeBackStore } from './take-backs.js';

export { sqliteRecordsArchive, type RecordsArchive } from './archive.js';

export interface SqliteRecordsOptions {
  /** Carries out the operations on the file; the caller's thread if left out. */
  readonly storage?: Storage | undefined;
  /** The file, created if missing; `:memory:` keeps nothing. */
  readonly path: string;
  /** The file of the secrets, which are not in the database; if left out, they last as long as the process. */
  readonly secrets?: string | undefined;
}

/** Moves secrets out of the database before anything else is done with it. */
const secretsOf = (path: string, secrets: string | undefined): SecretsFile => {
  const kept = secrets === undefined ? secretsInMemory() : secretsFile(secrets);
  if (path === ':memory:') return kept;
  const db = openDatabase(path);
  try {
    takeSecretsOver(db, kept);
  } finally {
    db.close();
  }
  return kept;
};

/**
 * Opens the records of one file. One instance may serve every part of the process.
 *
 * @throws {Error} if the file cannot be used, or was written by a newer version.
 */
export const sqliteRecords = ({
  path,
  secrets,
  storage = inlineStorage(),
}: SqliteRecordsOptions): Records => {
  const kept = secretsOf(path, secrets);
  const opened = storage.open(file, { path });
  return {
    people: peopleStore(opened),
    clubMail: clubMailStore(opened),
    credentials: credentialStore(opened, kept),
    browserMarks: browserMarkStore(opened),
    oneTimeSecrets: oneTimeSecretStore(opened),
    takeBacks: takeBackStore(opened),
    avatars: avatarStore(opened),
    eventImages: eventImageStore(opened),
    deviceTokens: deviceTokenStore(opened),
    invitationLinks: invitationLinkStore(opened),
    sequences: sequenceStore(opened),
    requestKeys: requestKeyStore(opened),
    checkpoints: checkpointStore(opened),
    ingestStates: ingestStateStore(opened),
    history: historyStore(opened),
    sightings: sightingStore(opened),
    leases: leaseStore(opened),
    health: () => opened.health(),
    close: () => opened.close(),
  };
};
