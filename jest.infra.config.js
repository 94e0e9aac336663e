import base from './jest.config.js';

/** What needs real servers: `*.infra.spec.ts` of every room. Each worker has servers of its own. */
const [room] = base.projects;

export default {
  ...room,
  displayName: 'infra',
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools'],
  testMatch: ['**/src/**/*.infra.spec.ts', '<rootDir>/tools/*.infra.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testEnvironment: 'node',
  testTimeout: 60_000,
  maxWorkers: 2,
  verbose: true,
  // A suite that failed half way may leave a timer; its servers and programs end in any case.
  forceExit: true,
  globalSetup: '<rootDir>/tools/infra/setup.js',
  globalTeardown: '<rootDir>/tools/infra/teardown.js',
};
