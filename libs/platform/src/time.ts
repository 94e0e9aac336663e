/** Time of this process, epoch milliseconds. It never goes back while the process runs, whatever is done to the machine's clock. */
export interface Clock {
  now(): number;
}

export interface Timer {
  cancel(): void;
}

/** Timers. A callback that throws or rejects ends the process, so it must handle its errors. */
export interface Scheduler {
  /** Once, after `ms`. */
  after(ms: number, callback: () => void): Timer;
  /** Repeatedly, `ms` apart, until cancelled. */
  every(ms: number, callback: () => void): Timer;
}

/** Resolves after `ms`; with a signal, rejects with its reason as soon as it aborts. */
export const sleep = (scheduler: Scheduler, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      timer.cancel();
      reject(signal?.reason as Error);
    };
    const timer = scheduler.after(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
