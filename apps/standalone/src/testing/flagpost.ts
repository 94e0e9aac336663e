import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Flagpost of a test's own: free port, temporary data, ended with the test. Runs what `npm run build` built. */
export interface Flagpost {
  readonly url: string;
  readonly dataDir: string;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  restart(environment?: Record<string, string>): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

const built = (file: string): string => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));
// A test runner's own switches are not its children's.
const { NODE_OPTIONS: _options, ...inherited } = process.env;

/** Runs one of the standalone's programs to its end. */
export const runToEnd = async (
  file: string,
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> => {
  const child = spawn(process.execPath, [built(file)], { env: { ...inherited, ...environment } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
};

const start = async (environment: Record<string, string>): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [built('main.js')], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const match = /Flagpost is ready at (http:\/\/\S+)/.exec(output);
      if (match?.[1] !== undefined) resolve(match[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`Flagpost ended with ${code}:\n${output}`)));
  });
  return { child, url };
};

export const startFlagpost = async (environment: Record<string, string> = {}): Promise<Flagpost> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'flagpost-test-'));
  const settings = { HOST: '127.0.0.1', DATA_DIR: dataDir, ...environment };
  let running = await start({ PORT: '0', ...settings });
  const { url } = running;

  const kill = async (): Promise<void> => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return;
    const gone = once(running.child, 'exit');
    running.child.kill('SIGKILL');
    await gone;
  };
  return {
    url,
    dataDir,
    kill,
    async restart(changed = {}) {
      await kill();
      running = await start({ ...settings, PORT: new URL(url).port, ...changed });
    },
    async remove() {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
