import type { EventStore, Position, RecordedEvent, Upcast } from '@flagpost/event-sourcing';
import type { ReadModels } from './port.js';
import { assertDistinct, project } from './projection.js';
import type { Projection } from './projection.js';

export interface RebuildOptions {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly upcast: Upcast;
}

const PAGE = 1000;

/**
 * Drops all views and folds the log anew, up to its head at the start. Not beside a running projector of these views.
 *
 * @returns count and digest by view.
 * @throws what a handler throws.
 */
export const rebuild = async ({
  store,
  readModels,
  projections,
  upcast,
}: RebuildOptions): Promise<Readonly<Record<string, { count: number; sha256: string }>>> => {
  assertDistinct(projections);
  for (const { name, version, views } of projections) await readModels.drop(name, version, views);

  const head = await store.head();
  let position: Position | null = null;
  while (head !== null && (position === null || position < head)) {
    const events: readonly RecordedEvent[] = (await store.readAll(position, PAGE)).filter(
      (event) => event.position <= head,
    );
    await Promise.all(
      projections.map(async (projection) => {
        for (const event of events)
          if (projection.on[event.type] !== undefined) await project(readModels, upcast, projection, event);
      }),
    );
    position = events.at(-1)?.position ?? head;
  }
  if (position !== null)
    for (const { name, version } of projections)
      await readModels.saveCheckpoint(name, { position, version }, null);

  const views = projections.flatMap((projection) => projection.views);
  return Object.fromEntries(
    await Promise.all(views.map(async (view) => [view, await readModels.digest(view)] as const)),
  );
};
