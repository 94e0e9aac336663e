import { carKey, DOOR, type KeyedCar } from '@flagpost/contracts';
import type { StoredMessage } from '@flagpost/messaging';
import type { DecodedInput } from '../doors/decoded.js';
import { positionLine } from '../doors/positions.decoder.js';
import { createRateLimit, INPUT_RATE } from '../doors/rate-limit.js';
import { parse } from '../parse.js';
import type { FindSenders, Refusal } from './senders.js';

/** A value of a car that may send. */
export interface Admitted {
  readonly car: KeyedCar;
  /** As stored, under the car's own key: a device token goes no further. */
  readonly message: StoredMessage;
  /** @throws Error naming the fault */
  readonly decode: () => DecodedInput;
}

export type Refused =
  | { readonly refusal: 'tooMany'; readonly car: KeyedCar; readonly at: number }
  | { readonly refusal: Refusal; readonly car: null; readonly at: number };

/** @throws {ServiceUnavailableError} if the owner of a token cannot be read now and is not cached */
export type Judge = (
  messages: readonly StoredMessage[],
) => Promise<{ readonly admitted: readonly Admitted[]; readonly refused: readonly Refused[] }>;

const decodeValue = (value: string | null): DecodedInput => {
  if (value === null) throw new Error('A value is expected.');
  if (Buffer.byteLength(value) > DOOR.messageBytes) throw new Error('The value is too large.');
  return parse(positionLine, JSON.parse(value));
};

/** The outcome of decoding, which is done once. */
const decoded = (
  value: string | null,
): { readonly decode: () => DecodedInput; readonly isSignal: boolean } => {
  try {
    const input = decodeValue(value);
    return { decode: () => input, isSignal: input.signal !== undefined };
  } catch (error) {
    const decode = (): never => {
      throw error;
    };
    return { decode, isSignal: false };
  }
};

/**
 * Decides, as a door does, which values are taken. The limit of a car is counted by the time at which the broker stored its
 * values, so that a backlog is judged as if it had been read at once.
 */
export const createJudge = (senders: FindSenders): Judge => {
  const rateLimit = createRateLimit(INPUT_RATE);

  return async (messages) => {
    const found = await senders(messages);
    const admitted: Admitted[] = [];
    const refused: Refused[] = [];
    for (const message of messages) {
      const at = message.storedAt;
      const car = found.get(message.key) ?? 'unknownKey';
      if (typeof car === 'string') {
        refused.push({ refusal: car, car: null, at });
        continue;
      }
      const key = carKey(car.eventId, car.invitationId);
      const { decode, isSignal } = decoded(message.value);
      // Signals are exempt from the limit, as at a door.
      const isTaken = isSignal || rateLimit.take(key, 1, at) === 0;
      const { value, offset, storedAt } = message;
      if (isTaken) admitted.push({ car, message: { key, value, offset, storedAt }, decode });
      else refused.push({ refusal: 'tooMany', car, at });
    }
    return { admitted, refused };
  };
};
