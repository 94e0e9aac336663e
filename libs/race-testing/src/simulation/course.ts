import {
  carKey,
  FINISH_RADIUS_M,
  ITALY,
  ROLES,
  SAFETY_CAR_DELAY_S,
  type Actor,
  type LatLng,
} from '@flagpost/contracts';
import { eventStream, invitationStream, routeStream, type FlagpostEvent } from '@flagpost/domain';
import type { EventStore } from '@flagpost/event-sourcing';
import { tokenHash } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import { roundCourse } from '../round-course.js';

/** The race of every seed: one event of one club, its cars, its course. */
export const EVENT = 7;
export const CLUB = 3;
export const CATEGORY = 5;
export const CARS = [11, 12, 13] as const;
export const SECTORS = [21, 22] as const;
/** Epoch ms. */
export const STARTS_AT = Date.UTC(2026, 5, 6, 12);
/** Positions and commands are sent for this long. */
export const RACE_MS = 44_000;

export const DIRECTOR: Actor = { userId: 901, roles: [ROLES.director], clubId: CLUB };

export const keyOf = (car: number): string => carKey(EVENT, car);
export const deviceToken = (car: number): string => `device-${car}`;
const driverOf = (car: number): number => 100 + car;

/** So short that a lap takes less than half a minute. */
const course = roundCourse(940);
export const FINISH = course.line;
/** So near to the finish that it does not affect laps: only the geometry changes with it. */
export const STARTS: readonly LatLng[] = [0, 1e-5, 2e-5].map((north) => ({
  lat: FINISH.lat + north,
  lng: FINISH.lng,
}));
/** `lapShare` of the way round from the finish. */
export const onCourse = (lapShare: number): LatLng => course.placeAt(lapShare * course.lengthM);

const opening = (): readonly (readonly [stream: string, events: readonly FlagpostEvent[]])[] => [
  [
    eventStream(EVENT),
    [
      {
        type: 'EventCreated',
        data: {
          eventId: EVENT,
          clubId: CLUB,
          name: 'Rally Alba',
          startsAt: STARTS_AT - 60_000,
          finishesAt: STARTS_AT + 3_600_000,
          timeZone: 'Europe/Rome',
          countryId: ITALY,
          state: 'Piemonte',
          city: 'Alba',
          circuitName: 'Langhe',
          categoryIds: [CATEGORY],
          finishRadiusM: FINISH_RADIUS_M.default,
          safetyCarDelayS: SAFETY_CAR_DELAY_S.default,
          plannerId: null,
          viewerId: null,
        },
      },
      { type: 'EventPublished', data: { eventId: EVENT, language: 'en' } },
    ],
  ],
  [
    routeStream(EVENT),
    [
      { type: 'FinishPlaced', data: { eventId: EVENT, finish: FINISH } },
      ...SECTORS.map((sectorId, index) => ({
        type: 'SectorCreated' as const,
        data: {
          eventId: EVENT,
          sector: {
            sectorId,
            number: index + 1,
            kilometres: 1,
            picturePath: 'sector.png',
            stretch: null,
          },
        },
      })),
    ],
  ],
  ...CARS.map((car): readonly [string, readonly FlagpostEvent[]] => {
    const ids = { invitationId: car, eventId: EVENT };
    const entry = {
      categoryId: CATEGORY,
      carNumber: String(car),
      brand: 'Lancia',
      model: 'Delta',
      codriverId: null,
    };
    return [
      invitationStream(car),
      [
        {
          type: 'InvitationAdded',
          data: { ...ids, ...entry, driverId: car, userId: driverOf(car), statusId: 1 },
        },
        { type: 'InvitationAuthorized', data: ids },
      ],
    ];
  }),
];

/** Creates the event, its people and its devices before anything runs. */
export const prepare = async (
  store: EventStore,
  records: Pick<Records, 'people' | 'deviceTokens'>,
): Promise<void> => {
  for (const [stream, events] of opening()) {
    await store.append(
      stream,
      events.map(({ type, data }, index) => ({
        type,
        data,
        meta: {
          id: `${stream}-${index}`,
          actorId: null,
          actorRoles: [],
          clubId: CLUB,
          correlationId: 'opening',
          causationId: null,
          schemaVersion: 1,
        },
      })),
      'noStream',
    );
  }
  const nobody = { email: null, phone: null, bloodType: null, avatar: null };
  await records.people.put({ id: DIRECTOR.userId, name: 'Dora', surname: 'Neri', ...nobody });
  for (const car of CARS) {
    await records.people.put({ id: driverOf(car), name: 'Carla', surname: `Bianchi ${car}`, ...nobody });
    const token = { tokenHash: tokenHash(deviceToken(car)), eventId: EVENT, invitationId: car };
    await records.deviceTokens.set({ ...token, issuedAt: 0 });
  }
};
