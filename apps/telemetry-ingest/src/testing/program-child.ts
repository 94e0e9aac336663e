import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

// Switches of the test runner must not reach child processes.
const { NODE_OPTIONS: _options, ...inherited } = process.env;

/** One telemetry-ingest as a child process. */
export interface IngestChild {
  readonly url: string;
  /** The partitions that it owns now. */
  partitions(): Promise<readonly number[]>;
  end(signal: NodeJS.Signals): Promise<void>;
  send(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

/** @throws {Error} with its output, if it does not start. */
export const launchIngest = async (environment: Readonly<Record<string, string>>): Promise<IngestChild> => {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM], {
    env: { ...inherited, ...environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-20_000)));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      const address = /ready at (\S+)/.exec(text.toString())?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`telemetry-ingest ended with ${code}: ${complaint}`)));
  });
  return {
    url,
    async partitions() {
      const answer = await fetch(`${url}/api/health`);
      const { parts } = (await answer.json()) as {
        parts: { ingest: { details?: { partitions?: number[] } } };
      };
      return parts.ingest.details?.partitions ?? [];
    },
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
    send: (signal) => void child.kill(signal),
  };
};
