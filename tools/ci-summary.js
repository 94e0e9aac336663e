import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Names what failed, sums what the suites counted and prints the closing line. The checks (install, lint, types, and each suite as a
 * whole) count as one each, so that a suite that died without results shows as a failure.
 */
const [checksPassed, failedChecks, ...files] = process.argv.slice(2);
const results = files
  .filter((file) => existsSync(file))
  .map((file) => JSON.parse(readFileSync(file, 'utf8')));
const checksFailed = failedChecks.split(' ').filter((name) => name !== '');

/** Playwright's results have `stats`, Jest's have not. */
const browsers = results.filter(({ stats }) => stats !== undefined);
const suites = results.filter(({ stats }) => stats === undefined);
const sum = (count) => suites.reduce((total, each) => total + each[count], 0);
const sumOfBrowsers = (count) => browsers.reduce((total, { stats }) => total + stats[count], 0);

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
for (const browser of browsers)
  for (const text of browser.suites.flatMap(failedOfSuite)) console.log(`failed: ${text}`);

const passed = Number(checksPassed) + sum('numPassedTests') + sumOfBrowsers('expected');
const failedInBrowsers = sumOfBrowsers('unexpected') + sumOfBrowsers('flaky');
const failed = checksFailed.length + sum('numFailedTests') + failedInBrowsers;
const skipped = sum('numPendingTests') + sumOfBrowsers('skipped');

if (skipped > 0) console.log(`${skipped} were skipped: their names and reasons stand above.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
