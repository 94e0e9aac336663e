import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const TOPIC = 'killed';
export const GROUP = 'readers';
export const CARS = 5;

/** Built by `npm test`. */
const PROGRAM = fileURLToPath(new URL('../../dist/testing/publish-until-killed.js', import.meta.url));

export interface LastWords {
  /** `run:car:number` of each acknowledged publish. */
  readonly stored: readonly string[];
  /** The same of each message that the group's handler received. */
  readonly handled: readonly string[];
}

/**
 * Runs a process that publishes to the file at `path` until it has printed `lines` lines, and kills it with SIGKILL.
 *
 * @throws {Error} with its output, if it ends by itself.
 */
export const publishAndKill = async (path: string, run: number, lines: number): Promise<LastWords> => {
  const child = spawn(process.execPath, [PROGRAM, path, String(run)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let printed = 0;
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    printed += text.split('\n').length - 1;
    if (printed >= lines) child.kill('SIGKILL');
  });
  const signal = await new Promise((resolve) => child.on('close', (_code, ending) => resolve(ending)));
  if (signal !== 'SIGKILL') throw new Error(`The publishing process ended by itself. ${complaint}`);
  const whole = output.split('\n').slice(0, -1); // the last line may be incomplete
  const those = (kind: string): string[] =>
    whole.filter((line) => line.startsWith(kind)).map((line) => line.slice(kind.length));
  return { stored: those('stored '), handled: those('handled ') };
};
