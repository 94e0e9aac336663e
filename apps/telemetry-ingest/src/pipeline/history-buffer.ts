import { FIX_ROW, setFixRow, type FixRows, type HistoryFix } from '@flagpost/telemetry';

/**
 * Buffers fixes until they are stored, each for a block, in one table for all blocks. They are stored as numbers: as
 * objects they took a quarter of the CPU time of telemetry-ingest in a backlog, and a table for each block took more
 * memory than its fixes.
 */
export interface HistoryBuffer<Block> {
  add(block: Block, fix: HistoryFix): void;
  count(): number;
  /**
   * Calls `visit` for each block among the `count` oldest fixes, with its fixes in order. The rows are valid only
   * during the call.
   */
  eachBlock(count: number, visit: (block: Block, rows: FixRows) => void): void;
  /** Removes the `count` oldest fixes, except those of blocks to be kept. */
  drop(count: number, keeps: (block: Block) => boolean): void;
}

const FIRST_ROOM = 1_024 * FIX_ROW;

export const createHistoryBuffer = <Block>(): HistoryBuffer<Block> => {
  /** The block of each fix; its numbers are at the same index in `rows`. */
  const blocks: Block[] = [];
  let rows = new Float64Array(FIRST_ROOM);

  return {
    add(block, fix) {
      const end = blocks.length * FIX_ROW;
      if (end === rows.length) {
        const more = new Float64Array(2 * end);
        more.set(rows);
        rows = more;
      }
      setFixRow(rows, end, fix);
      blocks.push(block);
    },

    count: () => blocks.length,

    eachBlock(count, visit) {
      const oldest = blocks.slice(0, count);
      const counts = new Map<Block, number>();
      for (const block of oldest) counts.set(block, (counts.get(block) ?? 0) + 1);
      /** Where the next fix of each block goes in the table sorted by block. */
      const places = new Map<Block, number>();
      let end = 0;
      counts.forEach((fixes, block) => {
        places.set(block, end);
        end += fixes * FIX_ROW;
      });
      const sorted = new Float64Array(end);
      oldest.forEach((block, at) => {
        const place = places.get(block) ?? 0;
        for (let i = 0; i < FIX_ROW; i += 1) sorted[place + i] = rows[at * FIX_ROW + i] ?? NaN;
        places.set(block, place + FIX_ROW);
      });
      let begin = 0;
      places.forEach((place, block) => {
        visit(block, sorted.subarray(begin, place));
        begin = place;
      });
    },

    drop(count, keeps) {
      let kept = 0;
      blocks.forEach((block, at) => {
        if (at < count && !keeps(block)) return;
        rows.copyWithin(kept * FIX_ROW, at * FIX_ROW, (at + 1) * FIX_ROW);
        blocks[kept] = block;
        kept += 1;
      });
      blocks.length = kept;
      // After a backlog the memory is released, half of it each time.
      if (rows.length > FIRST_ROOM && count * FIX_ROW < rows.length / 4)
        rows = rows.slice(0, Math.max(kept * FIX_ROW, rows.length / 2));
    },
  };
};
