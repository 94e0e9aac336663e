import { existsSync, readFileSync } from 'node:fs';

/**
 * Sums what the suites counted and prints the closing line. The checks (install, lint, types, and each suite as a whole)
 * count as one each, so that a suite that died without results shows as a failure.
 */
const [checksPassed, checksFailed, browserFile, ...jestFiles] = process.argv.slice(2);
const results = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

const suites = jestFiles.map(results).filter((each) => each !== null);
const sum = (count) => suites.reduce((total, each) => total + each[count], 0);
const browser = results(browserFile)?.stats;
const passed = Number(checksPassed) + sum('numPassedTests') + (browser?.expected ?? 0);
const failed =
  Number(checksFailed) + sum('numFailedTests') + (browser?.unexpected ?? 0) + (browser?.flaky ?? 0);
const skipped = sum('numPendingTests') + (browser?.skipped ?? 0);

if (skipped > 0) console.log(`${skipped} were skipped: their names and reasons stand above.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
