import type { Logger } from './logging.js';
import { fixedDelay, retry, type Backoff } from './retry.js';
import { sleep, type Scheduler } from './time.js';

/** Work that runs until it is stopped, and is restarted after a failure. */
export interface Supervised {
  /** The error after which a restart is due; null while the work runs. */
  failure(): string | null;
  /** Resolves when the work has ended. */
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  /** The delays before restarts. */
  readonly backoff: Omit<Backoff, 'signal'>;
  /** Called with each failure, for the log; not with what `work` rejects with after the stop. */
  readonly onFailure: (error: unknown, restartMs: number) => void;
}

/** Runs `work` now, and again after each rejection. `work` must settle when `signal` aborts. */
export const supervise = (
  { backoff, onFailure }: SuperviseOptions,
  work: (signal: AbortSignal) => Promise<void>,
): Supervised => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failure: string | null = null;
  const running = retry(
    {
      retryIf: () => !signal.aborted,
      backoff: { ...backoff, signal },
      onRetry(error, restartMs) {
        failure = String(error);
        onFailure(error, restartMs);
      },
    },
    async () => {
      failure = null;
      await work(signal);
    },
  ).catch(() => undefined); // stopped
  return {
    failure: () => failure,
    async stop() {
      stopping.abort(new Error('stopped'));
      await running;
    },
  };
};

export interface LookOptions {
  readonly scheduler: Scheduler;
  /** From the end of one look to the next. */
  readonly everyMs: number;
  /** The same after a failure; `everyMs` if left out. */
  readonly retryMs?: number;
  /** Called with each failure, for the log; not with one after the stop. */
  readonly onFailure: (error: unknown) => void;
}

/** Looks now, and again and again until it is stopped. A failure stands until a look succeeds. */
export const lookEvery = (
  { scheduler, everyMs, retryMs = everyMs, onFailure }: LookOptions,
  look: (signal: AbortSignal) => Promise<void>,
): Supervised => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failure: string | null = null;
  const lookOnce = async (): Promise<number> => {
    try {
      await look(signal);
      failure = null;
      return everyMs;
    } catch (error) {
      failure = String(error);
      if (!signal.aborted) onFailure(error);
      return retryMs;
    }
  };
  const looking = (async () => {
    while (!signal.aborted) await sleep(scheduler, await lookOnce(), signal);
  })().catch(() => undefined); // stopped
  return {
    failure: () => failure,
    async stop() {
      stopping.abort(new Error('stopped'));
      await looking;
    },
  };
};

/** A subscription to a topic or to the event log: `closed` rejects when it failed. */
export interface Delivery {
  readonly closed: Promise<void>;
  stop(): Promise<void>;
}

const RESTART_MS = 1_000;

/** Supervises a subscription: `begin` is called again a second after it, or what it began, failed. `signal`: the stop. */
export const superviseDelivery = (
  name: string,
  begin: (signal: AbortSignal) => Delivery | Promise<Delivery>,
  { scheduler, logger }: { readonly scheduler: Scheduler; readonly logger: Logger },
): Supervised =>
  supervise(
    {
      backoff: { scheduler, ms: fixedDelay(RESTART_MS) },
      onFailure: (error) => logger.error('failed, will be restarted', { part: name, error }),
    },
    async (signal) => {
      const delivery = await begin(signal);
      await new Promise<void>((resolve, reject) => {
        delivery.closed.catch(reject);
        const stop = (): void => void delivery.stop().then(resolve, reject);
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      });
    },
  );
