import { basename } from 'node:path';
import {
  circuitRouteRequest,
  DAY_MS,
  eventRequest,
  invitationDriverRequest,
  isSameName,
  ITALY,
  LIMITS,
  SAFETY_CAR_DELAY_S,
  type AuthorizeAnswer,
  type AuthorizeRequest,
  type CategoryAnswer,
  type CategoryOption,
  type CircuitRouteRequest,
  type EventAnswer,
  type EventRequest,
  type IdDescription,
  type InvitationDriverAnswer,
  type InvitationDriverRequest,
} from '@flagpost/contracts';
import type { RecordedFix, Recording } from '@flagpost/telemetry/recordings';
import { trackFromDrive, type Line } from '@flagpost/track-geometry';
import type { ZodType } from 'zod';
import type { ApiClient } from '../api-client.js';
import type { NewEvent } from '../arguments.js';
import { competitorRequest, type Competitor } from '../competitor.js';
import type { Target } from './event.js';
import type { ProgressOutput } from './progress.js';
import { radiusWarnings } from './radius-warnings.js';
import { gatesOf, ReplayError, type Gates, type RecordedCars } from './recorded-cars.js';

const CATEGORY = 'Recorded';
const MAP_ZOOM = 14;
/** An event requires a country, a state and a city; a recording contains none. */
const PLACE = { CouId: ITALY, State: 'Recorded', City: 'Recorded' } as const;

export interface MakingParts extends ProgressOutput {
  /** Ends the making: the event is left as a draft. */
  readonly signal: AbortSignal;
}

/**
 * Makes an event from now for 24 hours with one authorised competitor per car, and publishes it last. All that could be
 * refused is checked before anything is made.
 *
 * @throws {ReplayError} if the finish is unknown, or the server would refuse a request
 */
export const makeEvent = async (
  api: ApiClient,
  recording: Recording,
  cars: RecordedCars,
  plan: NewEvent & { readonly file: string; readonly now: number },
  { print, show, signal }: MakingParts,
): Promise<Target> => {
  const gates = gatesOf(recording, plan.finish);
  const field = [...cars.keys()];
  const driven = longest(cars);
  const name = nameOf(plan.file);
  const event = (clubId: number, categoryId: number): EventRequest => ({
    ...PLACE,
    Name: name,
    Start: new Date(plan.now).toISOString(),
    Finish: new Date(plan.now + DAY_MS).toISOString(),
    CluId: clubId,
    CircuitName: name,
    Categories: [categoryId],
    Radius: plan.radiusM,
    SafetyCarDelay: SAFETY_CAR_DELAY_S.default,
  });
  const competitor = (eventId: number, categoryId: number, number: string): InvitationDriverRequest =>
    competitorRequest(eventId, categoryId, competitorOf(number, field.indexOf(number) + 1));
  const { line } = trackFromDrive(driven, { finish: isCircuit(gates) ? gates.finish : null });
  const route = (eventId: number): CircuitRouteRequest => routeOf(eventId, gates, line);
  const anyId = 1;
  expectSound('The event', eventRequest, event(anyId, anyId));
  expectSound('The track', circuitRouteRequest, route(anyId));
  for (const number of field)
    expectSound(`Car ${number}`, invitationDriverRequest, competitor(anyId, anyId, number));
  if (isCircuit(gates)) radiusWarnings(driven, gates.finish, plan.radiusM).forEach(print);

  const clubId = await clubOf(api);
  const categoryId = await ensureCategory(api, clubId);
  signal.throwIfAborted();
  const { eveId: eventId } = await api.post<EventAnswer>('events', event(clubId, categoryId));
  try {
    await api.post('circuitRoutes', route(eventId));
    const invitations = new Map<string, number>();
    for (const number of field) {
      signal.throwIfAborted();
      show(`Entering car ${invitations.size + 1} of ${field.length}`);
      const path = 'invitations/createInvitationDriver';
      const { Invitation } = await api.post<InvitationDriverAnswer>(
        path,
        competitor(eventId, categoryId, number),
      );
      invitations.set(number, Invitation.Id);
    }
    const invitationIds = [...invitations.values()];
    await authorize(api, invitationIds);
    await api.put(`events/publish/${eventId}`);
    return { event: { eventId, invitationIds }, invitations, before: [] };
  } catch (error) {
    print(`Event ${eventId} is left as a draft: it was not made to its end.`);
    throw error;
  }
};

/** @throws {ReplayError} with the message that the server would send */
const expectSound = (what: string, schema: ZodType, request: unknown): void => {
  const [issue] = schema.safeParse(request).error?.issues ?? [];
  if (issue === undefined) return;
  throw new ReplayError(`${what} cannot be made: ${issue.path.join('.')}: ${issue.message}.`);
};

/** Laps are from the finish to itself; a stage has a start of its own. */
const isCircuit = ({ start, finish }: Gates): boolean =>
  start === null || (start.lat === finish.lat && start.lng === finish.lng);

/** The file's name without the extension of its format. */
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
  const found = known.find(({ Description }) => isSameName(Description, CATEGORY));
  if (found !== undefined) return found.Id;
  return (await api.post<CategoryAnswer>('driverCategories', { Name: CATEGORY, ClubId: clubId })).catId;
};

const routeOf = (eventId: number, { start, finish }: Gates, line: Line): CircuitRouteRequest => ({
  eventId,
  ...(line.length === 0 ? {} : { pointsTrack: [{ Positions: [...line] }] }),
  pointsMetaStart: start,
  pointsMetaFinish: finish,
  mapPosition: { ...finish, zoom: MAP_ZOOM },
});

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
