/**
 * History blocks, format 3: a block that is being written. Each time that something of its minute is stored, this is a part of its own,
 * so that nothing that was stored before is coded again. Once the minute is over it is one block of format 2.
 *
 *   8 bits   3, the format
 *   16 bits  number of parts
 *   parts: 24 bits length in bytes, and a block of format 2
 */
export const PARTS_FORMAT = 3;
const PARTS_HEAD = 3;
const PART_HEAD = 3;
const MOST_PARTS = 65_535;

/** Whether the block is one, and not parts that `append` would make one of. */
export const isOneBlock = (bytes: Uint8Array): boolean => bytes[0] !== PARTS_FORMAT;

const numberAt = (bytes: Uint8Array, at: number, length: number): number => {
  let value = 0;
  for (let i = 0; i < length; i += 1) value = 256 * value + (bytes[at + i] ?? NaN);
  return value;
};

/** The blocks of format 2 that a block consists of. @throws RangeError for truncated parts */
export const partsOf = (bytes: Uint8Array): readonly Uint8Array[] => {
  if (isOneBlock(bytes)) return [bytes];
  const parts: Uint8Array[] = [];
  let at = PARTS_HEAD;
  for (let left = numberAt(bytes, 1, 2); left > 0; left -= 1) {
    const from = at + PART_HEAD;
    at = from + numberAt(bytes, at, PART_HEAD);
    if (!(at <= bytes.length)) throw new RangeError('A part of a block is cut.');
    parts.push(bytes.subarray(from, at));
  }
  if (at !== bytes.length) throw new RangeError('A block has other parts than it says.');
  return parts;
};

/** Whether one part more can be added to a block: of either format, bytes 1 and 2 say how many inputs or parts there are. */
export const canTakePart = (bytes: Uint8Array): boolean => numberAt(bytes, 1, 2) < MOST_PARTS;

/** Adds a part to a block of either format, in a buffer of its own, which stays: the result is valid until the next call. */
export const createPartJoiner = (): ((bytes: Uint8Array, part: Uint8Array) => Uint8Array) => {
  let joined = new Uint8Array(1_024);
  return (bytes, part) => {
    const isFirst = isOneBlock(bytes);
    const count = isFirst ? 2 : numberAt(bytes, 1, 2) + 1;
    const length = bytes.length + (isFirst ? PARTS_HEAD + PART_HEAD : 0) + PART_HEAD + part.length;
    if (length > joined.length) joined = new Uint8Array(2 * length);
    let end = 0;
    const writeNumber = (value: number, size: number): void => {
      for (let i = size - 1; i >= 0; i -= 1) joined[end++] = Math.floor(value / 256 ** i) % 256;
    };
    const write = (more: Uint8Array): void => {
      joined.set(more, end);
      end += more.length;
    };
    writeNumber(PARTS_FORMAT, 1);
    writeNumber(count, 2);
    if (isFirst) writeNumber(bytes.length, PART_HEAD);
    write(isFirst ? bytes : bytes.subarray(PARTS_HEAD));
    writeNumber(part.length, PART_HEAD);
    write(part);
    return joined.subarray(0, end);
  };
};
