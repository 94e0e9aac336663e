import type { EventStore, Position, RecordedEvent, Subscription, Upcast } from '@flagpost/event-sourcing';
import { fixedDelay, retry, ServiceUnavailableError, type Logger, type Scheduler } from '@flagpost/platform';
import type { ReadModels } from './port.js';
import { assertDistinct, project } from './projection.js';
import { foldLog } from './rebuild.js';
import type { Projection } from './projection.js';
import { createPositionWaiters } from './position-waiters.js';

export interface ProjectorOptions {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly upcast: Upcast;
  readonly logger: Logger;
  readonly scheduler: Scheduler;
  /**
   * Whether this process may write the views, where several could: asked before views are dropped, as no position guards
   * that. Always, if left out.
   */
  readonly isOwner?: () => boolean;
}

export interface ProjectionHealth {
  /** Events not yet projected; 1000 means 1000 or more. */
  readonly lagEvents: number;
  /** The error that halted it, null while it runs. */
  readonly halted: string | null;
  /** By view. */
  readonly views: Readonly<Record<string, { count: number; sha256: string }>>;
}

export interface Projector {
  /**
   * Waits until every view has passed `position`, at most `timeoutMs`; returns whether they have. False at once if a
   * projection has halted before it.
   */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** Waits without a limit for everything in the log now; returns as `waitFor`. */
  caughtUp(): Promise<boolean>;
  /** By projection. */
  health(): Promise<Readonly<Record<string, ProjectionHealth>>>;
  /** By projection, only `lagEvents`: cheap, as no view is read. */
  lags(): Promise<Readonly<Record<string, number>>>;
  stop(): Promise<void>;
}

/** A projector of this process. */
export interface LocalProjector extends Projector {
  /** Whether waiting for `position` is in vain, as a projection has halted before it. */
  hasHalted(position: Position): boolean;
}

interface Running {
  readonly projection: Projection;
  /** The position up to which its views are complete. */
  position: Position | null;
  /** The checkpoint last read or saved here. */
  saved: Position | null;
  halted: string | null;
}

const LAG_LIMIT = 1000;
/** Delay before a retry if a store cannot be reached. */
const RETRY_MS = 1_000;

const reaches = (position: Position | null, wanted: Position): boolean =>
  position !== null && position >= wanted;

/**
 * Feeds all projections from one subscription and saves their checkpoints after each batch. Each projection handles
 * events in order; projections run concurrently, as none depends on another's views. A projection whose version has
 * changed is rebuilt first, with the others waiting.
 *
 * A handler that throws halts its projection before the failed event until the program restarts: no event is skipped,
 * the other projections continue, and log and health report it. If a store cannot be reached, all wait; any other
 * failure of a store halts all.
 */
