import { setupKey } from '@flagpost/contracts';
import type { Message } from '@flagpost/messaging';
import type { ApiDependencies } from '../dependencies.js';
import { eventExists } from './event-exists.js';
import { readRaceSetup, toRecords } from './race-setup.js';
import type { RaceSetupTopic } from './race-setup-topic.js';

/** Makes the records of `race.setup` equal to the views for some events. */
export interface RaceSetupWriter {
  /**
   * Publishes what differs.
   *
   * @throws if the views lack an event that is in the log; the others are published all the same
   */
  write(eventIds: readonly number[]): Promise<void>;
}

export const createRaceSetupWriter = (
  { store, readModels }: Pick<ApiDependencies, 'store' | 'readModels'>,
  topic: Pick<RaceSetupTopic, 'holds' | 'geometryKeys' | 'publish'>,
): RaceSetupWriter => {
  /** `isShown`: whether the views are complete for this event. */
  const stateOf = async (eventId: number) => {
    const setup = await readRaceSetup(readModels, eventId);
    const records = setup === null ? null : toRecords(setup);
    return { eventId, records, isShown: setup !== null || !(await eventExists(store, eventId)) };
  };
  const publishChanged = async (messages: readonly Message[]): Promise<void> => {
    const changed = messages.filter(({ key, value }) => !topic.holds(key, value));
    if (changed.length > 0) await topic.publish(changed);
  };
  return {
    async write(eventIds) {
      const states = await Promise.all(eventIds.map(stateOf));
      const shown = states.filter(({ isShown }) => isShown);
      const geometries = shown.flatMap(({ records }) => (records === null ? [] : [records.geometry]));
      const setups = shown.map(
        ({ eventId, records }): Message => records?.setup ?? { key: setupKey(eventId), value: null },
      );
      const unnamed = shown.flatMap(({ eventId, records }) =>
        topic.geometryKeys(eventId).filter((key) => key !== records?.geometry.key),
      );
      // In this order a reader finds the geometry of the newest setup even if publishing stops halfway.
      await publishChanged(geometries);
      await publishChanged(setups);
      await publishChanged(unnamed.map((key) => ({ key, value: null })));
      const unshown = states.filter(({ isShown }) => !isShown).map(({ eventId }) => eventId);
      if (unshown.length > 0)
        throw new Error(`The views lack events that are in the log: ${unshown.join(', ')}.`);
    },
  };
};
