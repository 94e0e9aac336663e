/**
 * Records in one MongoDB database, shared by all processes of an installation.
 *
 * A write resolves when a majority of the servers has it in their journals. One document is written whole or not at all,
 * and nothing here needs more: there are no transactions. Conditional writes (sequences, request keys, tokens, ingest
 * states, leases) are decided by the server, so that of two processes one wins. A call whose answer was lost may have
 * been carried out; asking again is harmless everywhere. While the server cannot be reached calls reject with
 * `ServiceUnavailableError`.
 */
import type { MongoConfig } from '@flagpost/platform';
import { checkIndexes, connectMongo, migrateMongo, mongoHealth, reaching } from '@flagpost/platform/mongo';
import type { Records } from '../port.js';
import { clubMailStore } from './club-mail.js';
import { checkpointStore, leaseStore, requestKeyStore, sequenceStore } from './commands.js';
import { browserMarkStore, credentialStore, deviceTokenStore } from './credentials.js';
import { eventImageStore } from './event-images.js';
import { invitationLinkStore } from './invitation-links.js';
import { modelsOf } from './models.js';
import { oneTimeSecretStore } from './one-time-secrets.js';
import { avatarStore, keyShownEmails, peopleStore } from './people.js';
import { historyStore, ingestStateStore } from './ingest-stores.js';
import { sightingStore } from './sightings.js';
import { takeBackStore } from './take-backs.js';

export { COLLECTIONS } from './models.js';

const PART = 'Records';

/**
 * Opens the records of a database that was migrated.
 *
 * @throws {ConfigError} if there is no address, or a collection or index is missing.
 * @throws {ServiceUnavailableError} if no server answers.
 */
export const mongoRecords = async (config: MongoConfig): Promise<Records> => {
  const connection = await connectMongo(config, PART);
  const models = modelsOf(connection);
  try {
    await checkIndexes(connection, PART);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    people: reaching(PART, peopleStore(models)),
    clubMail: reaching(PART, clubMailStore(models)),
    credentials: reaching(PART, credentialStore(models)),
    browserMarks: reaching(PART, browserMarkStore(models)),
    oneTimeSecrets: reaching(PART, oneTimeSecretStore(models)),
    takeBacks: reaching(PART, takeBackStore(models)),
    avatars: reaching(PART, avatarStore(models)),
    eventImages: reaching(PART, eventImageStore(models)),
    deviceTokens: reaching(PART, deviceTokenStore(models)),
    invitationLinks: reaching(PART, invitationLinkStore(models)),
    sequences: reaching(PART, sequenceStore(models)),
    requestKeys: reaching(PART, requestKeyStore(models)),
    checkpoints: reaching(PART, checkpointStore(models)),
    ingestStates: reaching(PART, ingestStateStore(models)),
    history: reaching(PART, historyStore(models)),
    sightings: reaching(PART, sightingStore(models)),
    leases: reaching(PART, leaseStore(models)),
    health: () => mongoHealth(connection),
    close: () => connection.close(),
  };
};

/** Creates missing collections and indexes, and what documents of former releases lack. @returns a line for each. */
export const migrateMongoRecords = (config: MongoConfig): Promise<readonly string[]> =>
  migrateMongo(config, PART, modelsOf, keyShownEmails);
