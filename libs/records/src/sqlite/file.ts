/** The operations on the file of records. Threads of the storage import this module. */
import type { StorageFile } from '@flagpost/storage';
import { defineFile } from '@flagpost/storage/define';
import { EmailTaken } from '../port.js';
import { clubMailReads, clubMailWrites } from './club-mail.js';
import {
  checkpointReads,
  checkpointWrites,
  leaseReads,
  leaseWrites,
  requestKeyReads,
  requestKeyWrites,
  sequenceWrites,
} from './commands.js';
import { browserMarkReads, browserMarkWrites, credentialReads, credentialWrites } from './credentials.js';
import { migrate, SETTINGS } from './database.js';
import { deviceTokenReads, deviceTokenWrites } from './device-tokens.js';
import { eventImageReads, eventImageWrites } from './event-images.js';
import { historyReads, historyWrites, ingestStateReads, ingestStateWrites } from './ingest-stores.js';
import { invitationLinkReads, invitationLinkWrites } from './invitation-links.js';
import { oneTimeSecretReads, oneTimeSecretWrites } from './one-time-secrets.js';
import { avatarReads, avatarWrites, peopleReads, peopleWrites } from './people.js';
import { sightingReads, sightingWrites } from './sightings.js';
import { takeBackReads, takeBackWrites } from './take-backs.js';

export const file = defineFile({
  module: import.meta.url,
  title: 'The file of records',
  settings: SETTINGS,
  prepare: migrate,
  writes: (db) => ({
    ...peopleWrites(db),
    ...clubMailWrites(db),
    ...credentialWrites(db),
    ...browserMarkWrites(db),
    ...oneTimeSecretWrites(db),
    ...takeBackWrites(db),
    ...avatarWrites(db),
    ...eventImageWrites(db),
    ...deviceTokenWrites(db),
    ...invitationLinkWrites(db),
    ...sequenceWrites(db),
    ...requestKeyWrites(db),
    ...checkpointWrites(db),
    ...ingestStateWrites(db),
    ...historyWrites(db),
    ...sightingWrites(db),
    ...leaseWrites(db),
  }),
  reads: (db) => ({
    ...peopleReads(db),
    ...clubMailReads(db),
    ...credentialReads(db),
    ...browserMarkReads(db),
    ...oneTimeSecretReads(db),
    ...takeBackReads(db),
    ...avatarReads(db),
    ...eventImageReads(db),
    ...deviceTokenReads(db),
    ...invitationLinkReads(db),
    ...requestKeyReads(db),
    ...checkpointReads(db),
    ...ingestStateReads(db),
    ...historyReads(db),
    ...sightingReads(db),
    ...leaseReads(db),
  }),
  checked: ['putPerson', 'changePerson'],
  long: ['blocks', 'countBlocks', 'keyframes', 'eventImage', 'sightings'],
  errors: { EmailTaken: (message) => new EmailTaken(message) },
});

export type RecordsFile = StorageFile<ReturnType<typeof file.writes>, ReturnType<typeof file.reads>>;
