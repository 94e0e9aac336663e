import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAMS, startProgram } from './process.js';

/** A Flagpost of a test's own: free port, temporary data, ended with the test. Runs what `npm run build` built. */
export interface Flagpost {
  readonly url: string;
  readonly dataDir: string;
  /** Where it tells its metrics, once it has said so; null where it tells none. */
  metricsUrl(): string | null;
  /** Everything that it printed, in all its runs. */
  output(): string;
  signal(name: NodeJS.Signals): void;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Asks it to end, and waits until it is gone. */
  stop(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  restart(environment?: Record<string, string>): Promise<void>;
  /** Ends it and removes its data. */
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
