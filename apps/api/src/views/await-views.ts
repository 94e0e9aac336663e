import type { Position } from '@flagpost/event-sourcing';
import type { Projector } from '@flagpost/read-models';

/** A reaction waits this long for the views before it is tried again. */
const VIEWS_MS = 10_000;

/** Until the views show an event. @throws {Error} if they do not in time: a reaction that passes it on is called again. */
export const awaitViews = async (
  projector: Pick<Projector, 'waitFor'>,
  position: Position,
): Promise<void> => {
  if (!(await projector.waitFor(position, VIEWS_MS)))
    throw new Error('The views have not reached this event.');
};
