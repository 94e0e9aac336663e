import {
  FINISH_RADIUS_M,
  isSameName,
  ITALY,
  SAFETY_CAR_DELAY_S,
  type AuthorizeRequest,
  type CategoryAnswer,
  type CategoryOption,
  type CircuitRouteRequest,
  type DeviceTokenAnswer,
  type EventAnswer,
  type EventRequest,
  type InvitationDriverAnswer,
  type LatLng,
} from '@flagpost/contracts';
import { competitorRequest } from '@flagpost/simulator';
import { answered, each, type Caller } from './calls.js';

/** A closed course on which a test drives. */
export interface Course {
  readonly lengthM: number;
  readonly line: LatLng;
  /** The position so many metres beyond the line, laps included. */
  placeAt(metres: number): LatLng;
  /** Closed ring. */
  readonly drawn: LatLng[];
}

/** An event that a test creates through the api, as a planner. */
export interface EventToMake {
  readonly name: string;
  /** Epoch ms. */
  readonly startsAt: number;
  readonly finishesAt: number;
  readonly categoryIds: readonly number[];
  readonly course: Course;
  readonly safetyCarDelayS?: number;
}

export interface Entrant {
  readonly carNumber: string;
  readonly name: string;
  readonly surname: string;
}

/** From 0. */
export const numbered = (index: number): Entrant => ({
  carNumber: String(index + 1),
  name: 'Driver',
  surname: `of ${index + 1}`,
});

export interface Entered {
  readonly invitationId: number;
  readonly doors: DeviceTokenAnswer['doors'];
}

/** Categories of the planner's club, created if missing. */
export const categoryIdsOf = async (planner: Caller, names: readonly string[]): Promise<number[]> => {
  const { cluId } = await answered<{ cluId: number }>(planner, 'GET', '/users/myClub/');
  const path = `/driverCategories/IdDescriptionByClub/${cluId}`;
  const there = await answered<CategoryOption[]>(planner, 'GET', path);
  return each(names, async (Name) => {
    const known = there.find(({ Description }) => isSameName(Description, Name))?.Id;
    if (known !== undefined) return known;
    const made = { Name, ClubId: cluId };
    return (await answered<CategoryAnswer>(planner, 'POST', '/driverCategories/', made)).catId;
  });
};

/** Creates an unpublished event with its course. @returns its id */
export const makeEvent = async (planner: Caller, made: EventToMake): Promise<number> => {
  const { name, startsAt, finishesAt, categoryIds, course } = made;
  const event: EventRequest = {
    Name: name,
    Start: new Date(startsAt).toISOString(),
    Finish: new Date(finishesAt).toISOString(),
    CouId: ITALY,
    State: 'Savona',
    City: 'Cairo Montenotte',
    CircuitName: 'Round course',
    Categories: [...categoryIds],
    Radius: FINISH_RADIUS_M.default,
    SafetyCarDelay: made.safetyCarDelayS ?? SAFETY_CAR_DELAY_S.default,
  };
  const { eveId: eventId } = await answered<EventAnswer>(planner, 'POST', '/events/', event);
  const route: CircuitRouteRequest = {
    eventId,
    trackName: 'Round course',
    pointsTrack: [{ Positions: course.drawn }],
    pointsMetaStart: course.line,
    pointsMetaFinish: course.line,
    gmt: 1,
  };
  await answered(planner, 'POST', '/circuitRoutes', route);
  return eventId;
};

/** Enters one car per entrant, cycling through the categories, and publishes the event. @returns the authorised cars */
export const enterAndPublish = async (
  planner: Caller,
  eventId: number,
  categoryIds: readonly number[],
  entrants: readonly Entrant[],
): Promise<Entered[]> => {
  const ids = await each(entrants, async ({ carNumber, name, surname }, index) => {
    const body = competitorRequest(eventId, categoryIds[index % categoryIds.length] ?? 0, {
      number: carNumber,
      name,
      surname,
      email: `driver${index + 1}.${eventId}@drivers.demo`,
      bloodType: '0+',
      brand: 'Belbo',
      model: 'Sedici',
    });
    const path = '/invitations/createInvitationDriver/';
    return (await answered<InvitationDriverAnswer>(planner, 'POST', path, body)).Invitation.Id;
  });
  const all: AuthorizeRequest = { Invitations: ids, Authorized: 1 };
  if (ids.length > 0) await answered(planner, 'PATCH', '/invitations/authorized/', all);
  await answered(planner, 'PUT', `/events/publish/${eventId}`);
  return each(ids, async (invitationId) => {
    const path = `/invitations/${invitationId}/deviceToken`;
    return { invitationId, doors: (await answered<DeviceTokenAnswer>(planner, 'POST', path)).doors };
  });
};
