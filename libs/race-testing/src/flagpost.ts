import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAMS, startProgram } from './process.js';

/** A Flagpost for one test: free port, temporary data, stopped with the test. Runs the output of `npm run build`. */
export interface Flagpost {
  readonly url: string;
  readonly dataDir: string;
  /** The address of its metrics, once printed; null if metrics are off. */
  metricsUrl(): string | null;
  /** Its output, over all runs. */
  output(): string;
  /** Of the present run. */
  pid(): number | undefined;
  signal(name: NodeJS.Signals): void;
  /** Kills it (like a power failure), and waits until it has exited. */
  kill(): Promise<void>;
  /** Shuts it down, and waits until it has exited. */
  stop(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(environment?: Record<string, string>): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

const METRICS = /Metrics are at (\S+)/g;

export const startFlagpost = async (environment: Record<string, string> = {}): Promise<Flagpost> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'flagpost-test-'));
  const program = await startProgram({
    name: 'Flagpost',
    file: PROGRAMS.standalone,
    environment: { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...environment },
  });
  return {
    url: program.url,
    dataDir,
    metricsUrl: () => [...program.output().matchAll(METRICS)].at(-1)?.[1] ?? null,
    output: () => program.output(),
    pid: () => program.pid(),
    signal: (name) => program.signal(name),
    kill: () => program.kill(),
    stop: () => program.stop(),
    async restart(changed) {
      await program.kill();
      await program.start(changed);
    },
    async remove() {
      await program.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
