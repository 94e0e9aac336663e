import type { EventShape, EventStore, Position, Recorded, Upcast } from '@flagpost/event-sourcing';
import { createRebuildTarget, type RebuildTarget } from './rebuild-target.js';
import type { ReadModels } from './port.js';
import { assertDistinct } from './projection.js';
import type { Projection } from './projection.js';

export interface RebuildOptions {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly upcast: Upcast;
}

/** Events between two writes to the store. */
const PAGE = 1000;

interface Handler {
  readonly target: RebuildTarget;
  readonly take: (event: Recorded<EventShape>, views: RebuildTarget['views']) => Promise<void>;
}

/** By event type: the handlers to call. */
const handlersOf = (
  projections: readonly (readonly [Projection, RebuildTarget])[],
): ReadonlyMap<string, readonly Handler[]> => {
  const handlers = new Map<string, Handler[]>();
  for (const [{ on }, target] of projections)
    for (const [type, take] of Object.entries(on))
      if (take !== undefined) handlers.set(type, [...(handlers.get(type) ?? []), { target, take }]);
  return handlers;
};

/**
 * Drops and rebuilds all views from the log, up to its head at the start. Must not run beside a projector of these
 * views.
 *
 * @throws the error of a handler.
 */
export const rebuildViews = async ({
  store,
  readModels,
  projections,
  upcast,
}: RebuildOptions): Promise<void> => {
  assertDistinct(projections);
  for (const { name, version, views } of projections) await readModels.drop(name, version, views);

  const all = projections.map(
    (projection) => [projection, createRebuildTarget(readModels, projection)] as const,
  );
  const handlers = handlersOf(all);
  const head = await store.head();
  let position: Position | null = null;
  while (head !== null && (position === null || position < head)) {
    const page = await store.readAll(position, PAGE);
    for (const event of page) {
      const taking = event.position <= head ? handlers.get(upcast.currentType(event.type)) : undefined;
      if (taking === undefined) continue;
      const current = upcast.toCurrent(event);
      for (const { target, take } of taking) {
        target.at(event.position);
        await take(current, target.views);
      }
    }
    for (const [, target] of all) await target.write();
    const newest = page.at(-1)?.position ?? head;
    position = newest < head ? newest : head;
  }
  if (position !== null)
    for (const { name, version } of projections)
      await readModels.saveCheckpoint(name, { position, version }, null);
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
