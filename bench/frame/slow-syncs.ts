import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiled } from './compiled.ts';
import type { Launch } from './program.ts';

/** A way to launch a program whose syncs take longer, SQLite's included, without changing the program. */
export interface SlowSyncs {
  readonly how: string;
  /** Every sync of the program waits for so long, ms, before it does what it does. */
  launch(delayMs: number): Launch;
  /** Median time of a SQLite commit in a program launched so, in this folder, ms. */
  commitMs(delayMs: number, folder: string): number;
}

const SOURCE = fileURLToPath(new URL('slow-syncs.c', import.meta.url));
const PROBE = new URL('commit-probe.ts', import.meta.url);

interface Way {
  readonly how: string;
  /** False if this machine lacks what it takes. */
  readonly prepare: (folder: string) => boolean;
  readonly launch: (folder: string, delayMs: number) => Launch;
}

const isRun = (program: string, words: readonly string[]): boolean => spawnSync(program, words).status === 0;

const LIBRARY = 'slow-syncs.so';
const CALLS = 'fsync,fdatasync';

const WAYS: readonly Way[] = [
  {
    how: 'a library in front of the C library (LD_PRELOAD), built by cc',
    prepare: (folder) =>
      isRun('cc', ['-shared', '-fPIC', '-O2', '-o', join(folder, LIBRARY), SOURCE, '-ldl']),
    launch: (folder, delayMs) => ({
      environment: { LD_PRELOAD: join(folder, LIBRARY), SYNC_DELAY_MS: String(delayMs) },
    }),
  },
  {
    how: 'strace, which delays the system calls',
    prepare: () => isRun('strace', ['--version']),
    launch: (_folder, delayMs) => ({
      wrapper: [
        'strace',
        '-f',
        '-qq',
        '--seccomp-bpf',
        ...['-o', '/dev/null'],
        ...['-e', `trace=${CALLS}`],
        ...['-e', `inject=${CALLS}:delay_enter=${delayMs}ms`],
      ],
    }),
  },
];

/** NaN if it does not run. */
const probed = ({ environment = {}, wrapper = [process.execPath] }: Launch, folder: string): number => {
  const [program, ...words] = wrapper;
  const node = program === process.execPath ? [] : [process.execPath];
  const { stdout } = spawnSync(program, [...words, ...node, compiled(PROBE), folder], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  return Number.parseFloat(stdout);
};

const TRIED_MS = 30;

/**
 * The first way that works here, as a SQLite commit in a program launched so shows.
 *
 * @param folder An empty one that lasts as long as the programs.
 * @returns null if there is none
 */
export const openSlowSyncs = (folder: string): SlowSyncs | null => {
  for (const { how, prepare, launch } of WAYS) {
    if (!prepare(folder) || !(probed(launch(folder, TRIED_MS), folder) >= TRIED_MS)) continue;
    return {
      how,
      launch: (delayMs) => launch(folder, delayMs),
      commitMs: (delayMs, inFolder) => probed(launch(folder, delayMs), inFolder),
    };
  }
  return null;
};
