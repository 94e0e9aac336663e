import { DEVICE_LASTS_MS, isPast } from '@flagpost/contracts';
import { lookEvery, type Supervised } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { carsInSos } from '../views/alerts.projection.js';
import { awaitViews } from '../views/await-views.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';

const EVERY_MS = 3_600_000;
const RETRY_MS = 60_000;

/** Whether the devices and the links of an event have ended, but for those of cars in SOS. */
export const areDevicesOver = ({ finishesAt }: EventDocument, now: number): boolean =>
  isPast({ finishesAt: finishesAt + DEVICE_LASTS_MS }, now);

/** Ends, every hour, the device tokens of events that are over, and what was heard under them; those of a car in SOS once it is closed. */
export const startEndedDevices = (
  dependencies: Pick<ApiDependencies, 'records' | 'readModels' | 'store' | 'clock' | 'scheduler' | 'logger'>,
  projector: Pick<Projector, 'waitFor'>,
): Supervised => {
  const { records, readModels, store, clock, scheduler, logger } = dependencies;

  const endOf = async (eventId: number): Promise<void> => {
    const event = await eventReads(readModels).get(eventId);
    // Of a deleted event a reaction ends them.
    if (event === null || !areDevicesOver(event, clock.now())) return;
    const inSos = await carsInSos(dependencies, eventId);
    const devices = await records.deviceTokens.ofEvent(eventId);
    const over = devices.map(({ invitationId }) => invitationId).filter((car) => !inSos.has(car));
    if (over.length === 0) return;
    await records.deviceTokens.delete(over);
    logger.info('device tokens of an event that is over have ended', { eventId, tokens: over.length });
  };

  return lookEvery(
    {
      scheduler,
      everyMs: EVERY_MS,
      retryMs: RETRY_MS,
      onFailure: (error) =>
        logger.error('device tokens of past events cannot be ended, will be retried', { error }),
    },
    async () => {
      // Every recorded SOS is in the views.
      const head = await store.head();
      if (head !== null) await awaitViews(projector, head);
      for (const eventId of await records.deviceTokens.eventIds()) await endOf(eventId);
    },
  );
};
