import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  EventShape,
  EventStore,
  Position,
  Recorded,
  RecordedEvent,
  Upcast,
} from '@flagpost/event-sourcing';
import { createRebuildTarget, WRITTEN, type Attempt, type RebuildTarget } from './rebuild-target.js';
import type { ReadModels } from './port.js';
import { assertDistinct } from './projection.js';
import type { Projection } from './projection.js';

export interface RebuildOptions {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly upcast: Upcast;
}

export interface FoldOptions {
  /** Called with the position of each checkpoint that was saved. */
  readonly saved?: (position: Position) => void;
  /** Makes each call of a store, which may be repeated; once, if left out. */
  readonly attempt?: Attempt;
  /** Ends it between two pages. */
  readonly signal?: AbortSignal;
}

const once: Attempt = (call) => call();

/** Events between two writes to the store, each with its checkpoint. */
const PAGE = 1_000;
/** Events folded before another turn of the event loop: 1 to 3 ms. */
const SLICE = 250;

interface Handler {
  readonly target: RebuildTarget;
  readonly handle: (event: Recorded<EventShape>, views: RebuildTarget['views']) => Promise<unknown>;
}

/** By event type: the handlers to call. */
const handlersOf = (
  projections: readonly (readonly [Projection, RebuildTarget])[],
): ReadonlyMap<string, readonly Handler[]> => {
  const handlers = new Map<string, Handler[]>();
  for (const [{ on }, target] of projections)
    for (const [type, handle] of Object.entries(on))
      if (handle !== undefined) handlers.set(type, [...(handlers.get(type) ?? []), { target, handle }]);
  return handlers;
};

/** Passes events to their handlers, one after the other. */
const foldEvents = async (
  events: readonly RecordedEvent[],
  handlers: ReadonlyMap<string, readonly Handler[]>,
  upcast: Upcast,
): Promise<void> => {
  for (const event of events) {
    const concerned = handlers.get(upcast.currentType(event.type));
    if (concerned === undefined) continue;
    const current = upcast.toCurrent(event);
    for (const { target, handle } of concerned) {
      target.at(event.position);
      const handled = handle(current, target.views);
      // Many handlers end with a write, which is done when it returns: waiting costs more than writing.
      if (handled !== WRITTEN) await handled;
    }
  }
};

/**
 * Folds the whole log, up to its head at the start, into views that were just dropped. Must not run beside a projector of
 * these views. Where the store keeps documents and checkpoint together, checkpoints are saved on the way, and what is
 * interrupted can be gone on with. Elsewhere some documents of a page may be stored without the others, so one checkpoint
 * is saved at the end, and views whose fold was interrupted must be dropped again.
 *
 * @throws the error of a handler.
 */
export const foldLog = async (
  { store, readModels, projections, upcast }: RebuildOptions,
  { saved = () => undefined, attempt = once, signal }: FoldOptions = {},
): Promise<void> => {
  const all = projections.map(
    (projection) => [projection, createRebuildTarget(readModels, projection, attempt)] as const,
  );
  const handlers = handlersOf(all);
  const isResumable = all.every(([, target]) => !target.isBuffered);
  const head = await attempt(() => store.head());
  let position: Position | null = null;
  while (head !== null && (position === null || position < head)) {
    if (signal?.aborted === true) return;
    const after: Position | null = position;
    const page = await attempt(() => store.readAll(after, PAGE));
    const newest = page.at(-1)?.position ?? head;
    const reached: Position = newest < head ? newest : head;
    const due = newest > head ? page.filter(({ position: at }) => at <= head) : page;
    for (let from = 0; from < due.length; from += SLICE) {
      await nextTurn();
      await foldEvents(due.slice(from, from + SLICE), handlers, upcast);
    }
    for (const [, target] of all) await target.write();
    position = reached;
    if (!isResumable && reached < head) continue;
    const savedLast = isResumable ? after : null;
    await Promise.all(
      projections.map(({ name, version }) =>
        attempt(() => readModels.saveCheckpoint(name, { position: reached, version }, savedLast)),
      ),
    );
    saved(reached);
  }
};

/** Drops all views, and folds the log into them with `foldLog`. */
export const rebuildViews = async (options: RebuildOptions): Promise<void> => {
  const { readModels, projections } = options;
  assertDistinct(projections);
  for (const { name, version, views } of projections) await readModels.drop(name, version, views);
  await foldLog(options);
};

/** Rebuilds all views with `rebuildViews`. @returns count and digest by view. */
export const rebuild = async (
  options: RebuildOptions,
): Promise<Readonly<Record<string, { count: number; sha256: string }>>> => {
  await rebuildViews(options);
  const views = options.projections.flatMap((projection) => projection.views);
  return Object.fromEntries(
    await Promise.all(views.map(async (view) => [view, await options.readModels.digest(view)] as const)),
  );
};
