import base, { plain } from './jest.config.js';

/** What `npm test` leaves to CI because it takes minutes: `*.long.spec.ts` of every room. */
export default {
  ...base,
  projects: [{ ...plain, testMatch: ['**/*.long.spec.ts'] }],
};
