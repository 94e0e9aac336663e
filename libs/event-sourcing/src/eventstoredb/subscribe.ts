import { setImmediate as nextTurn } from 'node:timers/promises';
import { START, streamNameFilter } from '@eventstore/db-client';
import { retry } from '@flagpost/platform';
import type { Logger, Scheduler } from '@flagpost/platform';
import type { Position, RecordedEvent, SubscribeOptions, Subscription } from '../store.js';
import type { Connection } from './connection.js';
import { storePosition } from './event.js';
import type { Naming } from './event.js';
import { backoffMs, isPassing } from './retry-policy.js';
import { abandon, storedOf } from './incoming.js';
import type { Incoming } from './incoming.js';

const DEFAULT_BATCH = 500;
/** Events that the server filters before it sends a checkpoint. */
const SEARCH_WINDOW = 1_000;

export interface SubscriberParts {
  readonly connection: Connection;
  readonly naming: Naming;
  readonly prefix: string;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/**
 * Follows `$all` from a position. One batch is handled before the next is taken: at most two batches are buffered, then
 * the server waits. If the stream breaks, it resumes after the last handled event.
 */
export const subscribe = (
  { connection, naming, prefix, scheduler, logger }: SubscriberParts,
  { after, batchSize = DEFAULT_BATCH, onEvents }: SubscribeOptions,
): Subscription => {
  const stopping = new AbortController();
  const stopped = (): boolean => stopping.signal.aborted;
  let last: Position | null = after;
  let failures = 0;

  /** Excludes system events on the server, by the prefix of their streams' names. */
  const open = (): Incoming =>
    connection.client.subscribeToAll(
      {
        ...connection.calls,
        fromPosition: last === null ? START : storePosition(last),
        filter:
          prefix === ''
            ? streamNameFilter({ regex: '^[^$]', maxSearchWindow: SEARCH_WINDOW })
            : streamNameFilter({ prefixes: [prefix], maxSearchWindow: SEARCH_WINDOW }),
      },
      { highWaterMark: batchSize },
    );

  const handle = async (events: readonly RecordedEvent[]): Promise<void> => {
    try {
      await onEvents(events);
    } catch (error) {
      throw new HandlerFailed(error);
    }
    last = events.at(-1)?.position ?? last;
  };

  /** Delivers events until the subscription is stopped. @throws the error of the stream or of the handler. */
  const follow = async (): Promise<void> => {
    const incoming = listen(open(), stopping.signal, () => {
      if (failures > 0) logger.info('subscription to events resumed', { failures });
      failures = 0;
    });
    try {
      for (;;) {
        const events = (await incoming.next(batchSize)).flatMap((resolved) => {
          const stored = storedOf(resolved);
          return stored !== undefined && naming.isOurs(stored) ? [naming.fromStore(stored)] : [];
        });
        if (stopped()) return;
        if (events.length === 0) continue;
        await handle(events);
        await nextTurn(); // lets other work run during a long catch-up
      }
    } finally {
      incoming.end();
    }
  };

  const closed = retry(
    {
      retryIf: (error) => !(error instanceof HandlerFailed) && isPassing(error),
      // Counted only once the subscription is confirmed: the next retry starts with the shortest delay.
      backoff: { scheduler, ms: () => backoffMs(failures + 1), signal: stopping.signal },
      onRetry(error, retryInMs) {
        failures += 1;
        logger.warn('subscription to events interrupted', { retryInMs, reason: (error as Error).message });
      },
    },
    follow,
  ).catch((error: unknown) => {
    if (error === stopping.signal.reason) return;
    throw error instanceof HandlerFailed ? error.cause : error;
  });
  return {
    closed,
    async stop() {
      stopping.abort(new Error('stopped'));
      await closed.catch(() => undefined);
    },
  };
};

class HandlerFailed extends Error {
  constructor(override readonly cause: unknown) {
    super();
  }
}

/** Makes a stream of the client pullable. The error listener is never removed, as in `readEach`. */
const listen = (stream: Incoming, stopping: AbortSignal, onConfirmed: () => void) => {
  let broken: Error | undefined;
  let wake: () => void = () => undefined;
  stream.on('confirmation', onConfirmed);
  stream.on('readable', () => wake());
  stream.on('error', (error: Error) => {
    broken ??= error;
    wake();
  });
  stream.on('end', () => {
    broken ??= Object.assign(new Error('The server ended the subscription.'), { code: 14 });
    wake();
  });
  const onStop = (): void => wake();
  stopping.addEventListener('abort', onStop);

  return {
    /** At least one event and at most `limit`; none when stopping. @throws the error of the stream. */
    async next(limit: number): Promise<unknown[]> {
      for (;;) {
        const taken: unknown[] = [];
        while (taken.length < limit) {
          const one: unknown = stream.read();
          if (one === null) break;
          taken.push(one);
        }
        if (taken.length > 0 || stopping.aborted) return taken;
        if (broken !== undefined) throw broken;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    end(): void {
      stopping.removeEventListener('abort', onStop);
      abandon(stream);
    },
  };
};
