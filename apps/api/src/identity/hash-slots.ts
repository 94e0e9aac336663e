import { DomainError } from '@flagpost/domain';

/** Who waits for a hash: a browser or session that the account knows, or anybody else. */
export type HashLane = 'known' | 'unknown';

/** Hashes that wait in a lane. More are refused: a connection is not held for longer than these take. */
const MOST_WAITING: Record<HashLane, number> = { known: 20, unknown: 10 };
const RETRY_AFTER_S = 1;

interface Lane {
  isBusy: boolean;
  readonly waiting: (() => void)[];
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
    known: { isBusy: false, waiting: [] },
    unknown: { isBusy: false, waiting: [] },
  };

  const inTurn = async <T>(lane: Lane, work: () => Promise<T>): Promise<T> => {
    // Handed on by whoever ends, so that nobody can step in between.
    if (lane.isBusy) await new Promise<void>((resolve) => lane.waiting.push(resolve));
    lane.isBusy = true;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next === undefined) lane.isBusy = false;
      else next();
    }
  };

  return {
    async run(lane, work) {
      if (lanes[lane].waiting.length >= MOST_WAITING[lane])
        throw new DomainError('signInBusy', undefined, RETRY_AFTER_S);
      return inTurn(lanes[lane], work);
    },
    runProven: (work) => inTurn(lanes.known, work),
  };
};
