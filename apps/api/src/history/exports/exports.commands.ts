import { z } from 'zod';
import {
  EXPORTED_TRUTHS,
  POSITION_FORMATS,
  SCREEN_EXPORTS,
  keysOf,
  type PastExportAnswer,
  type PastExportContent,
  type PastExportFormat,
} from '@flagpost/contracts';
import { exportsStream, pastExportsDecider, refuse } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { defineCommand, id } from '../../dispatch/define-command.js';
import { actingUserId } from '../../dispatch/acting-user.js';
import { isoOf } from '../../http/times.js';
import { eventReads } from '../../views/events.projection.js';
import { raceReads } from '../../views/race.projection.js';
import { peopleOf, personOf } from '../../views/person-names.js';
import { exportName } from './export-name.js';

const CONTENTS: readonly PastExportContent[] = ['positions', ...keysOf(SCREEN_EXPORTS)];
const FORMATS: readonly PastExportFormat[] = [...POSITION_FORMATS, ...Object.values(SCREEN_EXPORTS)];

/** Those that were deleted too. */
const requireCars = async (
  readModels: ReadModels,
  eventId: number,
  ids: readonly number[],
): Promise<void> => {
  const cars = await raceReads(readModels).carsOf(ids);
  const ofEvent = new Set(cars.filter((car) => car.eventId === eventId).map((car) => car.invitationId));
  if (!ids.every((each) => ofEvent.has(each))) refuse('invitation.missing', 'missing');
};

/** Records that a file of the past of an event is made: whoever reads the log knows of each. */
export const exportPast = defineCommand({
  schema: z.object({
    eventId: id,
    exported: z.object({
      content: z.enum(CONTENTS),
      format: z.enum(FORMATS),
      truth: z.enum(EXPORTED_TRUTHS),
      from: z.number(),
      to: z.number(),
      invitationIds: z.array(id).readonly(),
    }),
  }),
  right: 'history.read',
  ids: { exportId: 'export' },
  serializedBy: null,
  outside: {},
  streams: ['exports'],
  async carryOut({ eventId, exported }, { dependencies, caller, ids, now, send }): Promise<PastExportAnswer> {
    const { readModels } = dependencies;
    const { name } = await eventReads(readModels).existing(eventId);
    await requireCars(readModels, eventId, exported.invitationIds);
    const by = actingUserId(caller);
    const command = { type: 'exportPast', eventId, exportId: ids.exportId, exported, by, now } as const;
    const { events } = await send(exportsStream(eventId), pastExportsDecider, command);
    const exportedAt = events[0]?.data.exportedAt ?? now;
    const people = await peopleOf(dependencies, [by]);
    return {
      ExportId: ids.exportId,
      FileName: exportName(name, exported, ids.exportId),
      ExportedAt: isoOf(exportedAt),
      ExportedBy: personOf(people, by),
    };
  },
});

export const exportCommands = { exportPast };