export const startProjections = async (options: ProjectorOptions): Promise<LocalProjector> => {
  const { store, readModels, projections, upcast, scheduler, logger, isOwner = () => true } = options;
  assertDistinct(projections);
  const all = await allSettled(projections.map((projection) => load(readModels, projection, isOwner)));
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let stopped = false;
  const outcome = (position: Position): boolean | null => {
    if (all.every((running) => reaches(running.position, position))) return true;
    const open = all.some((running) => running.halted === null && !reaches(running.position, position));
    return stopped || !open ? false : null;
  };
  const waiters = createPositionWaiters(outcome, scheduler);

  const halt = (running: Running, error: unknown, event?: RecordedEvent): void => {
    running.halted ??= `${event === undefined ? '' : `${event.type} at ${event.position}: `}${String(error)}`;
    logger.error('projection halted', {
      projection: running.projection.name,
      position: event?.position,
      error,
    });
  };

  /** Retries while the stores cannot be reached. Every write is guarded, so repeating one is harmless. */
  const retrying = <T>(task: () => Promise<T>): Promise<T> =>
    retry(
      {
        retryIf: (error) => error instanceof ServiceUnavailableError && !isStopping(),
        backoff: { scheduler, ms: fixedDelay(RETRY_MS), signal: stopping.signal },
        onRetry: (error) => logger.warn('views cannot be written, waiting for their store', { error }),
      },
      task,
    );

  const take = async (running: Running, event: RecordedEvent): Promise<void> => {
    if (running.halted !== null || isStopping() || reaches(running.position, event.position)) return;
    try {
      await retrying(() => project(readModels, upcast, running.projection, event));
      running.position = event.position;
    } catch (error) {
      if (!isStopping()) halt(running, error, event);
    }
  };

  const onEvents = async (events: readonly RecordedEvent[]): Promise<void> => {
    await Promise.all(
      all.map(async (running) => {
        for (const event of events) await take(running, event);
      }),
    );
    await retrying(() =>
      Promise.all(
        all.map(async (running) => {
          const { projection, position, saved } = running;
          if (position === null) return;
          const { name, version } = projection;
          await readModels.saveCheckpoint(name, { position, version }, saved);
          running.saved = position;
        }),
      ),
    );
    waiters.answer();
  };

  let isPartlyFolded = false;
  /** An interrupted fold may have stored documents that are ahead of others: no event can be applied to those again. */
  const dropPartlyFolded = async (): Promise<void> => {
    if (!isPartlyFolded) return;
    const partly = all.filter(({ position }) => position === null);
    await allSettled(partly.map(({ projection }) => drop(readModels, projection, isOwner)));
    isPartlyFolded = false;
  };

  /**
   * Folds the log into views that were just dropped, several times faster than event by event. A handler that throws ends
   * it: following the log from the last checkpoint then halts its projection alone.
   */
  const foldDropped = async (): Promise<void> => {
    await dropPartlyFolded();
    const dropped = all.filter(({ position }) => position === null);
    const folded = dropped.map(({ projection }) => projection);
    const reached = (position: Position): void => {
      for (const running of dropped) running.position = running.saved = position;
      waiters.answer();
    };
    if (folded.length === 0 || isStopping()) return;
    isPartlyFolded = true;
    try {
      const options = { saved: reached, attempt: retrying, signal: stopping.signal };
      await foldLog({ store, readModels, projections: folded, upcast }, options);
      isPartlyFolded = false;
    } catch (error) {
      if (error instanceof ServiceUnavailableError) throw error;
      logger.warn('folding of the whole log failed, the rest is followed', { error });
      await dropPartlyFolded();
    }
  };

  let subscription: Subscription | undefined;
  const follow = async (): Promise<void> => {
    await foldDropped();
    if (isStopping()) return;
    subscription = store.subscribeAll({ after: earliest(all), onEvents });
    await subscription.closed;
  };
  const ended = retrying(follow).catch((error: unknown) => {
    if (isStopping()) return;
    for (const running of all) halt(running, error);
    waiters.answer();
  });

  return {
    waitFor: (position, timeoutMs) => waiters.wait(position, timeoutMs),
    hasHalted: (position) => outcome(position) === false,
    async caughtUp() {
      const head = await store.head();
      return head === null || waiters.wait(head);
    },
    async health() {
      const entries = all.map(
        async (running) => [running.projection.name, await projectionHealth(options, running)] as const,
      );
      return Object.fromEntries(await Promise.all(entries));
    },
    lags: () => projectionLags(store, all),
    async stop() {
      stopping.abort(new Error('stopped'));
      await subscription?.stop();
      await ended;
      stopped = true;
      waiters.answer();
    },
  };
};

const lagOf = async (store: EventStore, position: Position | null): Promise<number> =>
  (await store.readAll(position, LAG_LIMIT)).length;

/** By projection, the number of events not yet projected. Projections at the same position share one read. */
export const projectionLags = async (
  store: EventStore,
  all: readonly Pick<Running, 'projection' | 'position'>[],
): Promise<Readonly<Record<string, number>>> => {
  const places = [...new Set(all.map(({ position }) => position))];
  const lags = new Map(
    await Promise.all(places.map(async (place) => [place, await lagOf(store, place)] as const)),
  );
  return Object.fromEntries(
    all.map(({ projection, position }) => [projection.name, lags.get(position) ?? 0]),
  );
};

/** Health of one projection, with the position up to which its views are complete. */
export const projectionHealth = async (
  { store, readModels }: Pick<ProjectorOptions, 'store' | 'readModels'>,
  { projection, position, halted }: Omit<Running, 'saved'>,
): Promise<ProjectionHealth> => {
  const views = projection.views.map(async (view) => [view, await readModels.digest(view)] as const);
  return {
    lagEvents: await lagOf(store, position),
    halted,
    views: Object.fromEntries(await Promise.all(views)),
  };
};

/** As `Promise.all`, but rejects only when every task has settled: a drop still running would delete rebuilt views. */
const allSettled = async <T>(tasks: readonly Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
};

/** @throws {Error} if another process owns the views by now: a suspended one would drop what its successor has built. */
const drop = async (
  readModels: ReadModels,
  { name, version, views }: Projection,
  isOwner: () => boolean,
): Promise<void> => {
  if (!isOwner()) throw new Error('Another process writes the views by now.');
  await readModels.drop(name, version, views);
};

/** @throws {Error} as `drop`. */
const load = async (
  readModels: ReadModels,
  projection: Projection,
  isOwner: () => boolean,
): Promise<Running> => {
  const checkpoint = await readModels.checkpoint(projection.name);
  const valid = checkpoint?.version === projection.version;
  if (!valid) await drop(readModels, projection, isOwner);
  const position = valid ? checkpoint.position : null;
  return { projection, position, saved: position, halted: null };
};

/** The position from which the subscription must start so that no projection misses an event. */
const earliest = (all: readonly Running[]): Position | null =>
  all.reduce<Position | null | undefined>((first, { position }) => {
    if (first === undefined) return position;
    return first === null || position === null ? null : first < position ? first : position;
  }, undefined) ?? null;
