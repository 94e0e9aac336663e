import { eventStream, type EventPeriod } from '@flagpost/domain';
import { until } from '@flagpost/testing';
import { upcast } from '../upcast.js';
import { eventReads } from '../views/events.projection.js';
import type { Harness } from './harness.js';

/** Appends an event that was recorded before: the rules of today do not apply to it. The views follow. */
export const alreadyRecorded = async (
  { dependencies: { store, ids } }: Pick<Harness, 'dependencies'>,
  stream: string,
  type: string,
  data: object,
): Promise<void> => {
  const meta = { actorId: null, actorRoles: [], clubId: null, correlationId: 'spec', causationId: null };
  const schemaVersion = upcast.currentVersion(type);
  await store.append(stream, [{ type, data, meta: { ...meta, id: ids.uuid(), schemaVersion } }], 'any');
};

/** Gives an event that was just made times that no request may give it, as if it had been entered before its race. */
export const heldAt = async (
  harness: Pick<Harness, 'dependencies'>,
  eventId: number,
  period: EventPeriod,
): Promise<void> => {
  const { store, readModels } = harness.dependencies;
  const [created] = await store.readStream(eventStream(eventId));
  const details = { ...(created?.data as object), ...period };
  await alreadyRecorded(harness, eventStream(eventId), 'EventEdited', details);
  const shown = async () => (await eventReads(readModels).existing(eventId)).startsAt === period.startsAt;
  await until('its times', shown);
};
