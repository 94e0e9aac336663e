import { z } from 'zod';
import { FAULTS } from '../texts/fields.js';
import { secret } from './sensitive.js';

export const PUSH_SUBSCRIPTION = {
  /** Longest address of a push service, in characters. */
  endpoint: 1_000,
  /** Changes by one person in `windowS`. */
  changes: 30,
  windowS: 300,
} as const;

/** Older news are not pushed, and a push service keeps none longer. */
export const PUSH_AGE_MS = 5 * 60_000;

/** An uncompressed point of P-256, and 16 bytes, both base64url. */
const P256DH = /^B[\w-]{86}=?$/;
const AUTH = /^[\w-]{22}(?:==)?$/;

/**
 * Body of POST /subscriptions/eventviewer: a `PushSubscription` as its `toJSON` returns it. The endpoint must belong to a
 * push service that the server may call.
 */
export const pushSubscriptionRequest = z.object({
  endpoint: secret(z.string().max(PUSH_SUBSCRIPTION.endpoint)),
  keys: z.object({
    p256dh: secret(z.string().regex(P256DH, FAULTS.malformed)),
    auth: secret(z.string().regex(AUTH, FAULTS.malformed)),
  }),
});
export type PushSubscriptionRequest = z.infer<typeof pushSubscriptionRequest>;

/** Answer of GET /subscriptions/eventviewer. */
export interface PushAnswer {
  /** `applicationServerKey` of the subscription: a point of P-256, base64url. */
  publicKey: string;
  /** Whether the session of the caller is subscribed. */
  isSubscribed: boolean;
}

/** What is pushed of an event. */
export type PushKind = 'sos' | 'red' | 'start' | 'finish';

/** The decrypted message, as JSON. A lock screen shows `title` and `body`. */
export interface PushMessage {
  /** Name of the event. */
  title: string;
  /** What has happened, in the language of the session. */
  body: string;
  kind: PushKind;
  eventId: number;
  /** When it happened, epoch ms. */
  at: number;
}
