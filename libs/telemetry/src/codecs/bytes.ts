/** Bytes in order: little-endian numbers, and variable-length integers of 7 bits a byte, lowest first. */
export interface ByteWriter {
  uint8(value: number): void;
  int32(value: number): void;
  float64(value: number): void;
  /** A whole number from 0 to 2^53 - 1. */
  varint(value: number): void;
  /** A whole number of either sign: 0, -1, 1, -2 … become 0, 1, 2, 3 … */
  zigzag(value: number): void;
  /** Bytes as they are. */
  raw(values: Uint8Array): void;
  /** A copy of what has been written. */
  bytes(): Uint8Array;
  /** Resets the writer; its buffer is reused. */
  clear(): void;
}

export const createByteWriter = (capacity = 1_024): ByteWriter => {
  let buffer = new Uint8Array(capacity);
  let view = new DataView(buffer.buffer);
  let length = 0;
  /** The index for the next `size` bytes. May replace the buffer: take the view afterwards. */
  const reserve = (size: number): number => {
    if (length + size > buffer.length) {
      const larger = new Uint8Array(Math.max(buffer.length * 2, length + size));
      larger.set(buffer);
      buffer = larger;
      view = new DataView(buffer.buffer);
    }
    const at = length;
    length += size;
    return at;
  };
  const writer: ByteWriter = {
    uint8(value) {
      const at = reserve(1);
      view.setUint8(at, value);
    },
    int32(value) {
      const at = reserve(4);
      view.setInt32(at, value, true);
    },
    float64(value) {
      const at = reserve(8);
      view.setFloat64(at, value, true);
    },
    varint(value) {
      let rest = value;
      while (rest >= 0x80) {
        writer.uint8((rest % 0x80) + 0x80);
        rest = Math.floor(rest / 0x80);
      }
      writer.uint8(rest);
    },
    zigzag: (value) => writer.varint(value < 0 ? -2 * value - 1 : 2 * value),
    raw(values) {
      const at = reserve(values.length);
      buffer.set(values, at);
    },
    bytes: () => buffer.slice(0, length),
    clear() {
      length = 0;
    },
  };
  return writer;
};

/** Reads what a `ByteWriter` wrote; every call throws RangeError at the end of the bytes. */
export interface ByteReader {
  /** Restarts with these bytes. */
  open(bytes: Uint8Array): void;
  uint8(): number;
  int32(): number;
  float64(): number;
  varint(): number;
  zigzag(): number;
  /** So many bytes as they are. They are not copied. */
  raw(count: number): Uint8Array;
}

export const createByteReader = (): ByteReader => {
  let bytes: Uint8Array = new Uint8Array();
  let view: DataView = new DataView(bytes.buffer);
  let at = 0;
  const step = (size: number): number => {
    at += size;
    return at - size;
  };
  const uint8 = (): number => {
    const byte = bytes[at++];
    if (byte === undefined) throw new RangeError('The bytes end within a number.');
    return byte;
  };
  const longVarint = (): number => {
    let byte = uint8();
    let value = byte & 0x7f;
    for (let bits = 7; byte >= 0x80 && bits < 28; bits += 7) {
      byte = uint8();
      value |= (byte & 0x7f) << bits;
    }
    if (byte < 0x80) return value;
    for (let scale = 2 ** 28; scale <= 2 ** 49; scale *= 0x80) {
      byte = uint8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new RangeError('A number has too many bytes.');
  };
  /** Almost all numbers have up to three bytes, which one read of four covers. */
  const varint = (): number => {
    if (at + 4 > bytes.length) return longVarint();
    const word = view.getInt32(at, true);
    if ((word & 0x80) === 0) {
      at += 1;
      return word & 0x7f;
    }
    const two = (word & 0x7f) | ((word >> 1) & 0x3f80);
    if ((word & 0x8000) === 0) {
      at += 2;
      return two;
    }
    if ((word & 0x80_0000) !== 0) return longVarint();
    at += 3;
    return two | ((word >> 2) & 0x1f_c000);
  };
  return {
    open(opened) {
      bytes = opened;
      view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      at = 0;
    },
    uint8,
    int32: () => view.getInt32(step(4), true),
    float64: () => view.getFloat64(step(8), true),
    varint,
    zigzag() {
      const value = varint();
      // The remainder of large numbers is slow, and almost all numbers are small.
      if (value < 2 ** 31) return (value >>> 1) ^ -(value & 1);
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    },
    raw(count) {
      if (!(count <= bytes.length - at)) throw new RangeError('The bytes end too early.');
      const from = step(count);
      return bytes.subarray(from, at);
    },
  };
};
