/** Something that is delivered until it is stopped, or until it fails. */
export interface Delivery {
  readonly closed: Promise<void>;
  stop(): Promise<void>;
}

/** @param wake wakes `run` while it waits for news, so that it checks whether it was stopped. */
export const deliver = (run: (isStopped: () => boolean) => Promise<void>, wake: () => void): Delivery => {
  let stopped = false;
  const closed = run(() => stopped);
  closed.catch(() => undefined);
  return {
    closed,
    async stop() {
      stopped = true;
      wake();
      await closed.catch(() => undefined);
    },
  };
};
