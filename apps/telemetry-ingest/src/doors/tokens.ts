import { carKey, DOOR } from '@flagpost/contracts';
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

/** The car of a token. */
export interface KnownCar extends DeviceToken {
  /** Its `carKey`, one text for all of its messages: what is kept by it is found without reading it again. */
  readonly key: string;
}

/** Cars by token. During an outage of the records, cars that are cached are still admitted. */
export interface KnownTokens {
  /** @throws {ServiceUnavailableError} if the owner of the token cannot be read now and is not cached */
  find(token: string): KnownCar | null | Promise<KnownCar | null>;
}

/** Cached tokens; beyond them the least recently used one is dropped. */
const MAX_KNOWN = 20_000;
/** The share of a door's time limit that may go to the look-up; the rest is for the topic. */
const ASK_WITHIN_MS = DOOR.storeWithinMs / 4;

const isSame = (a: DeviceToken, b: DeviceToken): boolean =>
  a.tokenHash === b.tokenHash && a.eventId === b.eventId && a.invitationId === b.invitationId;

export const knownTokens = (store: DeviceTokenStore, scheduler: Scheduler): KnownTokens => {
  /** By token, so that a token used every second is hashed once. */
  const known = boundedMap<string, KnownCar>(MAX_KNOWN);

  const remember = (
    token: string,
    found: DeviceToken | null,
    before: KnownCar | undefined,
  ): KnownCar | null => {
    if (found === null) {
      known.delete(token);
      return null;
    }
    if (before !== undefined && isSame(before, found)) return before;
    const car = { ...found, key: carKey(found.eventId, found.invitationId) };
    known.set(token, car);
    return car;
  };
  const inTime = async (
    token: string,
    asked: Promise<DeviceToken | null>,
    before: KnownCar | undefined,
  ): Promise<KnownCar | null> => {
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
