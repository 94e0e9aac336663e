import type { PushKind } from '../wire/subscriptions.js';

/** What a lock screen shows below the name of the event. It names no person and no car. */
export const PUSH_TEXTS = {
  sos: 'SOS from a car',
  red: 'Red flag',
  start: 'The event has started',
  finish: 'The event has finished',
} as const satisfies Record<PushKind, string>;
