import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { REACTION_NAMES } from '@flagpost/api';
import { FINISH_RADIUS_M, SAFETY_CAR_DELAY_S } from '@flagpost/contracts';
import {
  controlStream,
  EVENT_VERSIONS,
  eventStream,
  invitationStream,
  lapsStream,
  type FlagpostEvent,
} from '@flagpost/domain';
import type { EventStore, Position } from '@flagpost/event-sourcing';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { inRecords } from './long-race.ts';
import { machine } from './pipeline.ts';

const CARS = 100;
const LAPS = 80;
const LAP_MS = 104_000;
/** Flags to everybody, each confirmed by everybody, and cleared before the next one. */
const FLAG_EVERY_LAPS = 5;
const DAY_MS = 24 * 3_600_000;
const FIRST_DAY = Date.UTC(2026, 2, 1, 8);

interface Placed {
  readonly stream: string;
  readonly event: FlagpostEvent;
}

/** A race of a season from its entries to its flag, in the order in which it is recorded: 9,800 events, most of them laps. */
function* raceOf(eventId: number): Generator<Placed> {
  const began = FIRST_DAY + eventId * DAY_MS;
  const cars = Array.from({ length: CARS }, (_, car) => eventId * 1_000 + car);
  const event = (placed: FlagpostEvent): Placed => ({ stream: eventStream(eventId), event: placed });
  const control = (placed: FlagpostEvent): Placed => ({ stream: controlStream(eventId), event: placed });

  yield event({
    type: 'EventCreated',
    data: {
      eventId,
      clubId: 1,
      name: `Round ${eventId}`,
      startsAt: began,
      finishesAt: began + DAY_MS,
      timeZone: 'Europe/Rome',
      countryId: 105,
      state: 'AL',
      city: 'Castelletto',
      circuitName: 'Sette Fraschette',
      categoryIds: [1],
      finishRadiusM: FINISH_RADIUS_M.default,
      safetyCarDelayS: SAFETY_CAR_DELAY_S.default,
      plannerId: 1,
      viewerId: 2,
    },
  });
  for (const [index, invitationId] of cars.entries()) {
    const ids = { eventId, invitationId };
    const entry = {
      categoryId: 1,
      carNumber: String(index + 1),
      brand: 'Lancia',
      model: 'Delta',
      codriverId: null,
    };
    const data = { ...ids, ...entry, driverId: index + 1, userId: index + 10, statusId: 501 };
    yield { stream: invitationStream(invitationId), event: { type: 'InvitationAdded', data } };
    yield { stream: invitationStream(invitationId), event: { type: 'InvitationAuthorized', data: ids } };
  }
  yield event({ type: 'EventPublished', data: { eventId, language: 'en' } });

  for (let lap = 1; lap <= LAPS; lap++) {
    const at = began + lap * LAP_MS;
    for (const [index, invitationId] of cars.entries()) {
      const crossedAt = at + index * 317;
      const data = {
        eventId,
        invitationId,
        lapEpoch: 0,
        lap,
        lapTimeMs: LAP_MS,
        crossedAt,
        receivedAt: crossedAt + 400,
      };
      yield { stream: lapsStream(invitationId), event: { type: 'LapRecorded', data, occurredAt: crossedAt } };
    }
    if (lap % FLAG_EVERY_LAPS !== 0) continue;
    const flagId = eventId * 1_000 + lap;
    const flag = {
      message: null,
      sectorId: null,
      sectorImg: null,
      sanctionedDriver: null,
      by: 1,
      sentAt: at,
    };
    yield control({ type: 'FlagSent', data: { eventId, flagId, code: 806, receivers: cars, ...flag } });
    for (const invitationId of cars) {
      const data = { eventId, flagId, invitationId, confirmedAt: at + 2_000, receivedAt: at + 2_300 };
      yield control({ type: 'FlagConfirmed', data, occurredAt: data.confirmedAt });
    }
    yield control({ type: 'FlagsCleared', data: { eventId, by: 1, clearedAt: at + 60_000 } });
  }
}

/** Event after event, until there are so many. */
function* season(events: number): Generator<Placed> {
  for (let eventId = 1, left = events; left > 0; eventId++)
    for (const placed of raceOf(eventId)) {
      if (left === 0) return;
      left -= 1;
      yield placed;
    }
}

/** Batch size: events per transaction. */
const AT_ONCE = 1_000;

const metaOf = ({ type }: FlagpostEvent) => ({
  id: randomUUID(),
  actorId: null,
  actorRoles: [],
  clubId: 1,
  correlationId: randomUUID(),
  causationId: randomUUID(),
  schemaVersion: EVENT_VERSIONS[type],
});

/** Fills an empty log with a season of so many events. */
export const recordSeason = async (store: EventStore, events: number): Promise<void> => {
  let appends: Promise<unknown>[] = [];
  for (const { stream, event } of season(events)) {
    appends.push(store.append(stream, [{ ...event, meta: metaOf(event) }], 'any'));
    if (appends.length < AT_ONCE) continue;
    await Promise.all(appends);
    appends = [];
  }
  await Promise.all(appends);
};

/** A log in a new file, written as rows: millions of events in a minute or two. @returns the last position */
const writeLog = async (path: string, events: number): Promise<Position | null> => {
  const store = sqliteEventStore({ ...machine, path });
  const db = new DatabaseSync(path);
  db.exec('PRAGMA synchronous = OFF; BEGIN');
  const insert = db.prepare(
    `INSERT INTO events (stream, revision, type, data, meta, occurred_at, recorded_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const revisions = new Map<string, number>();
  for (const { stream, event } of season(events)) {
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    const occurredAt = 'occurredAt' in event ? event.occurredAt : null;
    const texts = [event.type, JSON.stringify(event.data), JSON.stringify(metaOf(event))] as const;
    insert.run(stream, revision, ...texts, occurredAt, FIRST_DAY);
  }
  db.exec('COMMIT');
  db.close();
  const last = await store.head();
  await store.close();
  return last;
};

/** A data folder in which a season was recorded: its reactions followed as it went, its views and the index of its log are still to be made. */
export const writeSeason = async (folder: string, events: number): Promise<void> => {
  const last = await writeLog(join(folder, 'events.db'), events);
  if (last === null) return;
  await inRecords(join(folder, 'records.db'), async ({ checkpoints }) => {
    for (const name of Object.values(REACTION_NAMES)) await checkpoints.advance(name, null, last);
  });
};
