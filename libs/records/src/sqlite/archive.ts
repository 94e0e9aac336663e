import { secretsFile } from '@flagpost/platform';
import type {
  Avatar,
  BrowserMark,
  DeviceStatus,
  EventImage,
  HistoryBlock,
  IngestState,
  IssuedToken,
  MailedInvitationLink,
  Password,
  Person,
  PushSubscription,
  RefreshToken,
  RequestKey,
  ScreenConnection,
  SightingBlock,
  TakeBack,
} from '../port.js';
import { PUSH_SUBSCRIPTION_COLUMNS } from './credentials.js';
import { openDatabase } from './database.js';
import { DEVICE_STATUS_COLUMNS, deviceStatusOf, type DeviceStatusRow } from './device-tokens.js';
import { EVENT_IMAGE_COLUMNS } from './event-images.js';
import { INVITATION_LINK_COLUMNS } from './invitation-links.js';
import { PERSON_COLUMNS, personOf, type PersonRow } from './people.js';
import { SCREEN_COLUMNS, SIGHTING_COLUMNS, screenOf, type ScreenRow } from './sightings.js';
import { secretsInTable } from './secrets.js';
import { TAKE_BACK_COLUMNS } from './take-backs.js';

export interface ArchivedRequestKey extends RequestKey {
  readonly minted: Readonly<Record<string, number | string>>;
  readonly reservedAt: number;
  /** Absent if the request was not answered. */
  readonly result?: unknown;
}

/**
 * Read and write access to everything in one file, for copying it while no process writes to it. Leases are excluded,
 * as they belong to processes, and so are one-time secrets, which can be requested again.
 */
export interface RecordsArchive {
  people(): readonly Person[];
  clubMail(): readonly { readonly clubId: number; readonly mail: string }[];
  passwords(): readonly (Password & { readonly userId: number })[];
  avatars(): readonly Avatar[];
  /** One after another, as all of them may be larger than the memory. */
  eventImages(): Iterable<EventImage>;
  refreshTokens(): readonly RefreshToken[];
  pushSubscriptions(): readonly PushSubscription[];
  browserMarks(): readonly BrowserMark[];
  takeBacks(): readonly TakeBack[];
  secrets(): readonly { readonly name: string; readonly value: string }[];
  deviceTokens(): readonly (IssuedToken & DeviceStatus)[];
  invitationLinks(): readonly MailedInvitationLink[];
  /** The last number used, by kind. */
  sequences(): readonly { readonly kind: string; readonly last: number }[];
  requestKeys(): readonly ArchivedRequestKey[];
  checkpoints(): readonly { readonly reader: string; readonly position: string }[];
  ingestStates(): readonly IngestState[];
  /** At most `limit` blocks after this one, in order of event, minute, car; from the first if it is null. */
  history(after: Omit<HistoryBlock, 'bytes'> | null, limit: number): readonly HistoryBlock[];
  /** One after another. */
  sightings(): Iterable<SightingBlock>;
  screens(): readonly ScreenConnection[];
  close(): void;
}

interface KeyRow extends RequestKey {
  readonly minted: string;
  readonly reservedAt: number;
  readonly result: string | null;
}

