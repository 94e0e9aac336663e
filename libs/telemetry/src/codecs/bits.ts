/** Bits in order, highest first, and the code of a column of whole numbers that a history block is made of. */
export interface BitWriter {
  /** The lowest `count` bits of a whole number below 2^53. */
  bits(value: number, count: number): void;
  /** A copy of what has been written, filled up to a whole byte with zeros. */
  bytes(): Uint8Array;
}

/** Bits beyond these are taken apart first: what is left fits the 32-bit operators. */
const CHUNK = 24;

export const createBitWriter = (): BitWriter => {
  let bytes = new Uint8Array(512);
  /** Bytes begun, and bits still free in the last of them. */
  let length = 0;
  let free = 0;
  const begin = (): void => {
    if (length === bytes.length) {
      const larger = new Uint8Array(2 * length);
      larger.set(bytes);
      bytes = larger;
    }
    length += 1;
    free = 8;
  };
  const writer: BitWriter = {
    bits(value, count) {
      if (count > CHUNK) {
        writer.bits(Math.floor(value / 2 ** CHUNK), count - CHUNK);
        writer.bits(value % 2 ** CHUNK, CHUNK);
        return;
      }
      for (let left = count; left > 0;) {
        if (free === 0) begin();
        const taken = Math.min(free, left);
        left -= taken;
        free -= taken;
        const part = (value >>> left) & ((1 << taken) - 1);
        bytes[length - 1] = (bytes[length - 1] ?? 0) | (part << free);
      }
    },
    bytes: () => bytes.slice(0, length),
  };
  return writer;
};

export interface BitReader {
  /** @throws RangeError at the end of the bytes */
  bits(count: number): number;
}

export const createBitReader = (bytes: Uint8Array): BitReader => {
  let at = 0;
  const reader: BitReader = {
    bits(count) {
      if (count > CHUNK) return reader.bits(count - CHUNK) * 2 ** CHUNK + reader.bits(CHUNK);
      let value = 0;
      for (let left = count; left > 0;) {
        const byte = bytes[at >> 3];
        if (byte === undefined) throw new RangeError('The bytes end too early.');
        const free = 8 - (at & 7);
        const taken = Math.min(free, left);
        left -= taken;
        at += taken;
        value = (value << taken) | ((byte >> (free - taken)) & ((1 << taken) - 1));
      }
      return value;
    },
  };
  return reader;
};

/**
 * A column: 2 bits mode, and unless it is empty its first number as 6 bits length and so many bits of its zigzag.
 * Mode 3: all others are equal to it. Else 5 bits `k`, then for each other number the zigzag of its difference from what
 * the mode predicts (0: nothing; 1: the number before; 2: the straight line through the two before) in a Rice code:
 * its quotient by 2^k in ones, a zero, its k lowest bits; from 20 ones on no zero, but 6 bits length and all its bits.
 */
const CONSTANT = 3;
const ESCAPE = 20;
const MODES = [0, 1, 2] as const;
const MAX_K = 31;

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

const bitLength = (value: number): number =>
  value < 2 ** 32 ? 32 - Math.clz32(value) : 32 + bitLength(Math.floor(value / 2 ** 32));

const predict = (mode: number, before: number, twoBefore: number): number =>
  mode === 0 ? 0 : mode === 1 ? before : 2 * before - twoBefore;

const residuals = (values: readonly number[], mode: number): number[] => {
  const found = new Array<number>(Math.max(0, values.length - 1));
  let before = values[0] ?? 0;
  let twoBefore = before;
  for (let i = 1; i < values.length; i += 1) {
    const value = values[i] ?? 0;
    found[i - 1] = zigzag(value - predict(mode, before, twoBefore));
    twoBefore = before;
    before = value;
  }
  return found;
};

/** `value` by 2^k, rounded down: what fits 32 bits, which is most, costs no division. */
const quotient = (value: number, k: number): number =>
  value < 2 ** 31 ? value >> k : Math.floor(value / 2 ** k);

const cost = (coded: readonly number[], k: number): number => {
  let bits = 0;
  for (const value of coded) {
    const ones = quotient(value, k);
    bits += ones < ESCAPE ? ones + 1 + k : ESCAPE + 6 + bitLength(value);
  }
  return bits;
};

const writeLong = (writer: BitWriter, value: number): void => {
  const length = bitLength(value);
  writer.bits(length, 6);
  writer.bits(value, length);
};

export const writeColumn = (writer: BitWriter, values: readonly number[]): void => {
  const [first] = values;
  if (values.every((value) => value === first)) {
    writer.bits(CONSTANT, 2);
    if (first !== undefined) writeLong(writer, zigzag(first));
    return;
  }
  let best = { mode: 0, k: 0, coded: [] as readonly number[], bits: Infinity };
  for (const mode of MODES) {
    const coded = residuals(values, mode);
    const mean = coded.reduce((sum, value) => sum + value, 0) / coded.length;
    const middle = Math.min(MAX_K - 1, Math.max(1, bitLength(mean) - 1));
    for (let k = middle - 1; k <= middle + 1; k += 1) {
      const bits = cost(coded, k);
      if (bits < best.bits) best = { mode, k, coded, bits };
    }
  }
  writer.bits(best.mode, 2);
  writeLong(writer, zigzag(first ?? 0));
  writer.bits(best.k, 5);
  for (const value of best.coded) writeRice(writer, value, best.k);
};

const writeRice = (writer: BitWriter, value: number, k: number): void => {
  const ones = quotient(value, k);
  const rest = value % 2 ** k;
  if (ones >= ESCAPE) {
    writer.bits(2 ** ESCAPE - 1, ESCAPE);
    writeLong(writer, value);
  } else if (ones + 1 + k <= CHUNK) writer.bits((((1 << ones) - 1) << (k + 1)) | rest, ones + 1 + k);
  else {
    writer.bits(2 ** (ones + 1) - 2, ones + 1);
    writer.bits(rest, k);
  }
};

const readRice = (reader: BitReader, k: number): number => {
  let ones = 0;
  while (ones < ESCAPE && reader.bits(1) === 1) ones += 1;
  return ones === ESCAPE ? reader.bits(reader.bits(6)) : ones * 2 ** k + reader.bits(k);
};

/** Reads a column of `count` numbers. @throws RangeError at the end of the bytes */
export const readColumn = (reader: BitReader, count: number): number[] => {
  const mode = reader.bits(2);
  if (count === 0) return [];
  let before = unzigzag(reader.bits(reader.bits(6)));
  if (mode === CONSTANT) return new Array<number>(count).fill(before);
  const k = reader.bits(5);
  const values = [before];
  let twoBefore = before;
  while (values.length < count) {
    const value = unzigzag(readRice(reader, k)) + predict(mode, before, twoBefore);
    values.push(value);
    twoBefore = before;
    before = value;
  }
  return values;
};
