import type { RecordedEvent } from '@flagpost/event-sourcing';
import { startIndexing, type Indexing } from '@flagpost/read-models';
import type { SingletonJobs } from '../instances/singleton-jobs.js';
import type { ApiDependencies } from '../dependencies.js';
import { upcast } from '../upcast.js';
import { KEYS_VERSION, keysOf } from './event-keys.js';

/** Keeps the index of the event log. */
export interface AuditIndex {
  /** Waits until everything in the log now is in the index, at most `timeoutMs`; returns whether it is. */
  caughtUp(timeoutMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Injection token of the `AuditIndex`. */
export const AUDIT_INDEX = Symbol('AuditIndex');

/**
 * Indexes the log beside everything else: no start, command or view waits for it. Where processes share the index, one of
 * them keeps it, and the others see it a second late.
 */
export const startAuditIndex = async (
  dependencies: ApiDependencies,
  jobs: SingletonJobs,
): Promise<AuditIndex> => {
  const { store, eventIndex, topology, health } = dependencies;
  let indexing: Indexing | null = null;
  const begin = async (): Promise<Indexing> =>
    (indexing = startIndexing({ ...dependencies, index: eventIndex, keysOf, version: KEYS_VERSION, upcast }));
  if (topology === 'sharedViews') await jobs.add({ name: 'audit index', begin });
  else await begin();
  // The log can be read without it, so it does not end what this process serves.
  health.register('audit', () => ({ ok: true, details: { failure: indexing?.failure() ?? null } }));
  return {
    async caughtUp(timeoutMs) {
      const head = await store.head();
      if (head === null) return true;
      if (indexing !== null && (await indexing.waitFor(head, timeoutMs))) return true;
      const indexed = await eventIndex.head();
      return indexed !== null && indexed.position >= head;
    },
    stop: async () => indexing?.stop(),
  };
};

/** The event at this place of its stream, in its current shape; null if the index is ahead of the log. */
export const readEvent = async (
  { store }: Pick<ApiDependencies, 'store'>,
  { stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>,
): Promise<RecordedEvent | null> => {
  const [event] = await store.readStream(stream, revision, 1);
  return event?.revision === revision ? upcast.toCurrent(event) : null;
};
