/**
 * The protocol between the callers of a file and the side that carries requests out: what waits, what is under way, what
 * is refused. It knows no clock, no thread and no SQLite; who drives it calls `send` when a turn of the event loop ends
 * or many wait, and tells it what happened.
 *
 * Order: requests are sent in the order in which they were taken, one group at a time; the next group is sent after the
 * answer to the former. A request is answered once. After one was refused because too much waits, all are, until the
 * waiting ones have been sent: nothing overtakes what was refused.
 */

/** What may wait at most, beside the group under way. */
export interface Limits {
  readonly requests: number;
  readonly bytes: number;
  /** As many requests that wait are sent without a rest. */
  readonly many: number;
}

/** `full`: try again later. `closed`: nothing is taken any more. */
export type Refusal = 'full' | 'closed';

export interface Group<T> {
  /** Counts up from 1. */
  readonly number: number;
  readonly requests: readonly T[];
  /** What was admitted with them. */
  readonly bytes: number;
  /** A pause of the gathering time follows before the next group: this one held more than one request. */
  readonly rests: boolean;
}

/** An answer to a group that is not under way. */
export class OutOfOrder extends Error {
  override readonly name = 'OutOfOrder';
}

export interface Queue<T> {
  /** Takes what a request of this size adds. Several calls may stand for one request that grows while it waits. */
  admit(bytes: number): Refusal | null;
  /** Adds a request for which `admit` answered null. A long one waits for all others, and is alone of its kind in its group. */
  push(request: T, long?: boolean): void;
  /** The next group, which is under way from then on; null if none may be sent now. */
  send(): Group<T> | null;
  /** The gathering time after the group of this number, one that rests, is over. */
  rested(number: number): void;
  /** Ends the group under way. @returns its requests. @throws {OutOfOrder} */
  answered(number: number): readonly T[];
  /** Nothing is sent until `release` was called as often as this. */
  hold(): void;
  release(): void;
  /** Takes nothing more; what waits is still sent. */
  close(): void;
  /** The other side is gone: ends everything. @returns the requests that have no answer, in order; none the second time. */
  end(): readonly T[];
  /** Whether a group is under way. */
  readonly busy: boolean;
  /** Whether requests wait or are under way. */
  readonly outstanding: boolean;
  /** Whether as many wait as are sent without a rest. */
  readonly hasMany: boolean;
}

export const createQueue = <T>(limits: Limits): Queue<T> => {
  let waiting: T[] = [];
  let long: T[] = [];
  let admitted = { requests: 0, bytes: 0 };
  let underWay: Group<T> | null = null;
  let sent = 0;
  let state: 'open' | 'closing' | 'ended' = 'open';
  let full = false;
  let resting = false;
  let holds = 0;
  const hasMany = (): boolean => admitted.requests >= limits.many;

  return {
    admit(bytes) {
      if (state !== 'open') return 'closed';
      // Something of any size is taken if nothing else waits.
      const isFirst = admitted.requests === 0;
      full ||= !isFirst && (admitted.requests >= limits.requests || admitted.bytes + bytes > limits.bytes);
      if (full) return 'full';
      admitted.requests += 1;
      admitted.bytes += bytes;
      return null;
    },
    push(request, isLong = false) {
      (isLong ? long : waiting).push(request);
    },
    send() {
      const pauses = resting && !hasMany() && state === 'open';
      if (underWay !== null || pauses || holds > 0 || state === 'ended') return null;
      const slice = long.splice(0, 1);
      if (waiting.length + slice.length === 0) return null;
      sent += 1;
      underWay = {
        number: sent,
        requests: slice.length === 0 ? waiting : [...waiting, ...slice],
        bytes: admitted.bytes,
        rests: admitted.requests > 1,
      };
      resting = underWay.rests;
      waiting = [];
      admitted = { requests: long.length, bytes: 0 };
      full = false;
      return underWay;
    },
    rested(number) {
      resting &&= number !== sent;
    },
    answered(number) {
      if (underWay?.number !== number)
        throw new OutOfOrder(`Group ${number} was answered, ${underWay?.number ?? 'none'} is under way.`);
      const { requests } = underWay;
      underWay = null;
      return requests;
    },
    hold() {
      holds += 1;
    },
    release() {
      holds -= 1;
    },
    close() {
      if (state === 'open') state = 'closing';
    },
    end() {
      state = 'ended';
      const left = [...(underWay?.requests ?? []), ...waiting, ...long];
      underWay = null;
      waiting = [];
      long = [];
      return left;
    },
    get busy() {
      return underWay !== null;
    },
    get outstanding() {
      return underWay !== null || waiting.length + long.length > 0;
    },
    get hasMany() {
      return hasMany();
    },
  };
};
