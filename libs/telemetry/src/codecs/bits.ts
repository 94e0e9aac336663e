/** Reads and writes bits, highest first, and the code for a column of whole numbers in a history block. */
export interface BitWriter {
  /** The lowest `count` bits of a whole number below 2^53. */
  bits(value: number, count: number): void;
  /** The bits written, padded to a whole byte with zeros. Valid until the writer is reset. */
  bytes(): Uint8Array;
  /** Resets the writer; its buffer is reused. */
  clear(): void;
}

/** Longer values are split first: each part fits the 32-bit operators. */
const CHUNK = 24;

export const createBitWriter = (): BitWriter => {
  let bytes = new Uint8Array(512);
  let length = 0;
  /** The bits that do not fill a byte yet: the lowest `held` bits. */
  let rest = 0;
  let held = 0;
  const writer: BitWriter = {
    bits(value, count) {
      if (count > CHUNK) {
        writer.bits(Math.floor(value / 2 ** CHUNK), count - CHUNK);
        writer.bits(value % 2 ** CHUNK, CHUNK);
        return;
      }
      if (length + 4 > bytes.length) {
        const larger = new Uint8Array(2 * bytes.length);
        larger.set(bytes);
        bytes = larger;
      }
      rest = (rest << count) | value;
      held += count;
      while (held >= 8) {
        held -= 8;
        bytes[length] = rest >>> held;
        length += 1;
      }
    },
    bytes() {
      if (held === 0) return bytes.subarray(0, length);
      bytes[length] = rest << (8 - held);
      return bytes.subarray(0, length + 1);
    },
    clear() {
      length = rest = held = 0;
    },
  };
  return writer;
};

export interface BitReader {
  /** Restarts with these bytes. */
  open(bytes: Uint8Array): void;
  /** @throws RangeError at the end of the bytes */
  bits(count: number): number;
}

export const createBitReader = (): BitReader => {
  let bytes: Uint8Array = new Uint8Array();
  let at = 0;
  const reader: BitReader = {
    open(opened) {
      bytes = opened;
      at = 0;
    },
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
const MAX_K = 31;

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

const bitLength = (value: number): number =>
  value < 2 ** 32 ? 32 - Math.clz32(value) : 32 + bitLength(Math.floor(value / 2 ** 32));

const predict = (mode: number, before: number, twoBefore: number): number =>
  mode === 0 ? 0 : mode === 1 ? before : 2 * before - twoBefore;

/** `value` by 2^k, rounded down. Values of up to 32 bits, which are most, need no division. */
const quotient = (value: number, k: number): number =>
  value < 2 ** 31 ? value >> k : Math.floor(value / 2 ** k);

const codeLength = (value: number, k: number): number => {
  const ones = quotient(value, k);
  return ones < ESCAPE ? ones + 1 + k : ESCAPE + 6 + bitLength(value);
};

const writeLong = (writer: BitWriter, value: number): void => {
  const length = bitLength(value);
  writer.bits(length, 6);
  writer.bits(value, length);
};

const writeRice = (writer: BitWriter, value: number, k: number): void => {
  const ones = quotient(value, k);
  if (ones >= ESCAPE) {
    writer.bits(2 ** ESCAPE - 1, ESCAPE);
    writeLong(writer, value);
  } else if (ones + 1 + k <= CHUNK) {
    writer.bits((((1 << ones) - 1) << (k + 1)) | (value & ((1 << k) - 1)), ones + 1 + k);
  } else {
    writer.bits(2 ** (ones + 1) - 2, ones + 1);
    writer.bits(value % 2 ** k, k);
  }
};

/**
 * The mode whose differences need the fewest bits, and how many. An estimate: coding all modes takes several times as
 * long.
 */
const bestMode = (values: Float64Array, count: number): { mode: number; bits: number } => {
  let [none, step, line] = [0, 0, 0];
  let before = values[0] ?? 0;
  let twoBefore = before;
  for (let i = 1; i < count; i += 1) {
    const value = values[i] ?? 0;
    none += bitLength(zigzag(value));
    step += bitLength(zigzag(value - before));
    line += bitLength(zigzag(value - (2 * before - twoBefore)));
    twoBefore = before;
    before = value;
  }
  if (step === 0) return { mode: CONSTANT, bits: 0 };
  if (none <= step && none <= line) return { mode: 0, bits: none };
  return step <= line ? { mode: 1, bits: step } : { mode: 2, bits: line };
};

/** Replaces all numbers but the first with the zigzag of their difference from the mode's prediction. */
const toResiduals = (values: Float64Array, count: number, mode: number): void => {
  let before = values[0] ?? 0;
  let twoBefore = before;
  for (let i = 1; i < count; i += 1) {
    const value = values[i] ?? 0;
    values[i] = zigzag(value - predict(mode, before, twoBefore));
    twoBefore = before;
    before = value;
  }
};

/** The cheapest of the three `k` around the one that the mean length suggests. */
const bestK = (coded: Float64Array, count: number, meanBits: number): number => {
  const middle = Math.min(MAX_K - 1, Math.max(1, Math.round(meanBits) - 1));
  let [below, there, above] = [0, 0, 0];
  for (let i = 1; i < count; i += 1) {
    const value = coded[i] ?? 0;
    below += codeLength(value, middle - 1);
    there += codeLength(value, middle);
    above += codeLength(value, middle + 1);
  }
  if (below <= there && below <= above) return middle - 1;
  return there <= above ? middle : middle + 1;
};

/** Writes the first `count` of these numbers. The array is overwritten. */
export const writeColumn = (writer: BitWriter, values: Float64Array, count: number): void => {
  const { mode, bits } = bestMode(values, count);
  writer.bits(mode, 2);
  if (count === 0) return;
  writeLong(writer, zigzag(values[0] ?? 0));
  if (mode === CONSTANT) return;
  toResiduals(values, count, mode);
  const k = bestK(values, count, bits / (count - 1));
  writer.bits(k, 5);
  for (let i = 1; i < count; i += 1) writeRice(writer, values[i] ?? 0, k);
};

const readRice = (reader: BitReader, k: number): number => {
  let ones = 0;
  while (ones < ESCAPE && reader.bits(1) === 1) ones += 1;
  return ones === ESCAPE ? reader.bits(reader.bits(6)) : ones * 2 ** k + reader.bits(k);
};

/** Reads a column of `count` numbers into the first of `values`. @throws RangeError at the end of the bytes */
export const readColumn = (reader: BitReader, values: Float64Array, count: number): void => {
  const mode = reader.bits(2);
  if (count === 0) return;
  let before = unzigzag(reader.bits(reader.bits(6)));
  if (mode === CONSTANT) {
    values.fill(before, 0, count);
    return;
  }
  const k = reader.bits(5);
  let twoBefore = before;
  values[0] = before;
  for (let i = 1; i < count; i += 1) {
    const value = unzigzag(readRice(reader, k)) + predict(mode, before, twoBefore);
    values[i] = value;
    twoBefore = before;
    before = value;
  }
};
