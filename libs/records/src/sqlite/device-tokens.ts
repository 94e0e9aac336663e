import type { DatabaseSync } from 'node:sqlite';
import type {
  CarDevice,
  DeviceNote,
  DeviceStatus,
  DeviceTest,
  DeviceToken,
  DeviceTokenStore,
  IssuedToken,
} from '../port.js';
import type { RecordsFile } from './file.js';

export const DEVICE_STATUS_COLUMNS = `heard_at AS heardAt, dropped_at AS droppedAt, dropped_reason AS droppedReason,
  accuracy_m AS accuracyM, battery, clock_ms AS clockMs, app,
  test_id AS testId, test_shown_at AS testShownAt, test_confirmed_at AS testConfirmedAt`;

/** As selected by `DEVICE_STATUS_COLUMNS`. */
export interface DeviceStatusRow extends Omit<DeviceStatus, 'test'> {
  readonly testId: number | null;
  readonly testShownAt: number | null;
  readonly testConfirmedAt: number | null;
}

export const deviceStatusOf = <Row extends DeviceStatusRow>({
  testId,
  testShownAt: shownAt,
  testConfirmedAt: confirmedAt,
  ...status
}: Row): Omit<Row, 'testId' | 'testShownAt' | 'testConfirmedAt'> & Pick<DeviceStatus, 'test'> => ({
  ...status,
  test: testId === null ? null : { testId, shownAt, confirmedAt },
});

export const deviceTokenWrites = (db: DatabaseSync) => {
  const set = db.prepare(
    'INSERT OR REPLACE INTO device_token (token_hash, event_id, invitation_id, issued_at) VALUES (?, ?, ?, ?)',
  );
  const hear = db.prepare(
    `UPDATE device_token SET heard_at = :heardAt
     WHERE invitation_id = :invitationId AND issued_at <= :heardAt
       AND (heard_at IS NULL OR heard_at < :heardAt)`,
  );
  const report = db.prepare(
    `UPDATE device_token SET accuracy_m = coalesce(:accuracyM, accuracy_m), battery = coalesce(:battery, battery),
       clock_ms = coalesce(:clockMs, clock_ms), app = coalesce(:app, app)
     WHERE invitation_id = :invitationId AND issued_at <= :heardAt AND heard_at <= :heardAt`,
  );
  const drop = db.prepare(
    `UPDATE device_token SET dropped_at = :at, dropped_reason = :reason
     WHERE invitation_id = :invitationId AND issued_at <= :at AND (dropped_at IS NULL OR dropped_at <= :at)`,
  );
  const test = db.prepare(
    `UPDATE device_token SET
       test_shown_at = CASE WHEN test_id = :testId THEN coalesce(test_shown_at, :shownAt) ELSE :shownAt END,
       test_confirmed_at = CASE WHEN test_id = :testId THEN coalesce(test_confirmed_at, :confirmedAt) ELSE :confirmedAt END,
       test_id = :testId
     WHERE token_hash = :tokenHash AND (test_id IS NULL OR test_id <= :testId)`,
  );
  const end = db.prepare('DELETE FROM device_token WHERE invitation_id = ?');
  return {
    setDeviceToken: ({ tokenHash, eventId, invitationId, issuedAt }: IssuedToken) =>
      void set.run(tokenHash, eventId, invitationId, issuedAt),
    noteDevices(notes: readonly DeviceNote[]): void {
      for (const { invitationId, heardAt, dropped, report: said } of notes) {
        hear.run({ invitationId, heardAt });
        if (said !== undefined) report.run({ invitationId, heardAt, ...said });
        if (dropped !== null) drop.run({ invitationId, ...dropped });
      }
    },
    noteDeviceTest: (tokenHash: string, said: DeviceTest) => void test.run({ tokenHash, ...said }),
    endDeviceTokens: (invitationIds: readonly number[]) =>
      invitationIds.forEach((invitationId) => void end.run(invitationId)),
  };
};

export const deviceTokenReads = (db: DatabaseSync) => {
  const find = db.prepare(
    'SELECT event_id AS eventId, invitation_id AS invitationId FROM device_token WHERE token_hash = ?',
  );
  const status = db.prepare(`SELECT ${DEVICE_STATUS_COLUMNS} FROM device_token WHERE invitation_id = ?`);
  const ofEvent = db.prepare(
    `SELECT invitation_id AS invitationId, ${DEVICE_STATUS_COLUMNS} FROM device_token WHERE event_id = ?`,
  );
  const eventIds = db.prepare('SELECT DISTINCT event_id AS eventId FROM device_token');
  const heardSince = db.prepare(
    `SELECT invitation_id AS invitationId FROM device_token
     WHERE event_id IN (SELECT value FROM json_each(?)) AND heard_at >= ?`,
  );
  return {
    deviceToken: (tokenHash: string) =>
      (find.get(tokenHash) as unknown as Omit<DeviceToken, 'tokenHash'> | undefined) ?? null,
    deviceStatus: (invitationId: number): DeviceStatus | null => {
      const row = status.get(invitationId) as unknown as DeviceStatusRow | undefined;
      return row === undefined ? null : deviceStatusOf(row);
    },
    devicesOfEvent: (eventId: number) =>
      (ofEvent.all(eventId) as unknown as (DeviceStatusRow & Pick<CarDevice, 'invitationId'>)[]).map(
        deviceStatusOf,
      ),
    eventsWithDevices: () => eventIds.all().map(({ eventId }) => Number(eventId)),
    heardSince: (events: readonly number[], time: number) =>
      heardSince.all(JSON.stringify(events), time).map(({ invitationId }) => Number(invitationId)),
  };
};

/** Tokens in memory at most: one is looked up for every incoming position. */
const MAX_KNOWN = 20_000;

/**
 * What is known of tokens in memory. No other process writes the file, so it is only wrong if a read and a write of tokens
 * overlap: what was read meanwhile is not kept.
 */
export const deviceTokenStore = (file: RecordsFile): DeviceTokenStore => {
  const known = new Map<string, DeviceToken>();
  let changes = 0;
  const changed = (): void => {
    changes += 1;
    known.clear();
  };
  const change = async (work: () => Promise<void>): Promise<void> => {
    changed();
    try {
      await work();
    } finally {
      changed();
    }
  };
  const read = async (tokenHash: string): Promise<DeviceToken | null> => {
    const seen = changes;
    const row = await file.read('deviceToken', tokenHash);
    // Rows are in dictionary mode, which takes five times the memory of a plain object.
    const found = row === null ? null : { tokenHash, eventId: row.eventId, invitationId: row.invitationId };
    if (found !== null && seen === changes) {
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(tokenHash, found);
    }
    return found;
  };
  return {
    set: (token) => change(() => file.write('setDeviceToken', token)),
    find: (tokenHash) => known.get(tokenHash) ?? read(tokenHash),
    note: (notes) => file.write('noteDevices', notes),
    noteTest: (tokenHash, test) => file.write('noteDeviceTest', tokenHash, test),
    status: (invitationId) => file.read('deviceStatus', invitationId),
    ofEvent: (eventId) => file.read('devicesOfEvent', eventId),
    eventIds: () => file.read('eventsWithDevices'),
    heardSince: (eventIds, time) => file.read('heardSince', eventIds, time),
    delete: (invitationIds) => change(() => file.write('endDeviceTokens', invitationIds)),
  };
};
