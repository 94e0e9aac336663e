import { eventKey, TOPICS, type RaceFact } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';

/**
 * Publishes the facts that an engine states, once the inputs that they follow from are stored. A state is saved only after
 * all facts that it has stated are published, and `publish` reads both in one turn.
 */
export const createFactPublisher = (
  topics: Topics,
  take: () => readonly RaceFact[],
  /** Whether every input handled so far could be stored, once that is known. */
  isStored: () => Promise<boolean>,
) => {
  const waiting: RaceFact[] = [];
  return {
    async publish(): Promise<void> {
      waiting.push(...take());
      const some = [...waiting];
      if (some.length === 0 || !(await isStored())) return;
      const messages = some.map((fact) => ({ key: eventKey(fact.eventId), value: JSON.stringify(fact) }));
      await topics.publish(TOPICS.facts, messages);
      waiting.splice(0, some.length);
    },
  };
};
