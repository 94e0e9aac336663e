import type { PositionsDeleted } from '@flagpost/contracts';
import { isoOf } from '../http/times.js';
import { eventReads } from './events.projection.js';
import { peopleOf, personOf, type PersonLookup } from './person-names.js';

/** What was deleted of the positions of an event, with the name of today; null while they are kept. */
export const positionsDeletedOf = async (
  lookup: PersonLookup,
  eventId: number,
): Promise<PositionsDeleted | null> => {
  const deleted = (await eventReads(lookup.readModels).get(eventId))?.positionsDeleted;
  if (deleted == null) return null;
  const { deletedAt, keepDays, setAt, setBy, cars, minutes, pictures } = deleted;
  const people = await peopleOf(lookup, [setBy]);
  return {
    DeletedAt: isoOf(deletedAt),
    KeepDays: keepDays,
    SetAt: isoOf(setAt),
    SetBy: personOf(people, setBy),
    Cars: cars,
    Minutes: minutes,
    Pictures: pictures,
  };
};
