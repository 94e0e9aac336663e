import type { Logger } from '@flagpost/platform';

/** Waits for work that is repeated in any case; of failures in a row the first is logged. Never rejects. */
export const logOnce = (logger: Logger, failure: string): ((work: Promise<unknown>) => Promise<void>) => {
  let failing = false;
  return async (work) => {
    try {
      await work;
      failing = false;
    } catch (error) {
      if (!failing) logger.error(failure, { error });
      failing = true;
    }
  };
};
