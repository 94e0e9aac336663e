import { DOOR } from '@flagpost/contracts';
import {
  boundedMap,
  ServiceUnavailableError,
  tokenHash,
  withTimeout,
  type Scheduler,
} from '@flagpost/platform';
import type { DeviceToken, DeviceTokenStore } from '@flagpost/records';

/** How a device token is written. */
export const DEVICE_TOKEN = /^[\w-]{1,128}$/;

/** Cars by token. During an outage of the records, cars that are cached are still admitted. */
export interface KnownTokens {
  /** @throws {ServiceUnavailableError} if the owner of the token cannot be read now and is not cached */
  find(token: string): DeviceToken | null | Promise<DeviceToken | null>;
}

/** Cached tokens; beyond them the least recently used one is dropped. */
const MAX_KNOWN = 20_000;
/** The share of a door's time limit that may go to the look-up; the rest is for the topic. */
const ASK_WITHIN_MS = DOOR.storeWithinMs / 4;

export const knownTokens = (store: DeviceTokenStore, scheduler: Scheduler): KnownTokens => {
  /** By token, so that a token used every second is hashed once. */
  const known = boundedMap<string, DeviceToken>(MAX_KNOWN);

  const remember = (token: string, found: DeviceToken | null, before: DeviceToken | undefined) => {
    if (found === null) known.delete(token);
    else if (found !== before) known.set(token, found);
    return found;
  };
  const inTime = async (
    token: string,
    asked: Promise<DeviceToken | null>,
    before: DeviceToken | undefined,
  ): Promise<DeviceToken | null> => {
    try {
      return remember(token, await withTimeout(scheduler, ASK_WITHIN_MS, asked), before);
    } catch (error) {
      if (before === undefined || !(error instanceof ServiceUnavailableError)) throw error;
      return before;
    }
  };

  return {
    find(token) {
      const before = known.get(token);
      const asked = store.find(before?.tokenHash ?? tokenHash(token));
      return asked instanceof Promise ? inTime(token, asked, before) : remember(token, asked, before);
    },
  };
};
