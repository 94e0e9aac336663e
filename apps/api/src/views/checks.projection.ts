import type { CheckedRow, TestRow } from '@flagpost/contracts';
import type { FlagpostEvent } from '@flagpost/domain';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';
import { isoOf } from '../http/times.js';
import { peopleOf, personOf, type PersonLookup } from './person-names.js';

/** By a user, at a time in epoch ms. */
interface Done {
  readonly by: number;
  readonly at: number;
}

/** Checks of an event's cars before the start. */
interface CheckDocument {
  readonly eventId: number;
  /** The newest one; null before the first. */
  readonly checked: (Done & { readonly cars: number; readonly well: number }) | null;
  /** The newest test flag; null before the first. */
  readonly test: (Done & { readonly testId: number; readonly cars: number }) | null;
  /** A flag was sent after the test: no device is told of it any more. */
  readonly isTestOver: boolean;
}

const CHECKS = 'checks';
const checks = (views: EventViews) => views<CheckDocument>(CHECKS);

const change = async (views: EventViews, eventId: number, changed: Partial<CheckDocument>): Promise<void> => {
  const before = (await checks(views).get(eventId)) ?? {
    eventId,
    checked: null,
    test: null,
    isTestOver: false,
  };
  await checks(views).put(eventId, { ...before, ...changed });
};

export const checksProjection = projection<FlagpostEvent>({
  name: 'checks',
  version: 2,
  views: [CHECKS],
  on: {
    FieldChecked: ({ data: { eventId, at, by, cars, well } }, views) =>
      change(views, eventId, { checked: { at, by, cars, well } }),
    TestFlagSent: ({ data: { eventId, at, by, testId, cars } }, views) =>
      change(views, eventId, { test: { at, by, testId, cars }, isTestOver: false }),
    async FlagSent({ data: { eventId } }, views) {
      const check = await checks(views).get(eventId);
      if (check !== null && check.test !== null && !check.isTestOver)
        await change(views, eventId, { isTestOver: true });
    },
    async EventDeleted({ data: { eventId } }, views) {
      await checks(views).delete(eventId);
    },
  },
});

const checkOf = (readModels: ReadModels, eventId: number): Promise<CheckDocument | null> =>
  readModels.view<CheckDocument>(CHECKS).get(eventId);

/** The test that the event's devices are told of; null if there is none. */
export const openTest = async (readModels: ReadModels, eventId: number): Promise<CheckDocument['test']> => {
  const check = await checkOf(readModels, eventId);
  return check === null || check.isTestOver ? null : check.test;
};

/** The newest check and the newest test; null before the first of each. */
export const checkRows = async (
  lookup: PersonLookup,
  eventId: number,
): Promise<{ readonly checked: CheckedRow | null; readonly test: TestRow | null }> => {
  const { checked, test } = (await checkOf(lookup.readModels, eventId)) ?? { checked: null, test: null };
  const people = await peopleOf(lookup, [checked?.by ?? null, test?.by ?? null]);
  return {
    checked: checked && {
      CheckedAt: isoOf(checked.at),
      CheckedBy: personOf(people, checked.by),
      Cars: checked.cars,
      Well: checked.well,
    },
    test: test && {
      TestId: test.testId,
      SentAt: isoOf(test.at),
      SentBy: personOf(people, test.by),
      Cars: test.cars,
    },
  };
};
