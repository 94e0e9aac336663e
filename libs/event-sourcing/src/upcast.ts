import type { RecordedEvent } from './store.js';

/** Converts the data of one schema version to the next. */
export type UpcastStep = (data: unknown) => unknown;

/** The current versions of event types, for reads and writes. */
export interface Upcast {
  /** The schema version in which events of this type are written. */
  currentVersion(type: string): number;
  /** The current name of a stored event type. */
  currentType(stored: string): string;
  /**
   * The event in its current shape; the same object if it has that shape already.
   *
   * @throws {Error} if a newer program wrote it.
   */
  toCurrent(event: RecordedEvent): RecordedEvent;
}

export interface EventShapes {
  /** Current schema version by event type; 1 for types not listed. */
  readonly versions?: Readonly<Record<string, number>>;
  /** By event type, then by the version that a step starts from. */
  readonly steps?: Readonly<Record<string, Readonly<Record<number, UpcastStep>>>>;
  /** Current type names by former name. A rename does not reset the version. */
  readonly names?: Readonly<Record<string, string>>;
}

/**
 * Upcasters for a set of event types. History is never rewritten: old events are converted each time they are read.
 *
 * @throws {Error} if a type above version 1 lacks a step.
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
          `${event.type} at ${event.position} has version ${written}, this program supports ${current}.`,
        );
      let data = event.data;
      for (let version = written; version < current; version += 1) data = stepFrom(type, version)(data);
      return { ...event, type, data, meta: { ...event.meta, schemaVersion: current } };
    },
  };
};
