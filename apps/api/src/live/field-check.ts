import { carTroubles, INVITATION_STATES, isPast, type CheckAnswer, type CheckCar } from '@flagpost/contracts';
import type { FieldFound } from '@flagpost/domain';
import type { Records } from '@flagpost/records';
import { isoOf, isoOrNull } from '../http/times.js';
import { checkRows } from '../views/checks.projection.js';
import { categoryReads } from '../views/categories.projection.js';
import type { EventDocument } from '../views/events.projection.js';
import { invitationReads } from '../views/invitations.projection.js';
import { nameOf, peopleOf, type PersonLookup } from '../views/person-names.js';
import type { Reach } from './reach.js';

export interface CheckLookup extends PersonLookup {
  readonly records: PersonLookup['records'] & Pick<Records, 'deviceTokens'>;
}

const UNHEARD = { heardAt: null, accuracyM: null, battery: null, clockMs: null, app: null, test: null };

/** The cars that may start, in the order in which they were entered. */
const checkCars = async (
  lookup: CheckLookup,
  reach: Reach,
  eventId: number,
  testId: number | null,
): Promise<CheckCar[]> => {
  const { readModels, records } = lookup;
  const [invitations, devices] = await Promise.all([
    invitationReads(readModels).ofEvent(eventId),
    records.deviceTokens.ofEvent(eventId),
  ]);
  const entered = invitations.filter(
    ({ authorized, statusId }) => authorized || statusId !== INVITATION_STATES.REJECTED_INVITATION,
  );
  const [people, categories] = await Promise.all([
    peopleOf(
      lookup,
      entered.map(({ userId }) => userId),
    ),
    categoryReads(readModels).getMany([...new Set(entered.flatMap(({ categoryId }) => categoryId ?? []))]),
  ]);
  const categoryNames = new Map(categories.map(({ categoryId, name }) => [categoryId, name]));
  const deviceOf = new Map(devices.map((device) => [device.invitationId, device]));
  const isReachKnown = reach.of(eventId) !== null;
  return entered.map(({ invitationId, userId, carNumber, categoryId, authorized }) => {
    const device = deviceOf.get(invitationId);
    const { heardAt, accuracyM, battery, clockMs, app, test } = device ?? UNHEARD;
    const answered = test?.testId === testId ? test : null;
    return {
      InvitationId: invitationId,
      CarNumber: carNumber,
      Driver: nameOf(people.get(userId)),
      Category: categoryId === null ? '' : (categoryNames.get(categoryId) ?? ''),
      Authorized: authorized,
      HasDevice: device !== undefined,
      HeardAt: isoOrNull(heardAt),
      AccuracyM: accuracyM,
      Battery: battery,
      ClockMs: clockMs,
      App: app,
      ShowsFlags: isReachKnown ? reach.isReachable(eventId, invitationId) : null,
      // Somebody who has confirmed it has seen it, even if the message that says so was lost.
      TestShownAt: isoOrNull(answered?.shownAt ?? answered?.confirmedAt ?? null),
      TestConfirmedAt: isoOrNull(answered?.confirmedAt ?? null),
    };
  });
};

/** What the doors know of the cars of an event, at any time and of any competitor. */
export const checkAnswer = async (
  lookup: CheckLookup,
  reach: Reach,
  event: EventDocument,
  now: number,
): Promise<CheckAnswer> => {
  const { eventId } = event;
  const { checked, test } = await checkRows(lookup, eventId);
  return {
    Now: isoOf(now),
    EventName: event.name,
    Past: isPast(event, now),
    Test: test,
    Checked: checked,
    Cars: await checkCars(lookup, reach, eventId, test?.TestId ?? null),
  };
};

/** How many cars there are now, how many of them are well, and what is wrong with the others. */
export const fieldFound = async (
  lookup: CheckLookup,
  reach: Reach,
  eventId: number,
  now: number,
): Promise<FieldFound> => {
  const cars = await checkCars(lookup, reach, eventId, null);
  const troubled = cars
    .map((car) => ({ invitationId: car.InvitationId, troubles: carTroubles(car, now) }))
    .filter(({ troubles }) => troubles.length > 0);
  return { cars: cars.length, well: cars.length - troubled.length, troubled };
};
