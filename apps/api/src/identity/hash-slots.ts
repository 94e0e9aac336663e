import { DomainError } from '@flagpost/domain';
import { mutex, type Mutex } from '@flagpost/platform';

/** Who waits for a hash: a browser or session that the account knows, or anybody else. */
export type HashLane = 'known' | 'unknown';

/** Hashes that wait in a lane. More are refused: a connection is not held for longer than these take. */
const MOST_WAITING: Record<HashLane, number> = { known: 20, unknown: 10 };
const RETRY_AFTER_S = 1;

interface Lane {
  readonly exclusively: Mutex;
  /** Hashes that run or wait: at most one of them runs. */
  hashes: number;
}

export interface HashSlots {
  /** @throws {DomainError} signInBusy if too many wait in this lane */
  run<T>(lane: HashLane, work: () => Promise<T>): Promise<T>;
  /** The same in the lane of the known, however many wait: for what is done for somebody who has proved who they are. */
  runProven<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * At most two hashes at a time, one in each lane, first come first served. A hash takes one of the four threads that
 * files need too, and a core while it lasts.
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
