import type { PartHealth } from '@flagpost/platform';
import { PROBE } from './connection.js';
import { createQueue, type Limits, type Refusal } from './queue.js';
import { revive, StorageClosed, StorageFull, StorageUnavailable, type StorageDied } from './errors.js';
import type { Collect } from './file.js';
import type { Answers, Calls } from './messages.js';

/** What may wait for one file: some seconds of a large race while the disk stands still. */
const LIMITS: Limits = { requests: 50_000, bytes: 64 * 1024 * 1024, many: 100 };

interface Pending {
  readonly name: string;
  readonly seal: () => readonly unknown[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface LaneOptions {
  readonly title: string;
  readonly errors: Readonly<Record<string, (message: string) => Error>> | undefined;
  /** Reads that wait for shorter ones. */
  readonly long?: readonly string[] | undefined;
  /** Carries a group out; the answer comes by `answered`. */
  readonly send: (number: number, calls: Calls, bytes: number) => void;
  /** Calls back when the gathering time after a group is over. */
  readonly rest: (over: () => void) => void;
  /**
   * Takes the answers that have come, by `answered`, without waiting for the event loop. If it is there, many requests do not wait
   * for the end of their turn of the event loop: one that reads thousands of them takes long.
   */
  readonly look?: () => void;
  readonly limits?: Limits;
}

/** Requests of one connection, as promises. */
export interface Lane {
  request(name: string, args: readonly unknown[]): Promise<unknown>;
  collect<Item>(name: string, seal: (items: readonly Item[]) => readonly unknown[]): Collect<Item, unknown>;
  answered(number: number, answers: Answers): void;
  /** Runs `work` while nothing is under way; what waits is sent afterwards. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Rejects everything outstanding, and everything from now on. */
  end(error: StorageDied): void;
  /** Resolves when everything taken so far has been answered. */
  close(): Promise<void>;
  /** Why the disk could not be used by the last group; null if it could. */
  failing(): string | null;
}

/** About the bytes that a value takes in a message. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 0;
  for (const part of Object.values(value)) size += sizeOf(part);
  return size;
};

/**
 * Whether the last requests could use the disk. After one that could not, the lane is asked for a probe, so that a failure
 * ends without another request.
 */
export const healthOf = async (lanes: readonly Lane[]): Promise<PartHealth> => {
  const failing = lanes.filter((lane) => lane.failing() !== null);
  await Promise.all(failing.map((lane) => lane.request(PROBE, []).catch(() => undefined)));
  const error = failing.map((lane) => lane.failing()).find((reason) => reason !== null);
  return error === undefined ? { ok: true } : { ok: false, details: { error } };
};

export const createLane = ({
  title,
  errors,
  long = [],
  send,
  rest,
  look,
  limits = LIMITS,
}: LaneOptions): Lane => {
  const queue = createQueue<Pending>(limits);
  let scheduled = false;
  let looking = false;
  let failing: string | null = null;
  let ended: StorageDied | null = null;
  let watchers: (() => void)[] = [];

  /** All requests of one turn of the event loop leave together, unless they are many. */
  const wake = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      flush();
    });
  };
  /** Called after each request. */
  const added = (): void => {
    if (looking || look === undefined || !queue.hasMany) return;
    looking = true;
    queueMicrotask(() => {
      looking = false;
      look();
      flush();
    });
  };
  const flush = (): void => {
    const group = queue.send();
    if (group === null) return;
    const { number, requests, bytes } = group;
    if (group.rests)
      rest(() => {
        queue.rested(number);
        flush();
      });
    const names = requests.map(({ name }) => name);
    const args = requests.map(({ seal }) => seal());
    send(number, { names, args }, bytes);
  };
  const refusal = (why: Refusal): Error =>
    ended ?? (why === 'full' ? new StorageFull(title) : new StorageClosed(title));
  const changed = (): void => {
    const told = watchers;
    watchers = [];
    for (const tell of told) tell();
  };
  const until = async (reached: () => boolean): Promise<void> => {
    while (!reached()) await new Promise<void>((resolve) => watchers.push(resolve));
  };
  const note = (error: Error): Error => {
    if (error instanceof StorageUnavailable) failing = error.message;
    return error;
  };

  return {
    request: (name, args) =>
      new Promise((resolve, reject) => {
        const refused = queue.admit(sizeOf(args));
        if (refused !== null) {
          reject(refusal(refused));
          return;
        }
        queue.push({ name, seal: () => args, resolve, reject }, long.includes(name));
        wake();
        added();
      }),

    collect<Item>(name: string, seal: (items: readonly Item[]) => readonly unknown[]) {
      let items: Item[] = [];
      let result: Promise<unknown> = Promise.resolve();
      return (item: Item, bytes: number) => {
        const refused = queue.admit(bytes);
        if (refused !== null) return { index: -1, items: [], result: Promise.reject(refusal(refused)) };
        if (items.push(item) === 1) {
          result = new Promise((resolve, reject) => {
            const sealed = (): readonly unknown[] => {
              const collected = items;
              items = [];
              return seal(collected);
            };
            queue.push({ name, seal: sealed, resolve, reject });
          });
          wake();
        }
        added();
        return { index: items.length - 1, items, result };
      };
    },

    answered(number, { results, failures, failed }) {
      if (ended !== null) return;
      const requests = queue.answered(number);
      failing = null;
      if (failed !== undefined) {
        const error = note(revive(failed, title, errors));
        requests.forEach(({ reject }) => reject(error));
      } else {
        const byIndex = new Map(failures);
        requests.forEach(({ resolve, reject }, index) => {
          const failure = byIndex.get(index);
          if (failure === undefined) resolve(results[index]);
          else reject(note(revive(failure, title, errors)));
        });
      }
      changed();
      if (queue.outstanding) wake();
    },

    async alone(work) {
      queue.hold();
      try {
        await until(() => !queue.busy);
        if (ended !== null) throw ended;
        return await work();
      } finally {
        queue.release();
        wake();
      }
    },

    end(error) {
      ended ??= error;
      queue.end().forEach(({ reject }) => reject(error));
      changed();
    },

    async close() {
      queue.close();
      wake();
      await until(() => !queue.outstanding);
    },

    failing: () => failing,
  };
};
