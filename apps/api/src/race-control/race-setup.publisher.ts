import { parseSetupKey, setupKey, TOPICS } from '@flagpost/contracts';
import { effectOf } from '../views/event-effects.js';
import { publishByEvent } from './event-topic.publisher.js';
import { readRaceSetup, toRecords } from './race-setup.js';

type Parts = Parameters<typeof publishByEvent>;

/**
 * Keeps the topic `race.setup` equal to the views. A route's geometry is a record of its own, named in setups by its hash
 * and published before them; a tombstone replaces it once no setup names it.
 */
export const publishRaceSetups = (dependencies: Parts[0], projector: Parts[1]) =>
  publishByEvent(dependencies, projector, {
    name: 'race setup',
    topic: TOPICS.setup,
    eventIdOf: (key) => parseSetupKey(key)?.eventId ?? null,
    whenChanged: (event) => effectOf(event).setup,
    isOwed: (topic, eventId) => topic.holds(setupKey(eventId), null),
    async read(eventId) {
      const found = await readRaceSetup(dependencies.readModels, eventId);
      if (found === null) return null;
      const { geometry, setup } = toRecords(found);
      return [[geometry], [setup]];
    },
  });
