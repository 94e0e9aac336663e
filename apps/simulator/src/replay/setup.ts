import type { LatLng, RaceSetup } from '@flagpost/contracts';

/** The known setup of an event, with defaults for the rest. */
export interface KnownSetup {
  readonly eventId: number;
  readonly invitationIds: readonly number[];
  readonly published?: boolean;
  readonly startsAt?: number;
  readonly finishesAt?: number;
  readonly finish?: LatLng;
  readonly radiusM?: number;
}

/** An event as the engine takes it; without times it is always on. */
export const setupOf = ({
  eventId,
  invitationIds,
  published = true,
  startsAt = -Infinity,
  finishesAt = Infinity,
  finish,
  radiusM = 1,
}: KnownSetup): RaceSetup => ({
  eventId,
  published,
  startsAt,
  finishesAt,
  start: null,
  finish: finish ?? null,
  radiusM,
  boxes: null,
  lapEpochs: [{ epoch: 0, beganAt: startsAt }],
  cars: invitationIds.map((invitationId) => ({
    invitationId,
    authorized: true,
    lap: 0,
    crossedAt: null,
    sosRaisedAt: null,
    sosClearedAt: null,
    stoppedAt: null,
  })),
});
