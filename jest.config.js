import { availableParallelism } from 'node:os';
import { SWC } from './tools/specs/swc.js';

const ROOT = import.meta.dirname;

/** For specs that need modules of their own: each file loads all of its modules anew, and names `jsdom-environment.js` if it needs a window. */
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
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
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

/** Screens, and what needs a `window` for another reason, get one of jsdom. */
const screens = {
  ...plain,
  displayName: 'jsdom',
  testMatch: ['**/src/**/*.spec.tsx', '**/src/**/*.dom.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '\\.isolated\\.spec\\.ts$'],
  setupFiles: ['<rootDir>/tools/specs/window.js'],
  setupFilesAfterEnv: ['<rootDir>/tools/specs/time-limit.js', '<rootDir>/tools/specs/screens.js'],
};

/** `*.infra.spec.ts` and `*.long.spec.ts` have suites of their own. */
const IN_OTHER_SUITES = '\\.(infra|long)\\.spec\\.ts$';

export default {
  // Every core, as most of the time goes into a few long suites; with one, all projects would share a process, and its window.
  maxWorkers: Math.max(2, availableParallelism()),
  // A test that hangs fails; one on a busy machine may take its time.
  testTimeout: 30_000,
  projects: [plain, isolated, screens].map((project) => ({
    ...project,
    testPathIgnorePatterns: [...project.testPathIgnorePatterns, IN_OTHER_SUITES],
  })),
};
