import { z } from 'zod';
import { positionsEndAt, type KeepingRule } from '@flagpost/contracts';
import { clubStream, eventDecider, eventStream } from '@flagpost/domain';
import { keepingOf } from '../../command-parts/positions.js';
import { defineCommand, id } from '../../dispatch/define-command.js';
import type { ApiDependencies } from '../../dependencies.js';
import { currentEvent } from '../../upcast.js';
import { eventReads } from '../../views/events.projection.js';
import { countPictures } from '../../views/pictures.projection.js';

/** The rule in the log; null: for ever. A view may be behind, and what is deleted cannot be brought back. */
const ruleOf = async (
  store: ApiDependencies['store'],
  clubId: number,
): Promise<(KeepingRule & { readonly setBy: number }) | null> => {
  const recorded = await store.readStream(clubStream(clubId));
  const events = recorded.map(currentEvent);
  const set = events.findLast((event) => event.type === 'PositionKeepingSet')?.data;
  if (set === undefined || set.keepDays === null) return null;
  return { keepDays: set.keepDays, setAt: set.setAt, setBy: set.by };
};

/**
 * Records that the positions of a past event are deleted, if the rule of its institution says so now; the reaction deletes
 * them. Answers whether it is recorded.
 */
export const deletePositions = defineCommand({
  schema: z.object({ eventId: id, clubId: id }),
  right: null,
  ids: {},
  serializedBy: ({ clubId }) => keepingOf(clubId),
  outside: {},
  streams: ['event'],
  async carryOut({ eventId, clubId }, { dependencies, now, send }): Promise<boolean> {
    const { store, readModels, records } = dependencies;
    const [event, rule] = await Promise.all([eventReads(readModels).get(eventId), ruleOf(store, clubId)]);
    if (event === null || event.clubId !== clubId || rule === null) return false;
    if (now < positionsEndAt(event.finishesAt, rule)) return false;
    const { cars, minutes } = await records.history.extent(eventId);
    const pictures = await countPictures(readModels, eventId);
    if (cars === 0 && pictures === 0) return false;
    const deleted = { clubId, ...rule, cars, minutes, pictures };
    await send(eventStream(eventId), eventDecider, { type: 'deletePositions', eventId, now, ...deleted });
    return true;
  },
});

export const keepingCommands = { deletePositions };
