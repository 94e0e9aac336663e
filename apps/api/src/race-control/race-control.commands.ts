import type { FlagAnswer, FlagRequest, FlagsClearedAnswer, LapsResetAnswer } from '@flagpost/contracts';
import { controlStream, raceControlDecider, refuse } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import { routeReads } from '../venues/routes.projection.js';
import { eventOfAlert } from './alerts.projection.js';
import { isoOf } from '../http/times.js';
import { raceReads, type Race } from './race.projection.js';

/** What race control decides. */

export const raceOf = async (readModels: ReadModels, eventId: number): Promise<Race> =>
  (await raceReads(readModels).get(eventId)) ?? refuse('event.missing', 'missing');

export const userOf = ({ actor }: Caller): number => {
  if (actor === null) refuse('notAuthorized');
  return actor.userId;
};

const requireSector = async (readModels: ReadModels, { EventId, SectorId }: FlagRequest): Promise<void> => {
  if (SectorId == null) return;
  const { sectors } = await routeReads(readModels).get(EventId);
  if (!sectors.some(({ sectorId }) => sectorId === SectorId)) refuse('sector.missing', 'missing');
};

const requireCar = async (
  readModels: ReadModels,
  { EventId, SanctionedDriver }: FlagRequest,
): Promise<void> => {
  if (SanctionedDriver == null) return;
  const car = await raceReads(readModels).car(SanctionedDriver);
  if (car?.eventId !== EventId || car.deleted) refuse('invitation.missing', 'missing');
};

export const sendFlag = (readModels: ReadModels, caller: Caller, body: FlagRequest) =>
  new Submit(caller, { flagId: 'flag' }, async ({ ids: { flagId }, now, send }): Promise<FlagAnswer> => {
    const eventId = body.EventId;
    const { published, finishesAt, authorized } = await raceOf(readModels, eventId);
    await requireSector(readModels, body);
    await requireCar(readModels, body);
    await send(controlStream(eventId), raceControlDecider, {
      type: 'sendFlag',
      eventId,
      flagId,
      code: body.StateId,
      receivers: body.InvitationsSelected,
      message: body.Message ?? null,
      sectorId: body.SectorId ?? null,
      sectorImg: body.SectorImg ?? null,
      sanctionedDriver: body.SanctionedDriver ?? null,
      race: { published, finishesAt, authorized },
      by: userOf(caller),
      now,
    });
    return { FlagId: flagId };
  });

/** Ends the flags in force of all cars, and every open SOS. */
export const clearFlags = (readModels: ReadModels, caller: Caller, eventId: number) =>
  new Submit(caller, {}, async ({ now, send }): Promise<FlagsClearedAnswer> => {
    const race = await raceOf(readModels, eventId);
    const command = { type: 'clearFlags', eventId, race, by: userOf(caller), now } as const;
    const { events } = await send(controlStream(eventId), raceControlDecider, command);
    return { AlertIds: events.flatMap(({ type, data }) => (type === 'SosCleared' ? [data.alertId] : [])) };
  });

/** Begins a new lap epoch. */
export const resetLaps = (readModels: ReadModels, caller: Caller, eventId: number) =>
  new Submit(caller, {}, async ({ now, send }): Promise<LapsResetAnswer> => {
    const race = await raceOf(readModels, eventId);
    const command = { type: 'resetLaps', eventId, race, by: userOf(caller), now } as const;
    const { events } = await send(controlStream(eventId), raceControlDecider, command);
    const reset = events.find((event) => event.type === 'LapsReset');
    if (reset === undefined) throw new Error('A reset decides a new lap epoch.');
    return { LapEpoch: reset.data.epoch, beganAt: isoOf(reset.data.beganAt) };
  });

/** Open for past events too: whoever raised it may still need help. */
export const answerSos = (
  readModels: ReadModels,
  caller: Caller,
  alertId: number,
  type: 'acknowledgeSos' | 'clearSos',
) =>
  new Submit(caller, {}, async ({ now, send }): Promise<{ alertId: number }> => {
    const eventId = (await eventOfAlert(readModels, alertId)) ?? refuse('sos.missing', 'missing');
    const command = { type, eventId, alertId, by: userOf(caller), now };
    await send(controlStream(eventId), raceControlDecider, command);
    return { alertId };
  });
