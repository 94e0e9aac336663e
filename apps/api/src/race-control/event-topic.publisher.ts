import type { FlagpostEvent } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { fixedDelay, retry, type RetryPolicy, type Supervised } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import { eventReads } from '../views/events.projection.js';
import { followProjectedEvents } from '../views/follow-projected-events.js';
import type { ApiDependencies } from '../dependencies.js';
import type { EventEffect } from '../views/event-effects.js';
import { createDueEvents } from './due-events.js';
import { followEventTopic, type EventTopic, type EventTopicDefinition } from './event-topic.js';
import { createEventTopicWriter, type EventRecords } from './event-topic-writer.js';

const RETRY_MS = 1_000;
/** Positions of an event that ended longer ago are no longer accepted, so nothing is published of it any more. */
const POSITIONS_KEPT_MS = 3 * 24 * 3_600_000;

/** A topic that is derived from the views, event by event. */
export interface PublishedTopic extends EventTopicDefinition {
  /** For the log and health. */
  readonly name: string;
  /** Whether an event of the log changes what the topic has, and how soon that is needed. */
  readonly whenChanged: (event: Recorded<FlagpostEvent>) => EventEffect['setup'];
  /** Whether the topic is to be put right for an event that is over. */
  readonly isOwed: (topic: Pick<EventTopic, 'holds' | 'keys'>, eventId: number) => boolean;
  /** What the topic is to have of an event; null if the views lack it. */
  readonly read: (eventId: number, isOver: boolean) => Promise<EventRecords | null>;
}

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
 * Keeps a topic equal to the views: first publishes every difference, then each event that changes in the views or that
 * another process overwrites in the topic. A value is published at least once, and again only if it changes. What no event
 * has any more is replaced by a tombstone.
 */
export const publishByEvent = async (
  dependencies: Dependencies,
  projector: Pick<Projector, 'waitFor'>,
  published: PublishedTopic,
): Promise<Supervised> => {
  const { scheduler, logger } = dependencies;
  const stopping = new AbortController();
  const due = createDueEvents(scheduler, () => kick());
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
    due.add(events.all.filter((id) => isCurrent(id) || published.isOwed(topic, id)));
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
        logger.error('topic not published, will be retried', { part: published.name, eventIds, error });
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
      const effect = published.whenChanged(event);
      if (effect === 'same' || !('eventId' in event.data)) continue;
      due.addWhen(effect, event.data.eventId);
    }
    kick();
  };
  const compareAgain = (): void => {
    isCompared = false;
    kick();
  };
  const following = await followProjectedEvents(
    published.name,
    dependencies,
    projector,
    onEvents,
    compareAgain,
  );
  const topic = followEventTopic(dependencies, published, (eventIds) => {
    isRead = true;
    due.add(eventIds.filter(isCurrent));
    kick();
  });
  const writer = createEventTopicWriter(dependencies, topic, (eventId) =>
    published.read(eventId, !isCurrent(eventId)),
  );

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
