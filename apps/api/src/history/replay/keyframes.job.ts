import { lookEvery, type Supervised } from '@flagpost/platform';
import { MINUTE_MS } from '@flagpost/contracts';
import type { ApiDependencies } from '../../dependencies.js';
import type { SingletonJob } from '../../instances/singleton-jobs.js';
import { eventReads } from '../../views/events.projection.js';
import type { PastRaces } from './past-races.js';

const EVERY_MS = 5 * MINUTE_MS;
/** So long after the end of a race its last positions have come. */
const AFTER_END_MS = 15 * MINUTE_MS;

/** Keeps the keyframes of races that are driven, so that the first question to a long one finds them. */
export const keyframeKeeping = (
  dependencies: Pick<ApiDependencies, 'readModels' | 'clock' | 'scheduler' | 'logger' | 'health'>,
  past: Pick<PastRaces, 'keepKeyframes'>,
): SingletonJob => {
  const { readModels, clock, scheduler, logger, health } = dependencies;
  let looking: Supervised | null = null;
  // Without keyframes the first question takes longer.
  health.register('keyframes', () => ({ ok: true, details: { failure: looking?.failure() ?? null } }));

  const look = async (mayGoOn: () => boolean): Promise<void> => {
    const now = clock.now();
    const events = eventReads(readModels);
    const driven = await events.live(null, now);
    const { finishes } = await events.turning(now - AFTER_END_MS, now);
    for (const { eventId } of [...driven, ...finishes]) if (mayGoOn()) await past.keepKeyframes(eventId);
  };

  return {
    name: 'keyframes of races',
    begin(isLeader) {
      const options = {
        scheduler,
        everyMs: EVERY_MS,
        onFailure: (error: unknown) =>
          logger.error('keyframes of a race cannot be kept, will be retried', { error }),
      };
      looking = lookEvery(options, (signal) => look(() => !signal.aborted && isLeader()));
      return Promise.resolve(looking);
    },
  };
};
