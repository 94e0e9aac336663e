import { describe } from '@jest/globals';
import { sharedData, SHARED_DATA_MISSING } from './shared-data.js';

/** A suite that reads recordings. Where they are missing it is skipped, and says so. */
export const describeRecorded = (name: string, suite: () => void): void => {
  if (sharedData('') === null) describe.skip(`${name} (${SHARED_DATA_MISSING})`, suite);
  else describe(name, suite);
};
