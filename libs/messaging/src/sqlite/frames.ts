import type { Message } from '../port.js';

/** A message with its partition. */
export interface Framed extends Message {
  readonly partition: number;
}

/**
 * Text that holds messages one after the other. Each begins with its partition, the length of its key, and the length
 * of its value plus one (0: a tombstone), in UTF-16 units.
 */
export const encodeFrame = (partition: number, { key, value }: Message): string =>
  `${partition} ${key.length} ${value === null ? 0 : value.length + 1}\n${key}${value ?? ''}`;

/** Reads such a text, one message after the other. */
export interface FrameCursor {
  /** Goes to the next message; false at the end of the text. */
  next(): boolean;
  /** Of the message reached by the last `next`. */
  partition(): number;
  key(): string;
  value(): string | null;
}

const ZERO = 48;
const TEN = 10;

/** @throws {Error} from `next`, if the text does not hold whole messages. */
export const frameCursor = (text: string): FrameCursor => {
  let at = 0;
  let partition = 0;
  let keyLength = 0;
  let valueLength = 0;

  /** The number at `at`, which one separator follows. */
  const readNumber = (): number => {
    let number = 0;
    for (let code = text.charCodeAt(at) - ZERO; code >= 0 && code < TEN; code = text.charCodeAt(at) - ZERO) {
      number = number * TEN + code;
      at += 1;
    }
    at += 1;
    return number;
  };
  const valueAt = (): number => at - Math.max(valueLength - 1, 0);

  return {
    next() {
      if (at === text.length) return false;
      partition = readNumber();
      keyLength = readNumber();
      valueLength = readNumber();
      at += keyLength + Math.max(valueLength - 1, 0);
      if (at > text.length) throw new Error('A row of a topic is damaged: its messages are cut off.');
      return true;
    },
    partition: () => partition,
    key: () => text.slice(valueAt() - keyLength, valueAt()),
    value: () => (valueLength === 0 ? null : text.slice(valueAt(), at)),
  };
};
