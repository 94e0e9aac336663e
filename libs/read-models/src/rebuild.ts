import type { EventShape, EventStore, Position, Recorded, Upcast } from '@flagpost/event-sourcing';
import { foldedViews, type FoldedViews } from './folded-views.js';
import type { ReadModels } from './port.js';
import { assertDistinct } from './projection.js';
import type { Projection } from './projection.js';

export interface RebuildOptions {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly upcast: Upcast;
}

/** Events between two writings of the views. */
const PAGE = 1000;

interface Handler {
  readonly folded: FoldedViews;
  readonly take: (event: Recorded<EventShape>, views: FoldedViews['views']) => Promise<void>;
}

/** By event type: what is to be called. */
const handlersOf = (
  projections: readonly (readonly [Projection, FoldedViews])[],
): ReadonlyMap<string, readonly Handler[]> => {
  const handlers = new Map<string, Handler[]>();
  for (const [{ on }, folded] of projections)
    for (const [type, take] of Object.entries(on))
      if (take !== undefined) handlers.set(type, [...(handlers.get(type) ?? []), { folded, take }]);
  return handlers;
};

/**
 * Drops all views and folds the log anew, up to its head at the start. Not beside a running projector of these views.
 *
 * @throws what a handler throws.
 */
export const foldAnew = async ({ store, readModels, projections, upcast }: RebuildOptions): Promise<void> => {
  assertDistinct(projections);
  for (const { name, version, views } of projections) await readModels.drop(name, version, views);

  const all = projections.map((projection) => [projection, foldedViews(readModels, projection)] as const);
  const handlers = handlersOf(all);
  const head = await store.head();
  let position: Position | null = null;
  while (head !== null && (position === null || position < head)) {
    const page = await store.readAll(position, PAGE);
    for (const event of page) {
      const taking = event.position <= head ? handlers.get(upcast.currentType(event.type)) : undefined;
      if (taking === undefined) continue;
      const current = upcast.toCurrent(event);
      for (const { folded, take } of taking) {
        folded.at(event.position);
        await take(current, folded.views);
      }
    }
    for (const [, folded] of all) await folded.write();
    const newest = page.at(-1)?.position ?? head;
    position = newest < head ? newest : head;
  }
  if (position !== null)
    for (const { name, version } of projections)
      await readModels.saveCheckpoint(name, { position, version }, null);
};

/**
 * Folds all views anew, as `foldAnew`.
 *
 * @returns count and digest by view.
 */
export const rebuild = async (
  options: RebuildOptions,
): Promise<Readonly<Record<string, { count: number; sha256: string }>>> => {
  await foldAnew(options);
  const views = options.projections.flatMap((projection) => projection.views);
  return Object.fromEntries(
    await Promise.all(views.map(async (view) => [view, await options.readModels.digest(view)] as const)),
  );
};
