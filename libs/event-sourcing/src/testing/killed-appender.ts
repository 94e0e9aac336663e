import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Built by `npm test`. */
const PROGRAM = fileURLToPath(new URL('../../dist/testing/append-until-killed.js', import.meta.url));

export interface Acknowledged {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
}

/**
 * Runs a process that appends to the log at `path` until it has acknowledged `count` events, calls `meanwhile` while it
 * runs, and kills it with SIGKILL.
 *
 * @returns all acknowledged events, in order.
 * @throws {Error} with its output, if it ends by itself.
 */
export const appendAndKill = async (
  path: string,
  count: number,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<readonly Acknowledged[]> => {
  const child = spawn(process.execPath, [PROGRAM, path], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.on('close', (_code, signal) => resolve(signal));
  });
  let output = '';
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const enough = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.split('\n').length > count) resolve();
    });
  });
  await Promise.race([enough, ended]);
  if (child.exitCode === null) {
    try {
      await meanwhile();
    } finally {
      child.kill('SIGKILL');
    }
  }
  if ((await ended) !== 'SIGKILL') throw new Error(`The appending process ended by itself. ${complaint}`);
  return output
    .split('\n')
    .slice(0, -1) // the last line may be incomplete
    .map((line) => line.split(' '))
    .map(([stream = '', revision, id = '']) => ({ stream, revision: Number(revision), id }));
};
