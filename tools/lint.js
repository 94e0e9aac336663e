import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WEB_FOLDERS } from './rooms.js';

/** Lints the two TypeScript programs side by side. One process for both comes to the limit of its memory, and then hardly on. */

const eslint = fileURLToPath(new URL('../node_modules/eslint/bin/eslint.js', import.meta.url));

/** @param {string[]} patterns */
const lint = async (...patterns) => {
  const [code] = await once(spawn(process.execPath, [eslint, ...patterns], { stdio: 'inherit' }), 'exit');
  return code === 0;
};

const passed = await Promise.all([
  lint(...WEB_FOLDERS),
  lint('.', ...WEB_FOLDERS.flatMap((folder) => ['--ignore-pattern', folder])),
]);
process.exitCode = passed.every(Boolean) ? 0 : 1;
