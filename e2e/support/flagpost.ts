import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Flagpost of a test's own: free port, temporary data, ended with the test. */
export interface Flagpost {
  readonly url: string;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

const main = fileURLToPath(new URL('../../apps/standalone/dist/main.js', import.meta.url));

const start = async (environment: Record<string, string>): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...environment },
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
  const dataDir = await mkdtemp(join(tmpdir(), 'flagpost-e2e-'));
  const settings = { HOST: '127.0.0.1', DATA_DIR: dataDir, ...environment };
  let running = await start({ PORT: '0', ...settings });
  const { url } = running;

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return;
    const gone = once(running.child, 'exit');
    running.child.kill(signal);
    await gone;
  };
  return {
    url,
    kill: () => end('SIGKILL'),
    async restart() {
      running = await start({ ...settings, PORT: new URL(url).port });
    },
    async remove() {
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
