import { DOOR } from '@flagpost/contracts';
import { Unavailable, within, type Scheduler } from '@flagpost/platform';
import type { DeviceToken, DeviceTokenStore } from '@flagpost/records';

/** Cars by the hash of their token. While the records are away, those that were let in before are let in again. */
export interface KnownTokens {
  /** @throws {Unavailable} where nobody can say now whose token it is */
  find(tokenHash: string): Promise<DeviceToken | null>;
}

/** Who was let in longest ago is forgotten first. */
const MAX_KNOWN = 20_000;
/** Of what a door may take to store: the rest is for the topic. */
const ASK_WITHIN_MS = DOOR.storeWithinMs / 4;

export const knownTokens = (store: DeviceTokenStore, scheduler: Scheduler): KnownTokens => {
  const known = new Map<string, DeviceToken>();

  const remember = (hash: string, token: DeviceToken): void => {
    known.delete(hash);
    known.set(hash, token);
    const oldest = known.keys().next().value;
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  };

  return {
    async find(hash) {
      try {
        const found = await within(scheduler, ASK_WITHIN_MS, store.find(hash));
        if (found === null) known.delete(hash);
        else remember(hash, found);
        return found;
      } catch (error) {
        const before = known.get(hash);
        if (before === undefined || !(error instanceof Unavailable)) throw error;
        return before;
      }
    },
  };
};
