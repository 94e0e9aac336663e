import { DomainError } from '@flagpost/domain';
import { mutex, type Mutex } from '@flagpost/platform';

/** Lane of a hash: for browsers or sessions known to the account, or for all others. */
export type HashLane = 'known' | 'unknown';

/** Maximum of waiting hashes in a lane; more are refused, which limits how long a connection is held. */
const MOST_WAITING: Record<HashLane, number> = { known: 20, unknown: 10 };
const RETRY_AFTER_S = 1;

interface Lane {
  readonly exclusively: Mutex;
  /** Running and waiting hashes, of which at most one runs. */
  hashes: number;
}

export interface HashSlots {
  /** @throws {DomainError} signInBusy if too many wait in this lane */
  run<T>(lane: HashLane, work: () => Promise<T>): Promise<T>;
  /** The same in the lane of known browsers without a limit: for callers who are already authenticated. */
  runProven<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Runs at most two hashes at a time, one in each lane, in FIFO order. A hash occupies one of the four threads of libuv's pool,
 * which file access needs too, and a core.
 */
export const createHashSlots = (): HashSlots => {
  const lanes: Record<HashLane, Lane> = {
    known: { exclusively: mutex(), hashes: 0 },
    unknown: { exclusively: mutex(), hashes: 0 },
  };

  const runIn = async <T>(lane: Lane, work: () => Promise<T>): Promise<T> => {
    lane.hashes += 1;
    try {
      return await lane.exclusively(work);
    } finally {
      lane.hashes -= 1;
    }
  };

  return {
    async run(lane, work) {
      if (lanes[lane].hashes > MOST_WAITING[lane])
        throw new DomainError('signInBusy', undefined, RETRY_AFTER_S);
      return runIn(lanes[lane], work);
    },
    runProven: (work) => runIn(lanes.known, work),
  };
};
