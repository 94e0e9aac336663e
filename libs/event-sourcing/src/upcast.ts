import type { RecordedEvent } from './store.js';

/** From the data of one schema version to that of the next. */
export type UpcastStep = (data: unknown) => unknown;

/** What reads and writes need to know of event shapes. */
export interface Upcast {
  /** The schema version in which events of this type are written today. */
  currentVersion(type: string): number;
  /** The type as which events that were stored under this type are read. */
  currentType(stored: string): string;
  /**
   * The event in its current shape; the event itself where it has that shape already.
   *
   * @throws {Error} where a newer program than this one wrote it.
   */
  toCurrent(event: RecordedEvent): RecordedEvent;
}

export interface EventShapes {
  /** Current schema version by event type; 1 where a type is not named. */
  readonly versions?: Readonly<Record<string, number>>;
  /** By event type, then by the version that a step starts from. */
  readonly steps?: Readonly<Record<string, Readonly<Record<number, UpcastStep>>>>;
  /** By the name that a type had before, its name today. Versions go on counting when a name changes. */
  readonly names?: Readonly<Record<string, string>>;
}

/**
 * Upcasters for a set of event shapes. History is never edited: old events are brought up to date each time they are read.
 *
 * @throws {Error} where a type above version 1 lacks a step.
 */
export const createUpcast = ({ versions = {}, steps = {}, names = {} }: EventShapes = {}): Upcast => {
  const currentVersion = (type: string): number => versions[type] ?? 1;
  const currentType = (stored: string): string => names[stored] ?? stored;
  const stepFrom = (type: string, version: number): UpcastStep => {
    const step = steps[type]?.[version];
    if (step === undefined) throw new Error(`${type} has no upcaster from version ${version}.`);
    return step;
  };
  for (const [type, current] of Object.entries(versions))
    for (let version = 1; version < current; version += 1) stepFrom(type, version);

  return {
    currentVersion,
    currentType,
    toCurrent(event) {
      const type = currentType(event.type);
      const current = currentVersion(type);
      const written = event.meta.schemaVersion;
      if (written === current) return type === event.type ? event : { ...event, type };
      if (written > current)
        throw new Error(
          `${event.type} at ${event.position} has version ${written}, this program knows ${current}.`,
        );
      let data = event.data;
      for (let version = written; version < current; version += 1) data = stepFrom(type, version)(data);
      return { ...event, type, data, meta: { ...event.meta, schemaVersion: current } };
    },
  };
};
