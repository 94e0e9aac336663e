import { eventStream } from '@flagpost/domain';
import type { EventStore } from '@flagpost/event-sourcing';

/**
 * Whether the log has this event, and no deletion of it. Views that are being built anew, or have halted, lack events
 * that are there: only the log can say that one is gone.
 */
export const isInLog = async (store: Pick<EventStore, 'readStream'>, eventId: number): Promise<boolean> => {
  const events = await store.readStream(eventStream(eventId));
  return events.length > 0 && events.every(({ type }) => type !== 'EventDeleted');
};
