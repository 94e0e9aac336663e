import { eventStream } from '@flagpost/domain';
import type { EventStore } from '@flagpost/event-sourcing';

/**
 * Whether the log contains this event and no deletion of it. Views that are being rebuilt, or have halted, lack existing
 * events, so only the log shows that an event is gone.
 */
export const eventExists = async (
  store: Pick<EventStore, 'readStream'>,
  eventId: number,
): Promise<boolean> => {
  const events = await store.readStream(eventStream(eventId));
  return events.length > 0 && events.every(({ type }) => type !== 'EventDeleted');
};
