import { setupKey } from '@flagpost/contracts';
import type { FlagpostEvent } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import type { Message } from '@flagpost/messaging';
import { fixedDelay, retry, type RetryPolicy, type Supervised, type Timer } from '@flagpost/platform';
import type { Projector } from '@flagpost/read-models';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { followProjectedEvents } from '../views/follow-projected-events.js';
import { effectOf } from '../views/event-effects.js';
import { eventExists } from './event-exists.js';
import type { ApiDependencies } from '../dependencies.js';
import { readRaceSetup, toRecords } from './race-setup.js';
import { followRaceSetupTopic } from './race-setup-topic.js';

/** Changes that are not needed at once are published in batches. */
const SOON_MS = 1_000;
const RETRY_MS = 1_000;
/** Positions of an event that ended longer ago are no longer accepted, so its setup is not published any more. */
const POSITIONS_KEPT_MS = 3 * 24 * 3_600_000;

/**
 * Keeps the topic `race.setup` equal to the views: first publishes every difference, then each event that changes in the
 * views or that another process overwrites in the topic. A value is published at least once, and again only if it changes.
 * A route's geometry is a record of its own, named in setups by its hash; a tombstone replaces it once no setup names it.
 */
export const publishRaceSetups = async (
  dependencies: Pick<ApiDependencies, 'store' | 'topics' | 'readModels' | 'clock' | 'scheduler' | 'logger'>,
  projector: Pick<Projector, 'waitFor'>,
): Promise<Supervised> => {
  const { store, readModels, clock, scheduler, logger } = dependencies;
  const stopping = new AbortController();
  const due = new Set<number>();
  const dueSoon = new Set<number>();
  let soonTimer: Timer | null = null;
  let failure: string | null = null;
  let publishing: Promise<void> | null = null;
  /** Whether the topic has been read to its end once. */
  let read = false;

  const isOver = ({ finishesAt }: EventDocument): boolean => finishesAt + POSITIONS_KEPT_MS < clock.now();

  /** `isShown`: whether the views are complete for this event. An event that exists but is not in the views yet stays due. */
  const stateOf = async (eventId: number) => {
    const setup = await readRaceSetup(readModels, eventId);
    const records = setup === null ? null : toRecords(setup);
    return { eventId, records, isShown: setup !== null || !(await eventExists(store, eventId)) };
  };

  const publishChanged = async (messages: readonly Message[]): Promise<void> => {
    const changed = messages.filter(({ key, value }) => !topic.holds(key, value));
    if (changed.length > 0) await topic.publish(changed);
  };

  const publish = async (eventIds: readonly number[]): Promise<void> => {
    const states = await Promise.all(eventIds.map(stateOf));
    const shown = states.filter(({ isShown }) => isShown);
    const geometries = shown.flatMap(({ records }) => (records === null ? [] : [records.geometry]));
    const setups = shown.map(
      ({ eventId, records }): Message => records?.setup ?? { key: setupKey(eventId), value: null },
    );
    const unnamed = shown.flatMap(({ eventId, records }) =>
      topic.geometryKeys(eventId).filter((key) => key !== records?.geometry.key),
    );
    // In this order a reader finds the geometry of the newest setup even if publishing stops halfway.
    await publishChanged(geometries);
    await publishChanged(setups);
    await publishChanged(unnamed.map((key) => ({ key, value: null })));
    const unshown = states.filter(({ isShown }) => !isShown).map(({ eventId }) => eventId);
    if (unshown.length > 0)
      throw new Error(`The views lack events that are in the log: ${unshown.join(', ')}.`);
  };

  /** Events that ended long ago: they are neither published nor corrected. */
  let over: ReadonlySet<number> = new Set();
  let compared = false;
  /** Marks as due every event that the topic lacks or has. */
  const compare = async (): Promise<void> => {
    const events = await eventReads(readModels).list(null);
    over = new Set(events.filter(isOver).map(({ eventId }) => eventId));
    for (const { eventId } of events)
      if (!over.has(eventId) || topic.holds(setupKey(eventId), null)) due.add(eventId);
    for (const eventId of topic.eventIds()) if (!over.has(eventId)) due.add(eventId);
    compared = true;
  };

  const publishDue = async (): Promise<void> => {
    let eventIds: readonly number[] = [];
    const publishOnce = async (): Promise<void> => {
      eventIds = [];
      if (!compared) await compare();
      eventIds = [...due];
      due.clear();
      await publish(eventIds);
      failure = null;
    };
    const policy: RetryPolicy = {
      backoff: { scheduler, ms: fixedDelay(RETRY_MS), signal: stopping.signal },
      onRetry(error) {
        failure = String(error);
        logger.error('race setup not published, will be retried', { eventIds, error });
        for (const eventId of eventIds) due.add(eventId);
      },
    };
    while ((due.size > 0 || !compared) && !stopping.signal.aborted)
      await retry(policy, publishOnce).catch(() => undefined); // stopped
    publishing = null;
  };
  const kick = (): void => {
    if (!read || publishing !== null || (compared && due.size === 0)) return;
    publishing = publishDue();
  };

  const kickSoon = (): void => {
    soonTimer = null;
    for (const eventId of dueSoon) due.add(eventId);
    dueSoon.clear();
    kick();
  };

  const onEvents = async (events: readonly Recorded<FlagpostEvent>[]): Promise<void> => {
    for (const event of events) {
      const { setup } = effectOf(event);
      if (setup === 'same' || !('eventId' in event.data)) continue;
      if (setup === 'changedSoon') dueSoon.add(event.data.eventId);
      else due.add(event.data.eventId);
    }
    if (dueSoon.size > 0) soonTimer ??= scheduler.after(SOON_MS, kickSoon);
    kick();
  };
  const compareAgain = (): void => {
    compared = false;
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
    read = true;
    for (const eventId of eventIds) if (!over.has(eventId)) due.add(eventId);
    kick();
  });

  return {
    failure: () => failure ?? topic.failure() ?? following.failure(),
    async stop() {
      stopping.abort(new Error('stopped'));
      soonTimer?.cancel();
      await following.stop();
      await topic.stop();
      await publishing;
    },
  };
};
