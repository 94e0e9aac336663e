import { PUSH_AGE_MS } from '@flagpost/contracts';
import { lookEvery, type Supervised } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';
import { PUSHED_TIMES } from '../stored-names.js';
import { eventReads } from '../views/events.projection.js';
import type { PushNews } from './push-news.js';

const EVERY_MS = 5_000;
/** The kept time is renewed so often while nothing is pushed. */
const KEEP_MS = 60_000;

/**
 * Pushes start and finish of published events. The time up to which it has is kept, so that a restart neither misses one nor
 * repeats it; what is older than `PUSH_AGE_MS` is passed over.
 */
export const startEventTimes = (
  dependencies: Pick<ApiDependencies, 'records' | 'readModels' | 'clock' | 'scheduler' | 'logger'>,
  news: Pick<PushNews, 'push'>,
): Supervised => {
  const { records, readModels, clock, scheduler, logger } = dependencies;
  const look = async (): Promise<void> => {
    const now = clock.now();
    const kept = await records.checkpoints.load(PUSHED_TIMES);
    const after = Math.max(kept === null ? now : Number(kept), now - PUSH_AGE_MS);
    const { starts, finishes } = await eventReads(readModels).turning(after, now);
    for (const event of starts) await news.push({ kind: 'start', event, at: event.startsAt });
    for (const event of finishes) await news.push({ kind: 'finish', event, at: event.finishesAt });
    const isPushed = starts.length + finishes.length > 0;
    if (kept === null || isPushed || now - Number(kept) >= KEEP_MS)
      await records.checkpoints.save(PUSHED_TIMES, String(now));
  };
  return lookEvery(
    {
      scheduler,
      everyMs: EVERY_MS,
      onFailure: (error) =>
        logger.error('starts and finishes of events cannot be pushed, will be retried', { error }),
    },
    look,
  );
};
