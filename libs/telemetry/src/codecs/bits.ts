/** Reads and writes bits, highest first, and the code for a column of whole numbers in a history block. */
export interface BitWriter {
  /** The lowest `count` bits of a whole number below 2^53. */
  bits(value: number, count: number): void;
  /** Whole bytes, wherever in a byte they begin. */
  raw(values: Uint8Array): void;
  /** The bits written, padded to a whole byte with zeros. Valid until the writer is reset. */
  bytes(): Uint8Array;
  /** Resets the writer; its buffer is reused. */
  clear(): void;
}

/** Longer values are split first: each part fits the 32-bit operators. */
const CHUNK = 24;
/** Ones of a Rice code from which on the number follows as it is. */
const ESCAPE = 20;

export const createBitWriter = (): BitWriter => {
  let bytes = new Uint8Array(512);
  let length = 0;
  /** The bits that do not fill a byte yet: the lowest `held` bits. */
  let rest = 0;
  let held = 0;
  const reserve = (more: number): void => {
    if (length + more <= bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * bytes.length, length + more));
    larger.set(bytes);
    bytes = larger;
  };
  const writer: BitWriter = {
    bits(value, count) {
      if (count > CHUNK) {
        writer.bits(Math.floor(value / 2 ** CHUNK), count - CHUNK);
        writer.bits(value % 2 ** CHUNK, CHUNK);
        return;
      }
      if (length + 4 > bytes.length) reserve(4);
      rest = (rest << count) | value;
      held += count;
      while (held >= 8) {
        held -= 8;
        bytes[length] = rest >>> held;
        length += 1;
      }
    },
    raw(values) {
      reserve(values.length + 1);
      if (held === 0) bytes.set(values, length);
      else {
        for (let i = 0; i < values.length; i += 1) {
          rest = (rest << 8) | (values[i] ?? 0);
          bytes[length + i] = rest >>> held;
        }
      }
      length += values.length;
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

/** Every call throws RangeError at the end of the bytes. */
export interface BitReader {
  /** Restarts with these bytes. */
  open(bytes: Uint8Array): void;
  bits(count: number): number;
  /** So many codes of `writeRice`, into `into` from `from` on. */
  rices(into: Float64Array, from: number, count: number, k: number): void;
  /** Whole bytes, wherever in a byte they begin. */
  raw(count: number): Uint8Array;
}

const ended = (): RangeError => new RangeError('The bytes end too early.');

/** The bits from the bit `at` on, from the highest on: 25 at least, and zeros after the end. */
const bitsFrom = (bytes: Uint8Array, at: number): number => {
  const index = at >> 3;
  const four =
    ((bytes[index] ?? 0) << 24) |
    ((bytes[index + 1] ?? 0) << 16) |
    ((bytes[index + 2] ?? 0) << 8) |
    (bytes[index + 3] ?? 0);
  return four << (at & 7);
};

export const createBitReader = (): BitReader => {
  let bytes: Uint8Array = new Uint8Array();
  let at = 0;
  let end = 0;
  const skip = (count: number): void => {
    at += count;
    if (at > end) throw ended();
  };
  const reader: BitReader = {
    open(opened) {
      bytes = opened;
      at = 0;
      end = 8 * opened.length;
    },
    bits(count) {
      if (count > CHUNK) return reader.bits(count - CHUNK) * 2 ** CHUNK + reader.bits(CHUNK);
      if (count === 0) return 0;
      const value = bitsFrom(bytes, at) >>> (32 - count);
      skip(count);
      return value;
    },
    rices(into, from, count, k) {
      // Most of all reading is done here: the place is a local, and a code is read in one step if it fits the bits ahead.
      const read = bytes;
      let place = at;
      for (let i = from; i < from + count; i += 1) {
        const next = bitsFrom(read, place);
        const ones = Math.clz32(~next);
        if (ones < ESCAPE && ones + 1 + k <= CHUNK) {
          into[i] = (ones << k) | (((next << (ones + 1)) >>> 1) >>> (31 - k));
          place += ones + 1 + k;
          continue;
        }
        at = place;
        skip(ones < ESCAPE ? ones + 1 : ESCAPE);
        into[i] = ones < ESCAPE ? ones * 2 ** k + reader.bits(k) : reader.bits(reader.bits(6));
        place = at;
      }
      at = place;
      skip(0);
    },
    raw(count) {
      if (at + 8 * count > end) throw ended();
      const index = at >> 3;
      const shift = at & 7;
      skip(8 * count);
      if (shift === 0) return bytes.slice(index, index + count);
      const read = new Uint8Array(count);
      for (let i = 0; i < count; i += 1)
        read[i] = ((bytes[index + i] ?? 0) << shift) | ((bytes[index + i + 1] ?? 0) >> (8 - shift));
      return read;
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
const MAX_K = 31;

/** Of whole numbers of either sign those that are not negative: 0, -1, 1, -2 … become 0, 1, 2, 3 … */
export const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
/** The remainder of large numbers is slow, and almost all numbers are small. */
export const unzigzag = (value: number): number =>
  value < 2 ** 31 ? (value >>> 1) ^ -(value & 1) : value % 2 === 0 ? value / 2 : -(value + 1) / 2;

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

/** Whether all numbers are equal. */
const isConstant = (values: Float64Array, count: number): boolean => {
  const first = values[0];
  for (let i = 1; i < count; i += 1) if (values[i] !== first) return false;
  return true;
};

/** Whether the numbers themselves need no more bits than `most`, and how many. It ends as soon as they do. */
const bitsAsTheyAre = (values: Float64Array, count: number, most: number): number => {
  let bits = 0;
  for (let i = 1; i < count && bits <= most; i += 1) bits += bitLength(zigzag(values[i] ?? 0));
  return bits;
};

/**
 * The mode whose differences need the fewest bits, and how many. An estimate: coding all modes takes several times as
 * long.
 */
const bestMode = (values: Float64Array, count: number): { mode: number; bits: number } => {
  let [step, line] = [0, 0];
  let before = values[0] ?? 0;
  let stepBefore = 0;
  for (let i = 1; i < count; i += 1) {
    const value = values[i] ?? 0;
    const difference = value - before;
    step += bitLength(zigzag(difference));
    line += bitLength(zigzag(difference - stepBefore));
    stepBefore = difference;
    before = value;
  }
  const fewer = Math.min(step, line);
  const none = bitsAsTheyAre(values, count, fewer);
  if (none <= fewer) return { mode: 0, bits: none };
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
    const ones = quotient(value, middle - 1);
    if (ones < ESCAPE) {
      below += ones + middle;
      there += (ones >> 1) + middle + 1;
      above += (ones >> 2) + middle + 2;
    } else {
      below += codeLength(value, middle - 1);
      there += codeLength(value, middle);
      above += codeLength(value, middle + 1);
    }
  }
  if (below <= there && below <= above) return middle - 1;
  return there <= above ? middle : middle + 1;
};

/** Writes the first `count` of these numbers. The array is overwritten. */
export const writeColumn = (writer: BitWriter, values: Float64Array, count: number): void => {
  const first = zigzag(values[0] ?? 0);
  if (count === 0 || isConstant(values, count)) {
    writer.bits(CONSTANT, 2);
    if (count > 0) writeLong(writer, first);
    return;
  }
  const { mode, bits } = bestMode(values, count);
  writer.bits(mode, 2);
  writeLong(writer, first);
  toResiduals(values, count, mode);
  const k = bestK(values, count, bits / (count - 1));
  writer.bits(k, 5);
  for (let i = 1; i < count; i += 1) writeRice(writer, values[i] ?? 0, k);
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
  reader.rices(values, 1, count - 1, reader.bits(5));
  values[0] = before;
  let twoBefore = before;
  for (let i = 1; i < count; i += 1) {
    const value = unzigzag(values[i] ?? 0) + predict(mode, before, twoBefore);
    values[i] = value;
    twoBefore = before;
    before = value;
  }
};
