import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAMS, startProgram } from './process.js';

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
    kill: () => program.kill(),
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
