import { SWC } from './tools/specs/swc.js';

const ROOT = import.meta.dirname;

/** For specs that need modules of their own: each file loads all of its modules anew. */
export const isolated = {
  rootDir: ROOT,
  displayName: 'isolated',
  roots: ['<rootDir>/libs', '<rootDir>/apps'],
  testMatch: ['**/src/**/*.isolated.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@flagpost/source', 'node'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': ['@swc/jest', SWC] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '\\.css$': '<rootDir>/tools/specs/empty-module.js',
  },
};

/** Screens, and what needs a `window` for another reason, get jsdom too. */
const screens = {
  ...isolated,
  displayName: 'jsdom',
  testMatch: ['**/src/**/*.spec.tsx', '**/src/**/*.dom.spec.ts'],
  testEnvironment: '<rootDir>/tools/specs/jsdom-environment.js',
  setupFilesAfterEnv: ['<rootDir>/apps/backoffice/src/testing/query-timeout.ts'],
};

/**
 * All other specs, in plain Node: a process loads a module once for all files that it runs, as most of their time went
 * into loading. `tools/specs/load-typescript.js`, which `npm test` preloads, compiles what they import.
 */
export const plain = {
  rootDir: ROOT,
  displayName: 'node',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools'],
  testMatch: ['**/src/**/*.spec.ts', '<rootDir>/tools/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '\\.(isolated|dom)\\.spec\\.ts$'],
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  setupFilesAfterEnv: ['<rootDir>/tools/specs/time-limit.js'],
  transform: {},
};

/** `*.infra.spec.ts` and `*.long.spec.ts` have suites of their own. */
const IN_OTHER_SUITES = '\\.(infra|long)\\.spec\\.ts$';

export default {
  // Every core: most of the time goes into a few long suites.
  maxWorkers: '100%',
  // A test that hangs fails; one on a busy machine may take its time.
  testTimeout: 30_000,
  projects: [plain, isolated, screens].map((project) => ({
    ...project,
    testPathIgnorePatterns: [...project.testPathIgnorePatterns, IN_OTHER_SUITES],
  })),
};
