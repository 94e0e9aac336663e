import {
  FINISH_RADIUS_M,
  MAP_DEFAULT,
  SAFETY_CAR_DELAY_S,
  type AuthorizeRequest,
  type CategoryAnswer,
  type CircuitRouteRequest,
  type DeviceTokenAnswer,
  type EventAnswer,
  type EventRequest,
  type InvitationDriverAnswer,
  type InvitationDriverRequest,
  type LatLng,
} from '@flagpost/contracts';
import { localPlane } from '@flagpost/telemetry';
import type { Caller } from '../calls.js';

/** An event under way, its competitors, and the paths of their doors. */
export interface TorturedRace {
  readonly eventId: number;
  readonly cars: readonly TorturedCar[];
  /** When the event began, epoch ms; device time begins there and goes faster than the clock. */
  readonly beganAt: number;
}

export interface TorturedCar {
  readonly invitationId: number;
  /** Of `/ingest/…`, by door. */
  readonly positions: string;
  readonly signals: string;
}

export const FINISH: LatLng = { lat: MAP_DEFAULT.lat, lng: MAP_DEFAULT.lng };
const COURSE_RADIUS_M = 300;
const HOUR_MS = 3_600_000;
const plane = localPlane(FINISH.lat, FINISH.lng);

/** A place on a circle that passes through the finish, `lapShare` of the way round. */
export const onCourse = (lapShare: number): LatLng => {
  const angle = lapShare * 2 * Math.PI;
  return {
    lat: FINISH.lat + (COURSE_RADIUS_M * (Math.cos(angle) - 1)) / plane.metresPerLat,
    lng: FINISH.lng + (COURSE_RADIUS_M * Math.sin(angle)) / plane.metresPerLng,
  };
};

const answered = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`It was answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Makes and publishes the event, with so many cars that may run. */
export const makeRace = async (planner: Caller, cars: number): Promise<TorturedRace> => {
  const { catId } = await answered(
    planner.call<CategoryAnswer>('POST', '/driverCategories/', { Name: 'Torture' }),
  );
  const beganAt = Date.now() - 20 * HOUR_MS;
  const event: EventRequest = {
    Name: 'Torture',
    Start: new Date(beganAt).toISOString(),
    Finish: new Date(beganAt + 48 * HOUR_MS).toISOString(),
    CouId: 380,
    State: 'Savona',
    City: 'Cairo Montenotte',
    CircuitName: 'Round course',
    Categories: [catId],
    Radius: FINISH_RADIUS_M.default,
    SafetyCarDelay: SAFETY_CAR_DELAY_S.default,
  };
  const { eveId: eventId } = await answered(planner.call<EventAnswer>('POST', '/events/', event));
  const route: CircuitRouteRequest = {
    eventId,
    trackName: 'Round course',
    pointsTrack: [{ Positions: Array.from({ length: 61 }, (_, index) => onCourse(index / 60)) }],
    pointsMetaStart: FINISH,
    pointsMetaFinish: FINISH,
    gmt: 1,
  };
  await answered(planner.call('POST', '/circuitRoutes', route));

  const entered: TorturedCar[] = [];
  for (let number = 1; number <= cars; number += 1) {
    const body: InvitationDriverRequest = {
      User: {
        Id: null,
        Name: 'Driver',
        Surname: `${number}`,
        Phone: null,
        Email: `torture${number}@drivers.demo`,
      },
      Driver: { Id: null, GrupoSanguineo: '0+' },
      Invitation: {
        Id: null,
        EveId: eventId,
        Number: String(number),
        Brand: 'Belbo',
        Model: 'Sedici',
        CatId: catId,
        CodriverName: null,
        CodriverSurname: null,
        CodriverGrupoSang: null,
      },
    };
    const path = '/invitations/createInvitationDriver/';
    const { Invitation } = await answered(planner.call<InvitationDriverAnswer>('POST', path, body));
    const tokenPath = `/invitations/${Invitation.Id}/deviceToken`;
    const { doors } = await answered(planner.call<DeviceTokenAnswer>('POST', tokenPath));
    const pathOf = (door: string): string => new URL(door).pathname;
    entered.push({
      invitationId: Invitation.Id,
      positions: pathOf(doors.positions),
      signals: pathOf(doors.signals),
    });
  }
  const all: AuthorizeRequest = {
    Invitations: entered.map(({ invitationId }) => invitationId),
    Authorized: 1,
  };
  await answered(planner.call('PATCH', '/invitations/authorized/', all));
  await answered(planner.call('PUT', `/events/publish/${eventId}`));
  return { eventId, cars: entered, beganAt };
};
