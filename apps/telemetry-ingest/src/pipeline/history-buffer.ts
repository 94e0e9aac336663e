import type { PositionInput } from '@flagpost/contracts';
import type { Verdict } from '@flagpost/telemetry';
import { INPUT_ROW, setInputRow, type InputRows, type PlacedNote } from '@flagpost/telemetry/journal';

/** So many of the oldest inputs and notes. */
export interface Oldest {
  readonly inputs: number;
  readonly notes: number;
}

/** What something is buffered for. The buffer counts in it while it sorts: maps from blocks took as long as their encoding. */
export interface BufferedBlock {
  /** 0 outside of `eachBlock`. */
  place: number;
}

/**
 * Buffers what enters the history until it is stored, each for a block, in one table for all blocks. Inputs are stored as numbers: as
 * objects they took a quarter of the CPU time of telemetry-ingest in a backlog, and a table for each block took more
 * memory than its inputs.
 */
export interface HistoryBuffer<Block extends BufferedBlock> {
  add(block: Block, input: PositionInput, verdict: Verdict, offset: number, run: number): void;
  note(block: Block, note: PlacedNote): void;
  count(): Oldest;
  /** Calls `visit` for each block among the oldest, with its inputs and notes in order. The rows are valid only during the call. */
  eachBlock(
    oldest: Oldest,
    visit: (block: Block, rows: InputRows, notes: readonly PlacedNote[]) => void,
  ): void;
  /** Removes the oldest, except those of blocks to be kept. */
  drop(oldest: Oldest, keeps: (block: Block) => boolean): void;
}

const FIRST_ROOM = 1_024 * INPUT_ROW;

export const createHistoryBuffer = <Block extends BufferedBlock>(): HistoryBuffer<Block> => {
  /** The block of each input; its numbers are at the same index in `rows`. */
  const blocks: Block[] = [];
  let rows = new Float64Array(FIRST_ROOM);
  let notes: { readonly block: Block; readonly note: PlacedNote }[] = [];

  const notesByBlock = (count: number): Map<Block, PlacedNote[]> => {
    const byBlock = new Map<Block, PlacedNote[]>();
    for (const { block, note } of notes.slice(0, count)) {
      const ofBlock = byBlock.get(block);
      if (ofBlock === undefined) byBlock.set(block, [note]);
      else ofBlock.push(note);
    }
    return byBlock;
  };

  return {
    add(block, input, verdict, offset, run) {
      const end = blocks.length * INPUT_ROW;
      if (end === rows.length) {
        const more = new Float64Array(2 * end);
        more.set(rows);
        rows = more;
      }
      setInputRow(rows, end, input, verdict, offset, run);
      blocks.push(block);
    },

    note: (block, note) => void notes.push({ block, note }),

    count: () => ({ inputs: blocks.length, notes: notes.length }),

    eachBlock(count, visit) {
      const oldest = blocks.slice(0, count.inputs);
      const found: Block[] = [];
      for (const block of oldest) {
        if (block.place === 0) found.push(block);
        block.place += INPUT_ROW;
      }
      /** Where the next input of each block goes in the table sorted by block. */
      let end = 0;
      for (const block of found) {
        const numbers = block.place;
        block.place = end;
        end += numbers;
      }
      const sorted = new Float64Array(end);
      oldest.forEach((block, at) => {
        for (let i = 0; i < INPUT_ROW; i += 1) sorted[block.place + i] = rows[at * INPUT_ROW + i] ?? NaN;
        block.place += INPUT_ROW;
      });
      const ends = found.map(({ place }) => place);
      for (const block of found) block.place = 0;
      const noted = notesByBlock(count.notes);
      found.forEach((block, i) => {
        visit(block, sorted.subarray(ends[i - 1] ?? 0, ends[i]), noted.get(block) ?? []);
        noted.delete(block);
      });
      const none = new Float64Array();
      noted.forEach((ofBlock, block) => visit(block, none, ofBlock));
    },

    drop(count, keeps) {
      notes = notes.filter(({ block }, at) => at >= count.notes || keeps(block));
      let kept = 0;
      blocks.forEach((block, at) => {
        if (at < count.inputs && !keeps(block)) return;
        rows.copyWithin(kept * INPUT_ROW, at * INPUT_ROW, (at + 1) * INPUT_ROW);
        blocks[kept] = block;
        kept += 1;
      });
      blocks.length = kept;
      // After a backlog the memory is released, half of it each time.
      if (rows.length > FIRST_ROOM && count.inputs * INPUT_ROW < rows.length / 4)
        rows = rows.slice(0, Math.max(kept * INPUT_ROW, rows.length / 2));
    },
  };
};
