import type { Caller } from '../calls.js';
import { categoryIdsOf, enterAndPublish, makeEvent, numbered } from '../made-event.js';
import { roundCourse } from '../round-course.js';

/** An event under way, its competitors, and the paths of their doors. */
export interface TorturedRace {
  readonly eventId: number;
  readonly cars: readonly TorturedCar[];
  /** When the event began, epoch ms; device time begins there and goes faster than the clock. */
  readonly beganAt: number;
}

export interface TorturedCar {
  readonly invitationId: number;
  /** Of `/ingest/…`, by door. */
  readonly positions: string;
  readonly signals: string;
}

const DAY_MS = 86_400_000;
/** Phones drive up to 250 times faster than the clock, and their own must not pass it: this is enough for an hour. */
const BEGAN_BEFORE_MS = 11 * DAY_MS;
export const COURSE = roundCourse(1_900);

/** Makes and publishes the event, with so many cars that may run. */
export const makeRace = async (planner: Caller, cars: number): Promise<TorturedRace> => {
  const beganAt = Date.now() - BEGAN_BEFORE_MS;
  const categoryIds = await categoryIdsOf(planner, ['Torture']);
  const eventId = await makeEvent(planner, {
    name: 'Torture',
    startsAt: beganAt,
    finishesAt: Date.now() + DAY_MS,
    categoryIds,
    course: COURSE,
  });
  const entrants = Array.from({ length: cars }, (_, index) => numbered(index));
  const pathOf = (door: string): string => new URL(door).pathname;
  const entered = await enterAndPublish(planner, eventId, categoryIds, entrants);
  return {
    eventId,
    beganAt,
    cars: entered.map(({ invitationId, doors }) => ({
      invitationId,
      positions: pathOf(doors.positions),
      signals: pathOf(doors.signals),
    })),
  };
};
