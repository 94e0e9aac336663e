import { DAY_MS } from '@flagpost/contracts';
import type { Caller } from '../calls.js';
import { categoryIdsOf, enterAndPublish, makeEvent, numbered } from '../made-event.js';
import { roundCourse } from '../round-course.js';

/** A running event, its competitors, and the paths of their doors. */
export interface LoadedRace {
  readonly eventId: number;
  readonly cars: readonly LoadedCar[];
  /** The start of the event and of device times, epoch ms. */
  readonly beganAt: number;
}

export interface LoadedCar {
  readonly invitationId: number;
  readonly doors: Readonly<Record<'positions' | 'osmand' | 'signals', string>>;
}

export const COURSE = roundCourse(1_900);

export interface RaceToMake {
  readonly name: string;
  readonly cars: number;
  /** Epoch ms. */
  readonly beganAt: number;
  /** Epoch ms; in a day if it is left out. */
  readonly finishesAt?: number;
}

/** Creates and publishes the event, with so many authorised cars. */
export const makeRace = async (
  planner: Caller,
  { name, cars, beganAt, finishesAt = Date.now() + DAY_MS }: RaceToMake,
): Promise<LoadedRace> => {
  const categoryIds = await categoryIdsOf(planner, [name]);
  const eventId = await makeEvent(planner, {
    name,
    startsAt: beganAt,
    finishesAt,
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
      doors: {
        positions: pathOf(doors.positions),
        osmand: pathOf(doors.osmand),
        signals: pathOf(doors.signals),
      },
    })),
  };
};
