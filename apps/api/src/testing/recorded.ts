import { upcast } from '../upcast.js';
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
