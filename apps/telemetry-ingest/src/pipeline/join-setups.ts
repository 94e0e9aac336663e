import type { RaceGeometry, RaceSetup, SetupRecord } from '@flagpost/contracts';

/** The content of one message of `race.setup`; null if it is a tombstone. */
export type SetupChange =
  | { readonly eventId: number; readonly setup: SetupRecord | RaceSetup | null }
  | { readonly eventId: number; readonly geometry: string; readonly value: RaceGeometry | null };

/**
 * Joins setups with the geometry that they refer to, in whatever order the two arrive. Until its geometry arrives, a
 * setup waits and the previous one stays in use; a newer setup replaces a waiting one.
 */
export interface SetupJoin {
  /** The complete setup to use from now on, null if the event was deleted; undefined if nothing changes. */
  take(change: SetupChange): RaceSetup | null | undefined;
  /** Events whose newest setup is waiting for its geometry. */
  waiting(): readonly number[];
}

export const createSetupJoin = (): SetupJoin => {
  const geometries = new Map<number, Map<string, RaceGeometry>>();
  const waiting = new Map<number, SetupRecord>();

  const keep = (eventId: number, geometry: string, value: RaceGeometry | null): void => {
    const known = geometries.get(eventId) ?? new Map<string, RaceGeometry>();
    if (value === null) known.delete(geometry);
    else known.set(geometry, value);
    if (known.size === 0) geometries.delete(eventId);
    else geometries.set(eventId, known);
  };

  const joined = (record: SetupRecord): RaceSetup | undefined => {
    const { geometry, ...setup } = record;
    const known = geometries.get(record.eventId)?.get(geometry);
    if (known === undefined) {
      waiting.set(record.eventId, record);
      return undefined;
    }
    waiting.delete(record.eventId);
    return { ...setup, ...known };
  };

  return {
    take(change) {
      const { eventId } = change;
      if ('geometry' in change) {
        keep(eventId, change.geometry, change.value);
        const record = waiting.get(eventId);
        return record === undefined ? undefined : joined(record);
      }
      const { setup } = change;
      if (setup !== null && 'geometry' in setup) return joined(setup);
      waiting.delete(eventId);
      return setup;
    },
    waiting: () => [...waiting.keys()],
  };
};
