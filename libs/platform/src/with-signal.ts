/** Resolves and rejects as `work` does, or rejects with the signal's reason as soon as it aborts. The work is not cancelled. */
export const withSignal = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    const end = (): void => signal.removeEventListener('abort', stop);
    work.then(end, end);
    work.then(resolve, reject);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
