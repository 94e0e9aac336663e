import { randomUUID } from 'node:crypto';
import { FINISH_RADIUS_M, ITALY, SAFETY_CAR_DELAY_S } from '@flagpost/contracts';
import { clubStream, EVENT_VERSIONS, eventStream, type FlagpostEvent } from '@flagpost/domain';
import type { EventStore } from '@flagpost/event-sourcing';

const HOUR_MS = 3_600_000;
/** Beside the demo's, which makes the first ones when it starts. */
const OTHER_CLUBS = 9;
const FIRST_OTHER_CLUB = 11;
const AT_ONCE = 500;

const CITIES = ['Cuneo', 'Alba', 'Asti', 'Savona', 'Ivrea', 'Biella', 'Novara', 'Pavia'];

const append = (store: EventStore, stream: string, { type, data }: FlagpostEvent): Promise<unknown> => {
  const cause = { correlationId: randomUUID(), causationId: randomUUID() };
  const meta = { id: randomUUID(), actorId: 1, actorRoles: [2], clubId: 1, ...cause };
  return store.append(
    stream,
    [{ type, data, meta: { ...meta, schemaVersion: EVENT_VERSIONS[type] } }],
    'any',
  );
};

const clubRegistered = (clubId: number): FlagpostEvent => ({
  type: 'ClubRegistered',
  data: {
    clubId,
    name: `Motor Club ${clubId}`,
    countryId: ITALY,
    state: 'Piemonte',
    city: 'Alba',
    address: 'Corso Italia 1',
    position: null,
    web: null,
    socialNetwork: null,
    facebook: null,
    instagram: null,
    contactId: null,
  },
});

const eventCreated = (eventId: number, clubId: number, startsAt: number): FlagpostEvent => ({
  type: 'EventCreated',
  data: {
    eventId,
    clubId,
    name: `Round ${eventId} of the season`,
    startsAt,
    finishesAt: startsAt + 8 * HOUR_MS,
    timeZone: 'Europe/Rome',
    countryId: ITALY,
    state: 'Piemonte',
    city: CITIES[eventId % CITIES.length] ?? '',
    circuitName: `Circuit ${eventId % 40}`,
    categoryIds: [1, 2],
    finishRadiusM: FINISH_RADIUS_M.default,
    safetyCarDelayS: SAFETY_CAR_DELAY_S.default,
    plannerId: null,
    viewerId: null,
  },
});

/** Half of the events are past. */
const startOf = (eventId: number, now: number): number =>
  now + (eventId % 2 === 0 ? 1 : -1) * ((eventId % 1_000) + 1) * 24 * HOUR_MS;

/** An event of the first club that has begun. */
export const recordRunningEvent = (store: EventStore, eventId: number, now: number): Promise<unknown> =>
  append(store, eventStream(eventId), eventCreated(eventId, 1, now - HOUR_MS));

/** Events of ten clubs, the first `ofFirst` of them of the first club, which is the demo's. */
export const recordEvents = async (
  store: EventStore,
  events: number,
  ofFirst: number,
  now: number,
): Promise<void> => {
  for (let club = FIRST_OTHER_CLUB; club < FIRST_OTHER_CLUB + OTHER_CLUBS; club++)
    await append(store, clubStream(club), clubRegistered(club));
  for (let first = 1; first <= events; first += AT_ONCE) {
    const eventIds = Array.from(
      { length: Math.min(AT_ONCE, events + 1 - first) },
      (_, index) => first + index,
    );
    await Promise.all(
      eventIds.map((eventId) => {
        const clubId = eventId <= ofFirst ? 1 : FIRST_OTHER_CLUB + (eventId % OTHER_CLUBS);
        return append(store, eventStream(eventId), eventCreated(eventId, clubId, startOf(eventId, now)));
      }),
    );
  }
};
