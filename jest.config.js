import { readdirSync, readFileSync } from 'node:fs';

/** Libraries that a browser loads are also tested without one; screens get jsdom. */
const swc = JSON.parse(readFileSync(new URL('./.swcrc', import.meta.url), 'utf8'));
delete swc.$schema;

const isScreen = (name) => name === 'backoffice';

const room = (group, name) => ({
  displayName: name,
  rootDir: `${import.meta.dirname}/${group}/${name}`,
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '\\.(infra|long)\\.spec\\.ts$'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': ['@swc/jest', { ...swc, sourceMaps: 'inline' }] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '\\.css$': `${import.meta.dirname}/tools/empty-module.js`,
  },
  testEnvironment: isScreen(name) ? `${import.meta.dirname}/tools/jsdom-environment.js` : 'node',
  setupFilesAfterEnv: isScreen(name) ? ['<rootDir>/src/testing/query-timeout.ts'] : [],
  testEnvironmentOptions: { customExportConditions: ['@flagpost/source', 'node'] },
});

const rooms = (group) => readdirSync(new URL(group, import.meta.url)).map((name) => room(group, name));

export default {
  // Every core: most of the time goes into a few long suites.
  maxWorkers: '100%',
  // Modules of a finished suite stay in memory; the garbage of two hundred suites slows and then ends a worker.
  workerIdleMemoryLimit: '1500MB',
  // A test that hangs fails; one on a busy machine may take its time.
  testTimeout: 30_000,
  projects: [
    ...rooms('libs'),
    ...rooms('apps'),
    { ...room('', 'tools'), rootDir: `${import.meta.dirname}/tools`, roots: ['<rootDir>'] },
  ],
};
