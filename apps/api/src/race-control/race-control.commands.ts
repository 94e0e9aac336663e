import { z } from 'zod';
import {
  clearFlagsQuery,
  flagRequest,
  noteRequest,
  personal,
  UNUSED_PICTURE_MS,
  type FlagAnswer,
  type FlagRequest,
  type FlagsClearedAnswer,
  type LapsResetAnswer,
  type NoteAnswer,
  type TakePictureAnswer,
} from '@flagpost/contracts';
import { controlStream, flagOfOrder, raceControlDecider, refuse } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { defineCommand, id, type CommandTools } from '../dispatch/define-command.js';
import { isoOf } from '../http/times.js';
import { RACE_PICTURES } from '../stored-names.js';
import { routeReads } from '../views/routes.projection.js';
import { existingEventOfAlert } from '../views/alerts.projection.js';
import { eventReads } from '../views/events.projection.js';
import { existingEventOfFlag } from '../views/flags.projection.js';
import { countPictures } from '../views/pictures.projection.js';
import { raceReads } from '../views/race.projection.js';
import { actingUserId } from '../dispatch/acting-user.js';

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

export const sendFlag = defineCommand({
  schema: flagRequest,
  right: 'race.control',
  ids: { flagId: 'flag' },
  serializedBy: null,
  outside: {},
  streams: ['control'],
  recognisedBy: 'stream',
  async carryOut(body, { dependencies, caller, ids: { flagId }, now, send }): Promise<FlagAnswer> {
    const { readModels } = dependencies;
    const eventId = body.EventId;
    const { published, finishesAt, authorized } = await eventReads(readModels).existing(eventId);
    await requireSector(readModels, body);
    await requireCar(readModels, body);
    const command = {
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
      by: actingUserId(caller),
      now,
    } as const;
    const { events, state } = await send(controlStream(eventId), raceControlDecider, command);
    const sent = events.find((event) => event.type === 'FlagSent')?.data ?? flagOfOrder(command, state);
    if (sent === undefined) throw new Error('A flag that is not refused is sent.');
    return { FlagId: sent.flagId };
  },
});

/** Takes a flag back from some of its receivers, or from all. */
export const withdrawFlag = defineCommand({
  schema: z.object({ flagId: id, receivers: z.array(id) }),
  right: 'race.control',
  ids: { withdrawalId: 'flag' },
  serializedBy: null,
  outside: {},
  streams: ['control'],
  recognisedBy: 'stream',
  async carryOut({ flagId, receivers }, { dependencies, caller, ids: { withdrawalId }, now, send }) {
    const { readModels } = dependencies;
    const eventId = await existingEventOfFlag(readModels, flagId);
    const race = await eventReads(readModels).existing(eventId);
    const order = { type: 'withdrawFlag', eventId, flagId, withdrawalId, receivers } as const;
    const command = { ...order, race, by: actingUserId(caller), now };
    await send(controlStream(eventId), raceControlDecider, command);
    return { flagId };
  },
});

/** Ends the flags in force of all cars and sectors, and every open SOS unless they are kept. */
export const clearFlags = defineCommand({
  schema: z.object({ eventId: id, alerts: clearFlagsQuery.shape.alerts.unwrap() }),
  right: 'race.control',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['control'],
  recognisedBy: 'stream',
  async carryOut({ eventId, alerts }, { dependencies, caller, now, send }): Promise<FlagsClearedAnswer> {
    const race = await eventReads(dependencies.readModels).existing(eventId);
    const command = { type: 'clearFlags', eventId, alerts, race, by: actingUserId(caller), now } as const;
    const { events } = await send(controlStream(eventId), raceControlDecider, command);
    return { AlertIds: events.flatMap(({ type, data }) => (type === 'SosCleared' ? [data.alertId] : [])) };
  },
});

