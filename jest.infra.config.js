import { isolated } from './jest.config.js';

/** What needs real servers: `*.infra.spec.ts` of every room. Each worker has servers of its own. */
export default {
  ...isolated,
  displayName: 'infra',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools'],
  testMatch: ['**/src/**/*.infra.spec.ts', '<rootDir>/tools/*.infra.spec.ts'],
  testTimeout: 60_000,
  maxWorkers: 2,
  verbose: true,
  // A suite that failed half way may leave a timer; its servers and programs end in any case.
  forceExit: true,
  globalSetup: '<rootDir>/tools/infra/setup.js',
  globalTeardown: '<rootDir>/tools/infra/teardown.js',
};
