import { DOOR } from '@flagpost/contracts';
import {
  boundedMap,
  ServiceUnavailableError,
  tokenHash,
  withTimeout,
  type Scheduler,
} from '@flagpost/platform';
import type { DeviceToken, DeviceTokenStore } from '@flagpost/records';

/** Cars by their token. While the records are away, those that were let in before are let in again. */
export interface KnownTokens {
  /** @throws {ServiceUnavailableError} if the owner of the token cannot be read now */
  find(token: string): Promise<DeviceToken | null>;
}

/** Tokens; beyond them the one that was used longest ago is forgotten. */
const MAX_KNOWN = 20_000;
/** Of what a door may take to store: the rest is for the topic. */
const ASK_WITHIN_MS = DOOR.storeWithinMs / 4;

export const knownTokens = (store: DeviceTokenStore, scheduler: Scheduler): KnownTokens => {
  /** By token, so that one that comes every second is hashed once. */
  const known = boundedMap<string, DeviceToken>(MAX_KNOWN);

  return {
    async find(token) {
      const before = known.get(token);
      try {
        const asked = store.find(before?.tokenHash ?? tokenHash(token));
        const found = asked instanceof Promise ? await withTimeout(scheduler, ASK_WITHIN_MS, asked) : asked;
        if (found === null) known.delete(token);
        else if (found !== before) known.set(token, found);
        return found;
      } catch (error) {
        if (before === undefined || !(error instanceof ServiceUnavailableError)) throw error;
        return before;
      }
    },
  };
};
