/**
 * Ends a turn of the event loop that requests make long. While more connections than libuv takes from the system at once (1,024) have
 * something to read, it asks for more up to 48 times before timers and immediates run: some 49,000 requests, seconds of work in which no
 * frame leaves and no call is answered. It also stops asking once it has seen a signal.
 */
export interface Turns {
  /** A request is handled. */
  handled(): void;
}

/** Of a turn that is to end: 20 to 50 ms of work. */
export const MANY_REQUESTS = 512;
/**
 * After so many, in however many turns, the turn that has the last of them sets the count back when it is over: under a light load, where each
 * request has a turn of its own, that would be an immediate for each. A long turn may so be counted with fewer than these of turns before it.
 */
const SOME_REQUESTS = 32;
/** No system ends a program for it. */
const SIGNAL = 'SIGURG';
/** Windows has neither the signal nor libuv's way of asking. */
const canEnd = process.platform !== 'win32';

/** Ends the turn once all connections that had something to read before have been read. */
const endTurn = (): void => {
  process.once(SIGNAL, () => undefined); // only one that is listened for reaches libuv
  process.kill(process.pid, SIGNAL);
};

export const createTurns = (): Turns => {
  let requests = 0;
  return {
    handled() {
      requests += 1;
      if (requests === SOME_REQUESTS) setImmediate(() => (requests = 0));
      if (requests === MANY_REQUESTS && canEnd) endTurn();
    },
  };
};
