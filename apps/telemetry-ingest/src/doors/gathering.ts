import type { Scheduler, Timer } from '@flagpost/platform';

/**
 * Lets requests of devices wait for one another, at most `GATHER_MS`, while many come: what is handled together costs less than
 * as much that is handled one by one, as its code and its data are in the caches of the processor.
 */
export interface Gathering {
  /**
   * Calls `handle` when the request is to be handled: in the order in which requests came, and never before this returns.
   *
   * @param sender Who sends the next request as soon as the answer to this one is there is not held up, nor is what waits
   * when such a request comes; null: this one waits for nothing.
   */
  add(sender: string | null, handle: () => void): void;
}

export const GATHER_MS = 70;
/** Requests a second that are many. */
const MANY_PER_S = 200;
/** As many requests within the time make the next ones wait. */
export const MANY = (MANY_PER_S * GATHER_MS) / 1_000;
/** They wait no longer: more would hold up the event loop while they are handled. */
export const AT_ONCE = 100;
/** A sender that has sent nothing for so long, or at least half as long, does not wait for its answer to send more. */
export const PATIENT_FROM_MS = 560;
/** Two generations of senders are known: each is of this many times in which requests are counted. */
const GENERATION = PATIENT_FROM_MS / GATHER_MS / 2;

export const createGathering = (scheduler: Scheduler): Gathering => {
  let waiting: (() => void)[] = [];
  /** Ends the time in which requests are counted; null after a time in which none came. */
  let timer: Timer | null = null;
  let requests = 0;
  let areMany = false;
  let senders = new Set<string>();
  let formerSenders = new Set<string>();
  let age = 0;

  const release = (): void => {
    const handles = waiting;
    waiting = [];
    for (const handle of handles) handle();
  };
  const end = (): void => {
    const isQuiet = requests === 0;
    timer = isQuiet ? null : scheduler.after(GATHER_MS, end);
    areMany = requests >= MANY;
    requests = 0;
    age = isQuiet ? 0 : (age + 1) % GENERATION;
    if (age === 0) {
      formerSenders = isQuiet ? new Set() : senders;
      senders = new Set();
    }
    release();
  };
  const hasJustSent = (sender: string): boolean => senders.has(sender) || formerSenders.has(sender);

  return {
    add(sender, handle) {
      requests += 1;
      timer ??= scheduler.after(GATHER_MS, end);
      const waits = areMany && sender !== null && !hasJustSent(sender);
      if (sender !== null) senders.add(sender);
      waiting.push(handle);
      // Then the body is there, where it came with the head.
      if (!waits || waiting.length === AT_ONCE) queueMicrotask(release);
    },
  };
};
