import { systemScheduler } from '@flagpost/platform/system';
import { workerStorage, type Storage } from '../index.js';

/** Storage in threads of its own for a test: the death of one fails the run. */
export const threads = (): Storage =>
  workerStorage({
    scheduler: systemScheduler,
    onDeath(error) {
      throw error;
    },
  });
