import type { CheckedRow } from '@flagpost/contracts';
import type { FlagpostEvent } from '@flagpost/domain';
import { projection, type EventViews } from '@flagpost/read-models';
import { isoOf } from '../http/times.js';
import { nameOf, peopleOf, type PersonLookup } from './person-names.js';

/** The newest check of an event's cars. Times in epoch ms. */
interface CheckDocument {
  readonly eventId: number;
  readonly checkedAt: number;
  readonly checkedBy: number;
  readonly cars: number;
  readonly well: number;
}

const CHECKS = 'checks';
const checks = (views: EventViews) => views<CheckDocument>(CHECKS);

export const checksProjection = projection<FlagpostEvent>({
  name: 'checks',
  version: 1,
  views: [CHECKS],
  on: {
    async FieldChecked({ data: { eventId, at, by, cars, well } }, views) {
      await checks(views).put(eventId, { eventId, checkedAt: at, checkedBy: by, cars, well });
    },
    async EventDeleted({ data: { eventId } }, views) {
      await checks(views).delete(eventId);
    },
  },
});

/** The newest check; null before the first. */
export const checkedRow = async (lookup: PersonLookup, eventId: number): Promise<CheckedRow | null> => {
  const check = await lookup.readModels.view<CheckDocument>(CHECKS).get(eventId);
  if (check === null) return null;
  const people = await peopleOf(lookup, [check.checkedBy]);
  return {
    CheckedAt: isoOf(check.checkedAt),
    CheckedBy: { Id: check.checkedBy, Name: nameOf(people.get(check.checkedBy)) },
    Cars: check.cars,
    Well: check.well,
  };
};
