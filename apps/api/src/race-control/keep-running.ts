import type { Logger, Scheduler, Timer } from '@flagpost/platform';

/** Something that runs until it is stopped. */
export interface Running {
  /** Why it stands still at the moment, null while it runs. */
  failure(): string | null;
  stop(): Promise<void>;
}

interface Delivery {
  readonly closed: Promise<void>;
  stop(): Promise<void>;
}

const RESTART_MS = 1_000;

/** Keeps a delivery (of a topic, of the event log) going: one that ends with an error is begun again a second later. */
export const keepRunning = (
  name: string,
  begin: () => Delivery,
  { scheduler, logger }: { readonly scheduler: Scheduler; readonly logger: Logger },
): Running => {
  let delivery: Delivery | null = null;
  let restart: Timer | null = null;
  let failure: string | null = null;
  let stopped = false;

  const failed = (error: unknown): void => {
    if (stopped) return;
    failure = String(error);
    logger.error('ended, will be begun again', { part: name, error });
    restart = scheduler.after(RESTART_MS, start);
  };
  const start = (): void => {
    failure = null;
    try {
      delivery = begin();
      delivery.closed.catch(failed);
    } catch (error) {
      failed(error);
    }
  };
  start();

  return {
    failure: () => failure,
    async stop() {
      stopped = true;
      restart?.cancel();
      await delivery?.stop();
    },
  };
};
