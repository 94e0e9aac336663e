import { basename } from 'node:path';
import {
  ALL_CATEGORIES_ID,
  ITALY,
  LIMITS,
  SAFETY_CAR_DELAY_S,
  type AuthorizeAnswer,
  type AuthorizeRequest,
  type CategoryAnswer,
  type CategoryOption,
  type CircuitRouteRequest,
  type DeviceTokenAnswer,
  type DriverPosition,
  type EventAnswer,
  type EventRequest,
  type IdDescription,
  type InvitationDriverAnswer,
} from '@flagpost/contracts';
import type { RecordedFix, Recording } from '@flagpost/telemetry/recordings';
import type { NewEvent } from '../arguments.js';
import { competitorRequest, type Competitor } from '../competitor.js';
import { courseOf, gatesOf, listed, ReplayError, type Gates, type RecordedCars } from './recorded-cars.js';
import type { ApiClient } from '../api-client.js';
import { ApiRefusal } from '../refusals.js';

/** The event that a recording is sent into. */

/** Invitation ids by car number. */
export type Invitations = ReadonlyMap<string, number>;

const LASTS_MS = 24 * 3_600_000;
const CATEGORY = 'Recorded';
const MAP_ZOOM = 14;
/** An event wants a country, a state and a city, and a recording tells none. */
const PLACE = { CouId: ITALY, State: 'Recorded', City: 'Recorded' } as const;

/**
 * The authorised cars of an event that exists.
 *
 * @throws {ReplayError} where the event lacks some
 */
export const findCars = async (
  api: ApiClient,
  eventId: number,
  numbers: readonly string[],
): Promise<Invitations> => {
  const there = await api
    .get<DriverPosition[]>(`positionRecords/event/${eventId}/${ALL_CATEGORIES_ID}`)
    .catch((cause: unknown) => {
      if (!(cause instanceof ApiRefusal) || cause.statusCode !== 404) throw cause;
      throw new ReplayError(`There is no event ${eventId}.`, { cause });
    });
  const invitations = new Map(there.map(({ CarNumber, InvitationId }) => [CarNumber, InvitationId]));
  const missing = numbers.filter((number) => !invitations.has(number));
  if (missing.length > 0) throw new ReplayError(`Event ${eventId} has no authorised car ${listed(missing)}.`);
  return invitations;
};

/** How far the making of an event has come, in words. */
type Tell = (words: string) => void;

/**
 * Makes and publishes an event from now for 24 hours, with one authorised competitor per car.
 *
 * @throws {ReplayError} where nothing says where its finish is
 */
export const makeEvent = async (
  api: ApiClient,
  recording: Recording,
  cars: RecordedCars,
  plan: NewEvent & { readonly file: string; readonly now: number },
  tell: Tell,
): Promise<{ readonly eventId: number; readonly invitations: Invitations }> => {
  const gates = gatesOf(recording, plan.finish);
  const clubId = await clubOf(api);
  const categoryId = await ensureCategory(api, clubId);
  const name = nameOf(plan.file);
  const event: EventRequest = {
    ...PLACE,
    Name: name,
    Start: new Date(plan.now).toISOString(),
    Finish: new Date(plan.now + LASTS_MS).toISOString(),
    CluId: clubId,
    CircuitName: name,
    Categories: [categoryId],
    Radius: plan.radiusM,
    SafetyCarDelay: SAFETY_CAR_DELAY_S.default,
  };
  const { eveId: eventId } = await api.post<EventAnswer>('events', event);
  await api.post('circuitRoutes', routeOf(eventId, gates, longest(cars)));
  await api.put(`events/publish/${eventId}`);

  const invitations = new Map<string, number>();
  for (const number of cars.keys()) {
    tell(`Entering car ${invitations.size + 1} of ${cars.size}`);
    const index = invitations.size + 1;
    const { Invitation } = await api.post<InvitationDriverAnswer>(
      'invitations/createInvitationDriver',
      competitorRequest(eventId, categoryId, competitorOf(number, index)),
    );
    invitations.set(number, Invitation.Id);
  }
  await authorize(api, [...invitations.values()]);
  return { eventId, invitations };
};

/** The address of the positions door of a competitor's new device; the former device is not known any more. */
export const newDoor = async (api: ApiClient, invitationId: number): Promise<string> =>
  (await api.post<DeviceTokenAnswer>(`invitations/${invitationId}/deviceToken`)).doors.positions;

/** The file's name without what says its format. */
const nameOf = (file: string): string => {
  const name = basename(file);
  return (name.replace(/(\.(vbo|gpx|ndjson|jsonl?))?(\.gz)?$/i, '') || name).slice(0, LIMITS.name);
};

/** The club of the account; for an administrator the first there is. */
const clubOf = async (api: ApiClient): Promise<number> => {
  const [club] = await api.get<readonly IdDescription[]>('clubs/IdDescription');
  if (club === undefined) throw new ReplayError('There is no club yet that could hold an event.');
  return club.Id;
};

const ensureCategory = async (api: ApiClient, clubId: number): Promise<number> => {
  const known = await api.get<CategoryOption[]>(`driverCategories/IdDescriptionByClub/${clubId}`);
  const found = known.find(({ Description }) => Description === CATEGORY);
  if (found !== undefined) return found.Id;
  return (await api.post<CategoryAnswer>('driverCategories', { Name: CATEGORY, ClubId: clubId })).catId;
};

const routeOf = (
  eventId: number,
  { start, finish }: Gates,
  fixes: readonly RecordedFix[],
): CircuitRouteRequest => {
  const course = courseOf(fixes, finish);
  return {
    eventId,
    ...(course.length === 0 ? {} : { pointsTrack: [{ Positions: course }] }),
    pointsMetaStart: start,
    pointsMetaFinish: finish,
    mapPosition: { ...finish, zoom: MAP_ZOOM },
  };
};

const longest = (cars: RecordedCars): readonly RecordedFix[] =>
  [...cars.values()].reduce((most, fixes) => (fixes.length > most.length ? fixes : most), []);

/** Drivers are the same in every event that is made of a recording. */
const competitorOf = (number: string, index: number): Competitor => ({
  number,
  name: 'Driver',
  surname: String(index),
  email: `driver${index}@recorded.demo`,
  bloodType: '0+',
  brand: 'Recorded',
  model: 'Car',
});

const authorize = async (api: ApiClient, invitationIds: number[]): Promise<void> => {
  const request: AuthorizeRequest = { Invitations: invitationIds, Authorized: 1 };
  const { skipped } = await api.patch<AuthorizeAnswer>('invitations/authorized', request);
  if (skipped.length > 0) throw new ReplayError('Some cars of the recording could not be authorised.');
};
