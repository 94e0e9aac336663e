import { HOUR_MS, type FlagAnswer } from '@flagpost/contracts';
import { answered, signIn } from './calls.js';
import { categoryIdsOf, enterAndPublish, makeEvent, numbered, type Entered } from './made-event.js';
import { roundCourse } from './round-course.js';

/** A running event of a Flagpost with demo accounts; its cars are authorised and stand still. */
export interface EnteredRace {
  readonly eventId: number;
  readonly cars: readonly Entered[];
  /** @returns the flag's id */
  sendFlag(code: number, receivers?: readonly number[], message?: string): Promise<number>;
}

const COURSE_M = 6_000;

export const enterRace = async (url: string, name: string, cars: number): Promise<EnteredRace> => {
  const planner = await signIn(url, 'planner@flagpost.demo');
  const director = await signIn(url, 'director@flagpost.demo');
  const categoryIds = await categoryIdsOf(planner, [name]);
  const now = Date.now();
  const eventId = await makeEvent(planner, {
    name,
    startsAt: now - HOUR_MS,
    finishesAt: now + HOUR_MS,
    categoryIds,
    course: roundCourse(COURSE_M),
  });
  const entrants = Array.from({ length: cars }, (_, index) => numbered(index));
  return {
    eventId,
    cars: await enterAndPublish(planner, eventId, categoryIds, entrants),
    async sendFlag(code, receivers = [], message = '') {
      const flag = { EventId: eventId, StateId: code, InvitationsSelected: receivers, Message: message };
      return (await answered<FlagAnswer>(director, 'POST', '/flagRecords', flag)).FlagId;
    },
  };
};
