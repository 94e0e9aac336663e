import type { RaceSetup, SetupCar } from '@flagpost/contracts';

/** The finish line of `raceSetup`. */
export const FINISH = { lat: 44.599, lng: 8.157 };

/** An authorised competitor without any records. */
export const setupCar = (invitationId: number, changes: Partial<SetupCar> = {}): SetupCar => ({
  invitationId,
  authorized: true,
  lap: 0,
  crossedAt: null,
  sosRaisedAt: null,
  sosClearedAt: null,
  stoppedAt: null,
  ...changes,
});

/** A published event of 24 h without a start line, as the api puts it on `race.setup`. */
export const raceSetup = (
  eventId: number,
  startsAt: number,
  invitationIds: readonly number[],
  changes: Partial<RaceSetup> = {},
): RaceSetup => ({
  eventId,
  published: true,
  startsAt,
  finishesAt: startsAt + 24 * 3_600_000,
  start: null,
  finish: FINISH,
  radiusM: 30,
  boxes: null,
  lapEpochs: [{ epoch: 0, beganAt: startsAt }],
  cars: invitationIds.map((invitationId) => setupCar(invitationId)),
  ...changes,
});
