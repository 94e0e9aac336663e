import { ALL_CATEGORIES_ID } from '@flagpost/contracts';
import type { ApiDependencies } from '../dependencies.js';
import type { IdKind } from '../stored-names.js';

/**
 * The next id of a kind, from a block that this process has reserved. Ids are unique, and in order of allocation in one
 * process alone; what is left of a block when the process ends is never issued.
 */
export type NextId = (kind: IdKind) => Promise<number>;

interface Block {
  next: number;
  /** The first number after it. */
  end: number;
}

interface Blocks {
  current: Block;
  /** Reserved before `current` is used up. */
  ahead: Block | null;
  size: number;
  reservedAt: number;
  /** Allocations that wait for a reservation. */
  waiting: number;
  reserving: Promise<void> | null;
}

/** The numbers of a block, which doubles as long as blocks are used up within `FAST_MS`: what is lost stays in proportion. */
const FEWEST = 8;
const MOST = 1_024;
const FAST_MS = 1_000;

/** The reserved id of 'all categories'. */
const NEVER_ISSUED = ALL_CATEGORIES_ID;

export const createIdBlocks = ({
  records: { sequences },
  clock,
}: Pick<ApiDependencies, 'records' | 'clock'>): NextId => {
  const kinds = new Map<IdKind, Blocks>();

  const blocksOf = (kind: IdKind): Blocks => {
    const known = kinds.get(kind);
    if (known !== undefined) return known;
    const fresh: Blocks = {
      current: { next: 0, end: 0 },
      ahead: null,
      size: FEWEST,
      reservedAt: -Infinity,
      waiting: 0,
      reserving: null,
    };
    kinds.set(kind, fresh);
    return fresh;
  };

  const reserve = async (kind: IdKind, blocks: Blocks): Promise<void> => {
    const now = clock.now();
    const isFast = now - blocks.reservedAt < FAST_MS;
    blocks.size = isFast ? Math.min(blocks.size * 2, MOST) : FEWEST;
    blocks.reservedAt = now;
    const count = Math.max(blocks.size, blocks.waiting);
    const next = await sequences.reserve(kind, count);
    blocks.ahead = { next, end: next + count };
  };

  const reserving = (kind: IdKind, blocks: Blocks): Promise<void> =>
    (blocks.reserving ??= reserve(kind, blocks).finally(() => (blocks.reserving = null)));

  /** Undefined if everything that was reserved is used up. */
  const take = (kind: IdKind, blocks: Blocks): number | undefined => {
    if (blocks.current.next === blocks.current.end && blocks.ahead !== null) {
      blocks.current = blocks.ahead;
      blocks.ahead = null;
    }
    const { current } = blocks;
    if (current.next === current.end) return undefined;
    const id = current.next++;
    const isHalfUsed = current.end - current.next <= blocks.size / 2;
    // If it fails, the allocation that needs the block asks again.
    if (isHalfUsed && blocks.ahead === null) reserving(kind, blocks).catch(() => undefined);
    return id === NEVER_ISSUED ? take(kind, blocks) : id;
  };

  return async (kind) => {
    const blocks = blocksOf(kind);
    for (;;) {
      const id = take(kind, blocks);
      if (id !== undefined) return id;
      blocks.waiting += 1;
      try {
        await reserving(kind, blocks);
      } finally {
        blocks.waiting -= 1;
      }
    }
  };
};
