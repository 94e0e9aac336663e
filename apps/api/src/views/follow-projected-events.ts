import type { FlagpostEvent } from '@flagpost/domain';
import type { Position, Recorded } from '@flagpost/event-sourcing';
import { sleep, superviseDelivery, type Supervised } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { currentEvent } from '../upcast.js';

/**
 * Maximum wait for the views, in which another process can take over projecting. After that events are passed on
 * although the views are stale.
 */
const VIEWS_MS = 30_000;
const RETRY_MS = 1_000;

/**
 * Passes on every event recorded from now on, in order, once the views contain it, so that reads of them are consistent
 * with it. When it resolves the views contain all earlier events. A batch whose handler throws is redelivered.
 *
 * `onShownLate`: the views have reached an event that was passed on before they had; earlier reads of them are stale.
 */
export const followProjectedEvents = async (
  name: string,
  dependencies: Pick<ApiDependencies, 'store' | 'scheduler' | 'logger'>,
  projector: Pick<Projector, 'waitFor'>,
  onEvents: (events: readonly Recorded<FlagpostEvent>[]) => Promise<void>,
  onShownLate: () => void,
): Promise<Supervised> => {
  const { store, scheduler, logger } = dependencies;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let after: Position | null = await store.head();
  const shown = async (position: Position): Promise<boolean> => {
    const isShown = await projector.waitFor(position, VIEWS_MS);
    if (!isShown) logger.error('views lag', { part: name, position });
    return isShown;
  };

  /** The newest that was passed on before the views contained it; null if there is none. */
  let owed: Position | null = null;
  const settle = async (): Promise<void> => {
    while (owed !== null && !isStopping()) {
      const position: Position = owed;
      if (!(await projector.waitFor(position, VIEWS_MS))) {
        await sleep(scheduler, RETRY_MS, stopping.signal).catch(() => undefined);
        continue;
      }
      if (isStopping()) return;
      if (owed === position) owed = null;
      logger.info('views have caught up', { part: name, position });
      onShownLate();
    }
  };
  const owe = (position: Position): void => {
    const isSettling = owed !== null;
    owed = position;
    if (!isSettling) void settle();
  };

  if (after !== null && !(await shown(after))) owe(after);
  const running = superviseDelivery(
    name,
    () =>
      store.subscribeAll({
        after,
        async onEvents(events) {
          const newest = events.at(-1);
          if (newest === undefined) return;
          // Owed before: of a batch that fails halfway some was handed on.
          if (!(await shown(newest.position))) owe(newest.position);
          await onEvents(events.map(currentEvent));
          after = newest.position;
        },
      }),
    dependencies,
  );
  return {
    failure: () => running.failure(),
    async stop() {
      stopping.abort(new Error('stopped'));
      await running.stop();
    },
  };
};
