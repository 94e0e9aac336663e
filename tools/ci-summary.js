import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Names what failed, sums what the suites counted and prints the closing line. The checks (install, lint, types, and each suite as a
 * whole) count as one each, so that a suite that died without results shows as a failure.
 */
const [checksPassed, failedChecks, browserFile, ...jestFiles] = process.argv.slice(2);
const results = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const checksFailed = failedChecks.split(' ').filter((name) => name !== '');

const suites = jestFiles.map(results).filter((each) => each !== null);
const sum = (count) => suites.reduce((total, each) => total + each[count], 0);
const browser = results(browserFile);

/** A file that fails beside its tests, in a hook or as it is loaded, has a message alone. */
const failedOfFile = ({ name, status, message, assertionResults }) => {
  const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
  const beside = status === 'failed' && failed.length === 0 ? [message] : [];
  return [...failed, ...beside].map((text) => `${relative('.', name)}: ${text}`);
};
const failedOfSuite = ({ file, suites: inner = [], specs = [] }) => [
  ...specs.filter(({ ok }) => !ok).map(({ title }) => `e2e/${file}: ${title}`),
  ...inner.flatMap(failedOfSuite),
];
for (const name of checksFailed) console.log(`failed: the check ${name}`);
for (const { testResults } of suites)
  for (const text of testResults.flatMap(failedOfFile)) console.log(`failed: ${text}`);
for (const text of (browser?.suites ?? []).flatMap(failedOfSuite)) console.log(`failed: ${text}`);

const stats = browser?.stats;
const passed = Number(checksPassed) + sum('numPassedTests') + (stats?.expected ?? 0);
const failed = checksFailed.length + sum('numFailedTests') + (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
const skipped = sum('numPendingTests') + (stats?.skipped ?? 0);

if (skipped > 0) console.log(`${skipped} were skipped: their names and reasons stand above.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
