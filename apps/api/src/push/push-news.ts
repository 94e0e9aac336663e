import { DEFAULT_LANGUAGE, may, PUSH_AGE_MS, spokenLanguage, type PushKind } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { exponentialDelay, type Supervised, type Timer } from '@flagpost/platform';
import type { PushSubscription } from '@flagpost/records';
import type { ApiDependencies } from '../dependencies.js';
import type { EventDocument } from '../views/events.projection.js';
import { userReads } from '../views/users.projection.js';
import { pushKeys } from './push-keys.js';
import type { SendPush } from './push-sender.js';

/** Messages under way at once. */
const AT_ONCE = 32;
/** Messages that wait for another attempt; the oldest is dropped. */
const WAITING_MAX = 5_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

export interface News {
  readonly kind: PushKind;
  readonly event: Pick<EventDocument, 'eventId' | 'name' | 'clubId'>;
  readonly at: number;
}

export interface PushNews extends Supervised {
  /** Resolves once each message was tried. Those that a push service did not take are tried again until they are too old. */
  push(news: News): Promise<void>;
}

interface Attempt {
  readonly subscription: PushSubscription;
  readonly news: News;
  readonly failures: number;
}

/** Pushes news of events to everybody who asked for them and may watch the event. */
export const startPushNews = (
  dependencies: Pick<ApiDependencies, 'records' | 'readModels' | 'config' | 'clock' | 'scheduler'>,
  send: SendPush,
): PushNews => {
  const { records, readModels, config, clock, scheduler } = dependencies;
  const retryDelay = exponentialDelay(FIRST_RETRY_MS, LAST_RETRY_MS);
  const waiting = new Map<Attempt, Timer>();
  let stopped = false;

  const mayWatch = async (userId: number, clubId: number): Promise<boolean> => {
    const user = await userReads(readModels).get(userId);
    if (user?.status !== 'enabled' || (user.demo === true && !config.DEMO)) return false;
    return may(user, 'race.watch', { clubId });
  };

  const tryAgain = (attempt: Attempt): void => {
    const delay = retryDelay(attempt.failures);
    if (stopped || clock.now() + delay > attempt.news.at + PUSH_AGE_MS) return;
    const [oldest] = waiting;
    if (waiting.size >= WAITING_MAX && oldest !== undefined) {
      oldest[1].cancel();
      waiting.delete(oldest[0]);
    }
    const timer = scheduler.after(delay, () => {
      waiting.delete(attempt);
      void attemptOne(attempt).catch(() => tryAgain({ ...attempt, failures: attempt.failures + 1 }));
    });
    waiting.set(attempt, timer);
  };

  const attemptOne = async ({ subscription, news, failures }: Attempt): Promise<void> => {
    const { kind, event, at } = news;
    // The session may have ended, or its rights, since the last attempt.
    if (failures > 0) {
      const known = await records.credentials.pushSubscription(subscription.familyId);
      if (known?.endpoint !== subscription.endpoint) return;
      if (!(await mayWatch(subscription.userId, event.clubId))) return;
    }
    const language = spokenLanguage(subscription.language) ?? DEFAULT_LANGUAGE;
    const body = TEXTS_IN[language].push[kind];
    const outcome = await send(subscription, { title: event.name, body, kind, eventId: event.eventId, at });
    if (outcome === 'gone')
      await records.credentials.deletePushSubscription(subscription.familyId, subscription.endpoint);
    if (outcome === 'later') tryAgain({ subscription, news, failures: failures + 1 });
  };

  return {
    async push(news) {
      if (!config.PUSH_SERVICES.isOn || clock.now() - news.at > PUSH_AGE_MS) return;
      const { publicKey } = await pushKeys(dependencies);
      // One of another key is kept: its session's next page renews it.
      const subscriptions = (await records.credentials.pushSubscriptions(clock.now())).filter(
        (each) => each.publicKey === null || each.publicKey === publicKey,
      );
      const worker = async (): Promise<void> => {
        for (let next = subscriptions.pop(); next !== undefined; next = subscriptions.pop())
          if (await mayWatch(next.userId, news.event.clubId))
            await attemptOne({ subscription: next, news, failures: 0 });
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    },
    failure: () => null,
    async stop() {
      stopped = true;
      for (const timer of waiting.values()) timer.cancel();
      waiting.clear();
    },
  };
};
