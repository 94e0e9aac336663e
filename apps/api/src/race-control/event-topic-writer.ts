import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message } from '@flagpost/messaging';
import type { ApiDependencies } from '../dependencies.js';
import { eventExists } from '../views/event-exists.js';
import type { EventTopic } from './event-topic.js';

/** The values of one event, by stages: each stage is stored before the next is published. */
export type EventRecords = readonly (readonly Message[])[];

/** Makes the records of a topic equal to the views for some events. */
export interface EventTopicWriter {
  /**
   * Publishes what differs.
   *
   * @throws if the views lack an event that is in the log; the others are published all the same
   */
  write(eventIds: readonly number[]): Promise<void>;
}

/** @param read the records of an event in the views; null if it is not there */
export const createEventTopicWriter = (
  { store }: Pick<ApiDependencies, 'store'>,
  topic: Pick<EventTopic, 'keys' | 'publishChanged'>,
  read: (eventId: number) => Promise<EventRecords | null>,
): EventTopicWriter => {
  /** `isShown`: whether the views are complete for this event. */
  const stateOf = async (eventId: number) => {
    const records = await read(eventId);
    const isShown = records !== null || !(await eventExists(store, eventId));
    return { eventId, records: records ?? [], isShown };
  };
  return {
    async write(eventIds) {
      const states: Awaited<ReturnType<typeof stateOf>>[] = [];
      for (const eventId of eventIds) {
        states.push(await stateOf(eventId));
        // Views of this process answer at once: a busy event takes milliseconds, for which commands and frames would wait.
        await nextTurn();
      }
      const shown = states.filter(({ isShown }) => isShown);
      const stages = Math.max(0, ...shown.map(({ records }) => records.length));
      for (let stage = 0; stage < stages; stage += 1)
        await topic.publishChanged(shown.flatMap(({ records }) => records[stage] ?? []));
      const unnamed = shown.flatMap(({ eventId, records }) => {
        const named = new Set(records.flat().map(({ key }) => key));
        return topic.keys(eventId).filter((key) => !named.has(key));
      });
      await topic.publishChanged(unnamed.toSorted().map((key) => ({ key, value: null })));
      const unshown = states.filter(({ isShown }) => !isShown).map(({ eventId }) => eventId);
      if (unshown.length > 0)
        throw new Error(`The views lack events that are in the log: ${unshown.join(', ')}.`);
    },
  };
};
