/**
 * Records in one SQLite file, for one process.
 *
 * A write resolves after its transaction is on disk (WAL, `synchronous = FULL`) and is stored whole or not at all; reads
 * see every write that has resolved. What is deleted is overwritten, and an erased person leaves the write-ahead log too.
 */
import { secretsFile } from '@flagpost/platform';
import type { Records } from '../port.js';
import { clubMailStore } from './club-mail.js';
import { checkpointStore, leaseStore, requestKeyStore, sequenceStore } from './commands.js';
import { browserMarkStore, credentialStore, deviceTokenStore } from './credentials.js';
import { openDatabase } from './database.js';
import { eventImageStore } from './event-images.js';
import { invitationLinkStore } from './invitation-links.js';
import { oneTimeSecretStore } from './one-time-secrets.js';
import { avatarStore, peopleStore } from './people.js';
import { historyStore, ingestStateStore } from './ingest-stores.js';
import { secretsInMemory, takeSecretsOver } from './secrets.js';
import { takeBackStore } from './take-backs.js';
import { createWriter } from './writer.js';

export { sqliteRecordsArchive, type RecordsArchive } from './archive.js';

export interface SqliteRecordsOptions {
  /** The file, created if missing; `:memory:` keeps nothing. */
  readonly path: string;
  /** The file of the secrets, which are not in the database; if left out, they last as long as the process. */
  readonly secrets?: string | undefined;
}

/** Opens the records of one file. One instance may serve every part of the process. */
export const sqliteRecords = ({ path, secrets }: SqliteRecordsOptions): Records => {
  const db = openDatabase(path);
  const file = secrets === undefined ? secretsInMemory() : secretsFile(secrets);
  takeSecretsOver(db, file);
  const { write, flush } = createWriter(db);
  return {
    people: peopleStore(db, write),
    clubMail: clubMailStore(db, write),
    credentials: credentialStore(db, write, file),
    browserMarks: browserMarkStore(db, write),
    oneTimeSecrets: oneTimeSecretStore(db, write),
    takeBacks: takeBackStore(db, write),
    avatars: avatarStore(db, write),
    eventImages: eventImageStore(db, write),
    deviceTokens: deviceTokenStore(db, write),
    invitationLinks: invitationLinkStore(db, write),
    sequences: sequenceStore(db, write),
    requestKeys: requestKeyStore(db, write),
    checkpoints: checkpointStore(db, write),
    ingestStates: ingestStateStore(db, write),
    history: historyStore(db, write),
    leases: leaseStore(db, write),
    health: async () => ({ ok: db.isOpen }),
    async close() {
      if (!db.isOpen) return;
      flush();
      db.close();
    },
  };
};