/** Begins a new lap epoch. */
export const resetLaps = defineCommand({
  schema: z.object({ eventId: id }),
  right: 'laps.reset',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['control'],
  recognisedBy: 'stream',
  async carryOut({ eventId }, { dependencies, caller, now, send }): Promise<LapsResetAnswer> {
    const race = await eventReads(dependencies.readModels).existing(eventId);
    const command = { type: 'resetLaps', eventId, race, by: actingUserId(caller), now } as const;
    const { events } = await send(controlStream(eventId), raceControlDecider, command);
    const reset = events.find((event) => event.type === 'LapsReset');
    if (reset === undefined) throw new Error('A reset decides a new lap epoch.');
    return { LapEpoch: reset.data.epoch, beganAt: isoOf(reset.data.beganAt) };
  },
});

/** A line of race control's own words, for every viewer and the report. */
export const writeNote = defineCommand({
  schema: noteRequest,
  right: 'race.control',
  ids: { noteId: 'note' },
  serializedBy: null,
  outside: {},
  streams: ['control'],
  recognisedBy: 'stream',
  async carryOut({ EventId: eventId, Text }, { dependencies, caller, ids, now, send }): Promise<NoteAnswer> {
    const race = await eventReads(dependencies.readModels).existing(eventId);
    const acted = { eventId, race, by: actingUserId(caller), now };
    const command = { type: 'writeNote', noteId: ids.noteId, text: Text, ...acted } as const;
    const { events } = await send(controlStream(eventId), raceControlDecider, command);
    const written = events.find((event) => event.type === 'NoteWritten');
    if (written === undefined) throw new Error('A note that is not refused is written.');
    return { NoteId: written.data.noteId };
  },
});

/** Keeps a picture of the race with its event. It is stored first: one that no event names is erased with the event. */
export const takePicture = defineCommand({
  schema: z.object({
    eventId: id,
    bytes: personal(z.custom<Uint8Array>((value) => value instanceof Uint8Array)),
  }),
  right: 'pictures.take',
  ids: { pictureId: 'picture', token: 'token' },
  serializedBy: null,
  outside: { image: 'Nothing is repeated: an upload has no Idempotency-Key.' },
  streams: ['control'],
  async carryOut(
    { eventId, bytes },
    { dependencies, caller, ids, now, send, outside },
  ): Promise<TakePictureAnswer> {
    const { readModels, records } = dependencies;
    const race = await eventReads(readModels).existing(eventId);
    const name = `${RACE_PICTURES}${ids.token}.png`;
    const { pictureId } = ids;
    const acted = { eventId, race, by: actingUserId(caller), now };
    const kept = await countPictures(readModels, eventId);
    const command = { type: 'takePicture', pictureId, name, kept, ...acted } as const;
    raceControlDecider.decide(command, raceControlDecider.initialState);
    const image = { name, eventId, addedAt: now, bytes };
    await outside('image', () => records.eventImages.put(image, now - UNUSED_PICTURE_MS));
    await send(controlStream(eventId), raceControlDecider, command);
    return { PictureId: pictureId };
  },
});

const alert = z.object({ alertId: id });
type Alert = z.infer<typeof alert>;

/** Allowed for past events too: the driver may still need help. */
const answerSos =
  (type: 'acknowledgeSos' | 'clearSos') =>
  async ({ alertId }: Alert, { dependencies, caller, now, send }: CommandTools): Promise<Alert> => {
    const eventId = await existingEventOfAlert(dependencies.readModels, alertId);
    const command = { type, eventId, alertId, by: actingUserId(caller), now };
    await send(controlStream(eventId), raceControlDecider, command);
    return { alertId };
  };

export const acknowledgeSos = defineCommand({
  schema: alert,
  right: 'sos.acknowledge',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['control'],
  recognisedBy: 'stream',
  carryOut: answerSos('acknowledgeSos'),
});

export const clearSos = defineCommand({
  schema: alert,
  right: 'sos.clear',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['control'],
  recognisedBy: 'stream',
  carryOut: answerSos('clearSos'),
});

export const raceControlCommands = {
  sendFlag,
  withdrawFlag,
  clearFlags,
  resetLaps,
  writeNote,
  takePicture,
  acknowledgeSos,
  clearSos,
};
