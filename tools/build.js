import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout, clearTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { failuresIn } from './build-output.js';
import { isBuilt, recordBuilt, sourcesOf } from './built.js';

/**
 * `npm run build`, and the first step of most scripts: builds what changed. Prints nothing but a long wait and failures.
 *
 * Without its daemon nx empties and copies every output again, also where nothing changed. A program that runs meanwhile
 * would miss the modules that it loads in that moment: outputs that fit their sources are left alone.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const sources = sourcesOf(root);
if (!isBuilt(root, sources)) build();

function build() {
  const nx = createRequire(import.meta.url).resolve('nx');
  const child = spawn(process.execPath, [nx, 'run-many', '-t', 'build', '--output-style=static'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += chunk));
  child.stderr.on('data', (chunk) => (output.err += chunk));

  /** Most builds end before a message is needed. */
  const SILENT_MS = 1_500;
  const wait = setTimeout(() => process.stderr.write('Building what changed…\n'), SILENT_MS);

  child.on('close', (code) => {
    clearTimeout(wait);
    process.exitCode = code ?? 1;
    if (code === 0) recordBuilt(root, sources);
    else process.stderr.write(failuresIn(output));
  });
}
