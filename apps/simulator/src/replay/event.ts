import {
  ALL_CATEGORIES_ID,
  PUBLISHED_STATE_ID,
  type DeviceTokenAnswer,
  type DriverPosition,
  type EventDetail,
} from '@flagpost/contracts';
import type { ApiClient } from '../api-client.js';
import { ApiRefusal } from '../refusals.js';
import type { LastFix } from './moved.js';
import { listed, ReplayError } from './recorded-cars.js';
import type { KnownSetup } from './setup.js';

/** The event that a recording is sent into. */
export interface Target {
  readonly event: KnownSetup;
  /** Invitation ids by car number. */
  readonly invitations: ReadonlyMap<string, number>;
  /** The last known positions of its cars. */
  readonly before: readonly LastFix[];
}

/**
 * An event that exists, and its authorised cars.
 *
 * @throws {ReplayError} if the event lacks some
 */
export const findEvent = async (
  api: ApiClient,
  eventId: number,
  numbers: readonly string[],
): Promise<Target> => {
  const { stsId, eveStart, eveFinish } = await api
    .get<EventDetail>(`events/${eventId}`)
    .catch((cause: unknown) => {
      if (!(cause instanceof ApiRefusal) || cause.statusCode !== 404) throw cause;
      throw new ReplayError(`There is no event ${eventId}.`, { cause });
    });
  const there = await api.get<DriverPosition[]>(`positionRecords/event/${eventId}/${ALL_CATEGORIES_ID}`);
  const invitations = new Map(there.map(({ CarNumber, InvitationId }) => [CarNumber, InvitationId]));
  const missing = numbers.filter((number) => !invitations.has(number));
  if (missing.length > 0) throw new ReplayError(`Event ${eventId} has no authorised car ${listed(missing)}.`);
  const event: KnownSetup = {
    eventId,
    published: stsId === PUBLISHED_STATE_ID,
    startsAt: Date.parse(eveStart),
    finishesAt: Date.parse(eveFinish),
    invitationIds: [...invitations.values()],
  };
  return { event, invitations, before: there.flatMap(lastFixOf) };
};

const lastFixOf = ({ InvitationId, PositionId, Lat, Lng, Adddate }: DriverPosition): LastFix[] =>
  Lat === null || Lng === null || Adddate === null
    ? []
    : [{ invitationId: InvitationId, receivedAt: PositionId, t: Date.parse(Adddate), lat: Lat, lng: Lng }];

/** The address of the positions door of a competitor's new device; the former device is not known any more. */
export const newDoor = async (api: ApiClient, invitationId: number): Promise<string> =>
  (await api.post<DeviceTokenAnswer>(`invitations/${invitationId}/deviceToken`)).doors.positions;
