import { holds, type Actor } from '@flagpost/contracts';
import type { RecordedEvent } from '@flagpost/event-sourcing';
import type { IndexQuery } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { readEvent } from './audit-index.js';
import { clubKey, keysOf } from './event-keys.js';

/** An event with its place in the log. */
export interface NumberedEvent {
  readonly number: number;
  readonly event: RecordedEvent;
}

export interface FoundEvents {
  /** Newest first. */
  readonly found: readonly NumberedEvent[];
  readonly next: number | null;
}

/** The key that an event must have to be shown; null for administrators, who see all. */
const scopeKey = (actor: Actor): string | null => (holds(actor, 'admin') ? null : clubKey(actor.clubId ?? 0));

/** Whether an actor may see an event: organisers see those that carry the id of their club. */
export const isVisible = (actor: Actor, event: RecordedEvent): boolean => {
  const scope = scopeKey(actor);
  return scope === null || keysOf(event).includes(scope);
};

/** The events that the actor may see. Each is read from the log, which decides whether it has all keys. */
export const searchLog = async (
  dependencies: Pick<ApiDependencies, 'store' | 'eventIndex'>,
  actor: Actor,
  query: IndexQuery,
): Promise<FoundEvents> => {
  const scope = scopeKey(actor);
  const keys = scope === null ? query.keys : [...query.keys, scope];
  const { found, next } = await dependencies.eventIndex.find({ ...query, keys });
  const events = await Promise.all(
    found.map(async (place) => ({ number: place.number, event: await readEvent(dependencies, place) })),
  );
  const hasKeys = (event: RecordedEvent): boolean => {
    const known = new Set(keysOf(event));
    return keys.every((key) => known.has(key));
  };
  return {
    found: events.flatMap(({ number, event }) =>
      event !== null && hasKeys(event) ? [{ number, event }] : [],
    ),
    next,
  };
};
