import { addNotes } from './add-notes.js';
import { createInputBuffer, type InputRows } from './input-rows.js';
import { parseNote, type PlacedNote } from './notes.js';
import {
  createBlockReader,
  createBlockWriter,
  JOURNAL_FORMAT,
  type BesideInputs,
  type Range,
} from './one-block.js';
import { canTakePart, createPartJoiner, partsOf, PARTS_FORMAT } from './parts.js';

/** Inputs of a block, and notes of a block. More are left out: no car may send as many in a minute. */
const MOST = 65_535;

/** The journal of a car in a minute. Neither inputs nor notes need be in order: see `inOrder`. */
export interface Journal {
  readonly inputs: InputRows;
  readonly notes: readonly PlacedNote[];
  /** The block of format 1 that was begun by a former release in this minute; null for none. */
  readonly former: Uint8Array | null;
}

/** Reads and writes journals: one block (`one-block.ts`), or the parts of one (`parts.ts`). Its buffers stay. */
export interface JournalCodec {
  /**
   * Adds inputs and notes to a block of either format; null begins a new one. An input that the block holds already is not added
   * again, in whatever order it comes. Of each place, the notes that were given last may be given again, with those that follow.
   *
   * @throws RangeError for an input of another minute, and for bytes of another format
   */
  append(
    minute: number,
    bytes: Uint8Array | null,
    inputs: InputRows,
    notes: readonly PlacedNote[],
  ): Uint8Array;
  /**
   * Adds inputs and notes none of which the block can hold yet, without reading it: as a part of their own. `append` makes one
   * block of all parts.
   *
   * @throws RangeError as `append` does
   */
  extend(
    minute: number,
    bytes: Uint8Array | null,
    inputs: InputRows,
    notes: readonly PlacedNote[],
  ): Uint8Array;
  /** @throws RangeError for another format, truncated bytes, or a note that is none */
  read(minute: number, bytes: Uint8Array): Journal;
  /** The inputs of `read`, without the cost of notes. They are valid until the next call. @throws RangeError as `read` does */
  inputs(minute: number, bytes: Uint8Array): InputRows;
  /** The block of format 1 in it; null for none. @throws RangeError as `read` does */
  former(bytes: Uint8Array): Uint8Array | null;
  /** Epoch ms between which its positions happened; null if it has none. @throws RangeError as `read` does */
  range(minute: number, bytes: Uint8Array): Range | null;
}

/** Whether the bytes are a journal: of the formats of history, those that are not reduced. */
export const isJournal = (bytes: Uint8Array): boolean =>
  bytes[0] === JOURNAL_FORMAT || bytes[0] === PARTS_FORMAT;

const NOTHING: BesideInputs = { notes: [], former: null };

/** @param copy Copies an encoded block out of the codec's buffer. */
export const createJournalCodec = (
  copy: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes.slice(),
): JournalCodec => {
  const blocks = createBlockReader();
  const encode = createBlockWriter();
  const join = createPartJoiner();
  const buffer = createInputBuffer();

  /** Reads all parts: their inputs into the buffer. */
  const open = (minute: number, bytes: Uint8Array): BesideInputs => {
    const read = partsOf(bytes).map((part) => blocks.read(minute, part, buffer));
    return {
      notes: read.flatMap(({ notes }) => notes),
      former: read.findLast(({ former }) => former !== null)?.former ?? null,
    };
  };

  const append: JournalCodec['append'] = (minute, bytes, inputs, notes) => {
    const isFormer = bytes !== null && !isJournal(bytes);
    buffer.clear();
    const before = bytes === null || isFormer ? NOTHING : open(minute, bytes);
    buffer.add(inputs, MOST);
    const former = isFormer ? bytes : before.former;
    return copy(encode(minute, buffer, { notes: addNotes(before.notes, notes, MOST), former }));
  };

  return {
    append,
    extend(minute, bytes, inputs, notes) {
      if (bytes === null || !isJournal(bytes) || !canTakePart(bytes))
        return append(minute, bytes, inputs, notes);
      buffer.clear();
      buffer.add(inputs, MOST);
      const part = encode(minute, buffer, { notes: addNotes([], notes, MOST), former: null });
      return copy(join(bytes, part));
    },
    read(minute, bytes) {
      buffer.clear();
      const { notes, former } = open(minute, bytes);
      return { inputs: buffer.view().slice(), notes: notes.map(parseNote), former };
    },
    inputs(minute, bytes) {
      buffer.clear();
      for (const part of partsOf(bytes)) blocks.inputs(minute, part, buffer);
      return buffer.view();
    },
    former(bytes) {
      // What was here before is in the first part.
      const [first = bytes] = partsOf(bytes);
      if (!blocks.hasFormer(first)) return null;
      buffer.clear();
      return blocks.read(0, first, buffer).former;
    },
    range(minute, bytes) {
      let range: Range | null = null;
      for (const part of partsOf(bytes)) {
        const own = blocks.range(minute, part);
        if (own === null) continue;
        range = range === null ? own : [Math.min(range[0], own[0]), Math.max(range[1], own[1])];
      }
      return range;
    },
  };
};
