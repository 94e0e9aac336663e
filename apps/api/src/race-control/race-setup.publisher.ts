import { setupKey } from '@flagpost/contracts';
import type { FlagpostEvent } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { fixedDelay, retry, type RetryPolicy, type Supervised } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import { eventReads } from '../views/events.projection.js';
import { followProjectedEvents } from '../views/follow-projected-events.js';
import { effectOf } from '../views/event-effects.js';
import type { ApiDependencies } from '../dependencies.js';
import { createDueSetups } from './due-setups.js';
import { followRaceSetupTopic } from './race-setup-topic.js';
import { createRaceSetupWriter } from './race-setup-writer.js';

const RETRY_MS = 1_000;
/** Positions of an event that ended longer ago are no longer accepted, so its setup is not published any more. */
const POSITIONS_KEPT_MS = 3 * 24 * 3_600_000;

type Dependencies = Pick<
  ApiDependencies,
  'store' | 'topics' | 'readModels' | 'clock' | 'scheduler' | 'logger'
>;

/** Ids of all events, and of those whose positions are no longer accepted: these are neither published nor corrected. */
const readEvents = async ({ readModels, clock }: Dependencies) => {
  const events = await eventReads(readModels).list(null);
  const now = clock.now();
  const isOver = ({ finishesAt }: (typeof events)[number]): boolean => finishesAt + POSITIONS_KEPT_MS < now;
  return {
    all: events.map(({ eventId }) => eventId),
    over: new Set(events.filter(isOver).map(({ eventId }) => eventId)),
  };
};

/**
 * Keeps the topic `race.setup` equal to the views: first publishes every difference, then each event that changes in the
 * views or that another process overwrites in the topic. A value is published at least once, and again only if it changes.
 * A route's geometry is a record of its own, named in setups by its hash; a tombstone replaces it once no setup names it.
 */
export const publishRaceSetups = async (
  dependencies: Dependencies,
  projector: Pick<Projector, 'waitFor'>,
): Promise<Supervised> => {
  const { scheduler, logger } = dependencies;
  const stopping = new AbortController();
  const due = createDueSetups(scheduler, () => kick());
  let over: ReadonlySet<number> = new Set();
  /** Whether the topic has been read to its end once. */
  let isRead = false;
  /** Whether every event that the topic lacks or has was marked as due since then. */
  let isCompared = false;
  let failure: string | null = null;
  let publishing: Promise<void> | null = null;

  const isCurrent = (eventId: number): boolean => !over.has(eventId);

  const compare = async (): Promise<void> => {
    const events = await readEvents(dependencies);
    over = events.over;
    due.add(events.all.filter((id) => isCurrent(id) || topic.holds(setupKey(id), null)));
    due.add(topic.eventIds().filter(isCurrent));
    isCompared = true;
  };

  const publishDue = async (): Promise<void> => {
    let eventIds: readonly number[] = [];
    const publishOnce = async (): Promise<void> => {
      eventIds = [];
      if (!isCompared) await compare();
      eventIds = due.take();
      await writer.write(eventIds);
      failure = null;
    };
    const policy: RetryPolicy = {
      backoff: { scheduler, ms: fixedDelay(RETRY_MS), signal: stopping.signal },
      onRetry(error) {
        failure = String(error);
        logger.error('race setup not published, will be retried', { eventIds, error });
        due.add(eventIds);
      },
    };
    while ((!due.isEmpty() || !isCompared) && !stopping.signal.aborted)
      await retry(policy, publishOnce).catch(() => undefined); // stopped
    publishing = null;
  };
  const kick = (): void => {
    if (!isRead || publishing !== null || (isCompared && due.isEmpty())) return;
    publishing = publishDue();
  };

  const onEvents = async (events: readonly Recorded<FlagpostEvent>[]): Promise<void> => {
    for (const event of events) {
      const { setup } = effectOf(event);
      if (setup === 'same' || !('eventId' in event.data)) continue;
      if (setup === 'changedSoon') due.addSoon(event.data.eventId);
      else due.add([event.data.eventId]);
    }
    kick();
  };
  const compareAgain = (): void => {
    isCompared = false;
    kick();
  };
  const following = await followProjectedEvents(
    'race setup',
    dependencies,
    projector,
    onEvents,
    compareAgain,
  );
  const topic = followRaceSetupTopic(dependencies, (eventIds) => {
    isRead = true;
    due.add(eventIds.filter(isCurrent));
    kick();
  });
  const writer = createRaceSetupWriter(dependencies, topic);

  return {
    failure: () => failure ?? topic.failure() ?? following.failure(),
    async stop() {
      stopping.abort(new Error('stopped'));
      due.cancel();
      await following.stop();
      await topic.stop();
      await publishing;
    },
  };
};
