import { parseCarKey, type KeyedCar } from '@flagpost/contracts';
import type { StoredMessage } from '@flagpost/messaging';
import type { Scheduler } from '@flagpost/platform';
import type { DeviceTokenStore } from '@flagpost/records';
import type { InboundConfig } from '../config.js';
import { DEVICE_TOKEN, knownTokens } from '../doors/tokens.js';
import type { Entries } from '../pipeline/entries.js';

/** Why nothing is taken under a key. */
export type Refusal = 'unknownKey' | NonNullable<ReturnType<Entries['refusal']>>;
export type Sender = KeyedCar | Refusal;

export interface SenderParts {
  readonly keys: InboundConfig['INBOUND_KEYS'];
  readonly deviceTokens: DeviceTokenStore;
  readonly entries: Pick<Entries, 'refusal'>;
  readonly scheduler: Scheduler;
}

/** Finds the senders of messages, by key. */
export type FindSenders = (messages: readonly StoredMessage[]) => Promise<ReadonlyMap<string, Sender>>;

/**
 * A device token is looked up as at a door. The name of a car proves nothing: whoever may write to the topic may send for any
 * competitor of any event, and Kafka decides who may.
 *
 * @throws {ServiceUnavailableError} if the owner of a token cannot be read now and is not cached
 */
export const findSenders = ({ keys, deviceTokens, entries, scheduler }: SenderParts): FindSenders => {
  const tokens = knownTokens(deviceTokens, scheduler);

  const find = async (key: string): Promise<Sender> => {
    const car = keys === 'cars' ? parseCarKey(key) : null;
    if (car !== null) return entries.refusal(car.eventId, car.invitationId) ?? car;
    return (DEVICE_TOKEN.test(key) ? await tokens.find(key) : null) ?? 'unknownKey';
  };

  return async (messages) => {
    const keysOfBatch = [...new Set(messages.map(({ key }) => key))];
    return new Map(
      await Promise.all(keysOfBatch.map(async (key): Promise<[string, Sender]> => [key, await find(key)])),
    );
  };
};
