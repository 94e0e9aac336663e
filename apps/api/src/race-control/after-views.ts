import type { FlagpostEvent } from '@flagpost/domain';
import type { Position, Recorded } from '@flagpost/event-sourcing';
import type { Projector } from '@flagpost/read-models';
import type { ApiParts } from '../parts.js';
import { keepRunning, type Running } from './keep-running.js';
import { upcast } from '../upcast.js';

/**
 * Views are waited for this long, in which another process can take over from the one that projected; where one stands
 * still, what it shows is told as it is.
 */
const VIEWS_MS = 30_000;

/**
 * Hands on every event recorded from now on, in order, once the views show it: who reads them then reads what agrees.
 * When it resolves the views show what was recorded before. A batch whose handler throws comes again.
 */
export const afterViews = async (
  name: string,
  parts: Pick<ApiParts, 'store' | 'scheduler' | 'logger'>,
  projector: Pick<Projector, 'waitFor'>,
  onEvents: (events: readonly Recorded<FlagpostEvent>[]) => Promise<void>,
): Promise<Running> => {
  const { store, logger } = parts;
  let after: Position | null = await store.head();
  const shown = async (position: Position): Promise<void> => {
    if (!(await projector.waitFor(position, VIEWS_MS))) logger.error('views lag', { part: name, position });
  };
  if (after !== null) await shown(after);
  return keepRunning(
    name,
    () =>
      store.subscribeAll({
        after,
        async onEvents(events) {
          const newest = events.at(-1);
          if (newest === undefined) return;
          await shown(newest.position);
          await onEvents(events.map((event) => upcast.toCurrent(event) as Recorded<FlagpostEvent>));
          after = newest.position;
        },
      }),
    parts,
  );
};