/** @param files `secrets` may be missing: former releases kept secrets in the database. */
export const sqliteRecordsArchive = (files: {
  readonly records: string;
  readonly secrets: string;
}): RecordsArchive => {
  const db = openDatabase(files.records);
  const secrets = secretsFile(files.secrets);
  const all = (query: string): unknown => db.prepare(query).all();
  const history = db.prepare(
    `SELECT event_id AS eventId, minute, invitation_id AS invitationId, bytes FROM history_block
     WHERE (event_id, minute, invitation_id) > (?, ?, ?) ORDER BY event_id, minute, invitation_id LIMIT ?`,
  );
  return {
    people: () => (all(`SELECT ${PERSON_COLUMNS} FROM person ORDER BY id`) as PersonRow[]).map(personOf),
    clubMail: () =>
      all('SELECT club_id AS clubId, mail FROM club_mail ORDER BY club_id') as {
        clubId: number;
        mail: string;
      }[],
    passwords: () =>
      (
        all('SELECT user_id AS userId, hash, temporary FROM password ORDER BY user_id') as {
          userId: number;
          hash: string;
          temporary: number;
        }[]
      ).map((password) => ({ ...password, temporary: password.temporary === 1 })),
    avatars: () => all('SELECT name, user_id AS userId, bytes FROM avatar ORDER BY name') as Avatar[],
    eventImages: () =>
      db
        .prepare(`SELECT ${EVENT_IMAGE_COLUMNS} FROM event_image ORDER BY name`)
        .iterate() as unknown as Iterable<EventImage>,
    refreshTokens: () =>
      all(`SELECT token_hash AS tokenHash, user_id AS userId, family_id AS familyId, expires_at AS expiresAt,
             replaced_at AS replacedAt, successor, mark_hash AS markHash, browser
           FROM refresh_token ORDER BY token_hash`) as RefreshToken[],
    pushSubscriptions: () =>
      all(
        `SELECT ${PUSH_SUBSCRIPTION_COLUMNS} FROM push_subscription ORDER BY family_id`,
      ) as PushSubscription[],
    browserMarks: () =>
      all(`SELECT mark_hash AS hash, user_id AS userId, expires_at AS expiresAt
           FROM browser_mark ORDER BY mark_hash`) as BrowserMark[],
    secrets: () =>
      Object.entries(secrets.exists() ? secrets.read() : secretsInTable(db)).map(([name, value]) => ({
        name,
        value,
      })),
    takeBacks: () =>
      all(`SELECT ${TAKE_BACK_COLUMNS} FROM take_back ORDER BY user_id, "order", token_hash`) as TakeBack[],
    deviceTokens: () =>
      (
        all(`SELECT token_hash AS tokenHash, event_id AS eventId, invitation_id AS invitationId,
             issued_at AS issuedAt, ${DEVICE_STATUS_COLUMNS}
           FROM device_token ORDER BY token_hash`) as (IssuedToken & DeviceStatusRow)[]
      ).map(deviceStatusOf),
    invitationLinks: () =>
      all(`SELECT ${INVITATION_LINK_COLUMNS}, sending
           FROM invitation_link ORDER BY invitation_id`) as MailedInvitationLink[],
    sequences: () => all('SELECT kind, last FROM sequence ORDER BY kind') as { kind: string; last: number }[],
    requestKeys: () =>
      (
        all(`SELECT actor_id AS actorId, key, body_hash AS bodyHash, minted, reserved_at AS reservedAt, result
             FROM request_key ORDER BY actor_id, key`) as KeyRow[]
      ).map(({ minted, result, ...key }) => ({
        ...key,
        minted: JSON.parse(minted) as ArchivedRequestKey['minted'],
        ...(result === null ? {} : { result: JSON.parse(result) as unknown }),
      })),
    checkpoints: () =>
      all('SELECT reader, position FROM checkpoint ORDER BY reader') as {
        reader: string;
        position: string;
      }[],
    ingestStates: () =>
      all(`SELECT partition, version, next_offset AS nextOffset, state
           FROM ingest_state ORDER BY partition`) as IngestState[],
    history: (after, limit) =>
      history.all(
        after?.eventId ?? 0,
        after?.minute ?? 0,
        after?.invitationId ?? 0,
        limit,
      ) as unknown as HistoryBlock[],
    sightings: () =>
      db
        .prepare(`SELECT ${SIGHTING_COLUMNS} FROM sighting_block ORDER BY event_id, minute, writer`)
        .iterate() as unknown as Iterable<SightingBlock>,
    screens: () =>
      (all(`SELECT ${SCREEN_COLUMNS} FROM screen_connection ORDER BY id`) as ScreenRow[]).map(screenOf),
    close: () => db.close(),
  };
};
