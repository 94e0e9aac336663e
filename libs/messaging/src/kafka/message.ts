import type { StoredMessage } from '../port.js';

/** What is used of a record that kafkajs has fetched. */
export interface KafkaRecord {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly offset: string;
  readonly timestamp: string;
}

/** Keys come again and again: those that were read last are not decoded anew. A power of two. */
const REMEMBERED = 8_192;
const LONGEST = 64;
const MAX_ASCII = 0x7f;
const remembered: (string | undefined)[] = Array.from({ length: REMEMBERED }, () => undefined);

const isSame = (text: string, bytes: Buffer): boolean => {
  if (text.length !== bytes.length) return false;
  for (let index = 0; index < bytes.length; index++)
    if (text.charCodeAt(index) !== bytes[index]) return false;
  return true;
};

/** The place of an ASCII text; -1 for others, which have more bytes than characters. */
const placeOf = (bytes: Buffer): number => {
  if (bytes.length > LONGEST) return -1;
  let hash = bytes.length;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte > MAX_ASCII) return -1;
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash ^ (hash >>> 15)) & (REMEMBERED - 1);
};

const keyOf = (bytes: Buffer): string => {
  const place = placeOf(bytes);
  if (place < 0) return bytes.toString();
  const last = remembered[place];
  if (last !== undefined && isSame(last, bytes)) return last;
  return (remembered[place] = bytes.toString());
};

/** Decodes what not every reader asks for where it is asked for: those that skip messages by their key do not pay for it. */
class KafkaMessage implements StoredMessage {
  readonly key: string;
  readonly offset: number;
  readonly #value: Buffer | null;
  readonly #timestamp: string;

  constructor({ key, value, offset, timestamp }: KafkaRecord) {
    this.key = key === null ? '' : keyOf(key);
    this.offset = Number(offset);
    this.#value = value;
    this.#timestamp = timestamp;
  }

  get storedAt(): number {
    return Number(this.#timestamp);
  }

  get value(): string | null {
    return this.#value?.toString() ?? null;
  }

  get bytes(): Uint8Array | undefined {
    return this.#value ?? undefined;
  }
}

export const kafkaMessage = (record: KafkaRecord): StoredMessage => new KafkaMessage(record);
