import webPush from 'web-push';
import { PUSH_AGE_MS, type PushMessage } from '@flagpost/contracts';
import type { PushSubscription } from '@flagpost/records';
import type { ApiDependencies } from '../dependencies.js';
import { pushKeys } from './push-keys.js';

/** How long a push service may take. */
const WITHIN_MS = 10_000;
/** The subscription has ended (RFC 8030), or was made for other keys. */
const GONE = new Set([404, 410]);
/** The service takes it later. */
const isLater = (status: number): boolean => status === 429 || status >= 500;

/** `later`: not now. `refused`: never this one. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later';
export type SendPush = (subscription: PushSubscription, message: PushMessage) => Promise<PushOutcome>;

/** A contact for push services, which some demand: an address, or a page over https. */
const contactOf = ({ SUPPORT_EMAIL, PUBLIC_URL, MAIL_FROM }: ApiDependencies['config']): string => {
  if (SUPPORT_EMAIL !== undefined) return `mailto:${SUPPORT_EMAIL}`;
  if (PUBLIC_URL?.startsWith('https:') === true) return PUBLIC_URL;
  return `mailto:${/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`;
};

/** Encrypts a message for a subscription (RFC 8291) and gives it to its push service. Never rejects, and follows no redirect. */
export const createPushSender = (
  dependencies: Pick<ApiDependencies, 'records' | 'config' | 'clock' | 'logger'>,
): SendPush => {
  const { config, clock, logger } = dependencies;
  const requestOf = async ({ endpoint, p256dh, auth }: PushSubscription, message: PushMessage) =>
    webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: contactOf(config), ...(await pushKeys(dependencies)) },
      contentEncoding: 'aes128gcm',
      urgency: 'high',
      TTL: Math.max(0, Math.ceil((message.at + PUSH_AGE_MS - clock.now()) / 1_000)),
      // A newer message of this kind replaces one that the device has not received.
      topic: `${message.eventId}-${message.kind}`,
    });

  return async (subscription, message) => {
    if (!config.PUSH_SERVICES.mayCall(subscription.endpoint)) return 'gone';
    const service = new URL(subscription.endpoint).host;
    try {
      const { method, headers, body } = await requestOf(subscription, message);
      const answer = await fetch(subscription.endpoint, {
        method,
        headers,
        body: new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(WITHIN_MS),
      });
      await answer.body?.cancel();
      if (answer.ok) return 'sent';
      if (GONE.has(answer.status)) return 'gone';
      logger.warn('a push service refused a message', { service, status: answer.status });
      return isLater(answer.status) ? 'later' : 'refused';
    } catch (error) {
      logger.warn('a push service cannot be reached', { service, error: (error as Error).name });
      return 'later';
    }
  };
};
