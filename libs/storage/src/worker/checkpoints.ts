import type { LogSize } from '../messages.js';

/** After so many commits, or requests of so many bytes, the write-ahead log is moved into the file. */
const COMMITS = 100;
const BYTES = 4 * 1024 * 1024;

/**
 * A log of this many frames (64 MiB) that never was moved whole, as somebody always wrote meanwhile, is moved while
 * nobody writes.
 */
const MOST_FRAMES = 16_384;

export interface CheckpointOptions {
  /** Moves what can be moved without waiting for anybody. */
  readonly move: () => Promise<{ readonly size: LogSize | null }>;
  /** Moves everything, while no write is under way. */
  readonly truncate: () => Promise<void>;
}

export interface Checkpoints {
  /** A group of so many bytes was sent. */
  count(size: number): void;
  /** Begins a checkpoint if one is due and none is under way. */
  run(): void;
  /** Resolves when nothing is being moved beside writes. */
  moved(): Promise<void>;
  /** Resolves when no checkpoint is under way. */
  ended(): Promise<void>;
}

/** When the write-ahead log of a file is moved into it. A failure is repaired by the next one. */
export const checkpointsOf = ({ move, truncate }: CheckpointOptions): Checkpoints => {
  let commits = 0;
  let bytes = 0;
  let moving: Promise<{ readonly size: LogSize | null }> | null = null;
  let underWay: Promise<void> | null = null;

  const once = async (): Promise<void> => {
    moving = move();
    const { size } = await moving;
    moving = null;
    if (size !== null && size.frames > MOST_FRAMES && size.checkpointed < size.frames)
      await truncate().catch(() => undefined);
  };

  return {
    count(size) {
      commits += 1;
      bytes += size;
    },
    run() {
      if (underWay !== null || (commits < COMMITS && bytes < BYTES)) return;
      commits = 0;
      bytes = 0;
      underWay = once().finally(() => (underWay = null));
    },
    async moved() {
      await moving;
    },
    async ended() {
      await underWay;
    },
  };
};
