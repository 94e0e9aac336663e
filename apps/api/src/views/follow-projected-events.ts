import type { FlagpostEvent } from '@flagpost/domain';
import type { Position, Recorded } from '@flagpost/event-sourcing';
import { sleep, superviseDelivery, type Supervised } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { upcast } from '../upcast.js';

/**
 * Views are waited for this long, in which another process can take over from the one that projected; where one stands
 * still, what it shows is told as it is.
 */
const VIEWS_MS = 30_000;
const RETRY_MS = 1_000;

/**
 * Hands on every event recorded from now on, in order, once the views show it: who reads them then reads what agrees.
 * When it resolves the views show what was recorded before. A batch whose handler throws comes again.
 *
 * `onShownLate`: the views have reached an event that was passed on before they had; what was read from them then is stale.
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

  /** The newest that was handed on before the views showed it; null where there is none. */
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
          await onEvents(events.map((event) => upcast.toCurrent(event) as Recorded<FlagpostEvent>));
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
