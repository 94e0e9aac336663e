import base from './jest.config.js';

/** What `npm test` leaves to CI because it takes minutes: `*.long.spec.ts` of every room. */
export default {
  ...base,
  projects: base.projects.map((room) => ({
    ...room,
    testMatch: ['**/*.long.spec.ts'],
    testPathIgnorePatterns: ['/node_modules/'],
  })),
};
