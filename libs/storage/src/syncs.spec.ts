import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

/** As `npm test` builds it. */
const PROGRAM = fileURLToPath(new URL('../dist/testing/store-and-tell.js', import.meta.url));
const ANSWERS = 20;

const traces = (): boolean =>
  spawnSync('strace', ['-f', '-qq', '-o', '/dev/null', process.execPath, '-e', '0']).status === 0;

/** One line of strace, with the thread that made the call. */
const CALL = /^(\d+) +(?:<\.\.\. )?(\w+)(?:\((\d+)<([^>]*)>)?/;

interface Answer {
  /** Writes to the write-ahead log since the answer before. */
  readonly written: number;
  /** Those of them that no completed sync had followed yet. */
  readonly unsynced: number;
}

/** What had been written and synced when each line was printed. */
const answersIn = (trace: string): readonly Answer[] => {
  const answers: Answer[] = [];
  const syncing = new Map<string, number>();
  let [written, unsynced] = [0, 0];
  for (const line of trace.split('\n')) {
    const [, thread = '', call = '', , path = ''] = CALL.exec(line) ?? [];
    const isOfLog = path.endsWith('-wal');
    if (call === 'pwrite64' && isOfLog) {
      written += 1;
      unsynced += 1;
    } else if (call.endsWith('sync')) {
      if (isOfLog) syncing.set(thread, unsynced);
      if (/= 0$/.test(line)) {
        unsynced -= syncing.get(thread) ?? 0;
        syncing.delete(thread);
      }
    } else if (call === 'write' && line.includes('"stored ')) {
      answers.push({ written, unsynced });
      written = 0;
    }
  }
  return answers;
};

describe('an answer of the storage', () => {
  (traces() ? it : it.skip)(
    'follows the sync of its bytes, as the system calls tell',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'flagpost-syncs-'));
      const trace = join(folder, 'trace');
      const { status } = spawnSync(
        'strace',
        [
          ...[
            '-f',
            '-qq',
            '-y',
            '-e',
            'trace=pwrite64,write,fsync,fdatasync',
            '-e',
            'signal=none',
            '-o',
            trace,
          ],
          ...[process.execPath, PROGRAM, join(folder, 'notes.db'), String(ANSWERS)],
        ],
        { encoding: 'utf8' },
      );
      expect(status).toBe(0);
      const answers = answersIn(await readFile(trace, 'utf8'));
      expect(answers).toHaveLength(ANSWERS);
      expect(answers.map(({ unsynced }) => unsynced)).toEqual(answers.map(() => 0));
      expect(Math.min(...answers.map(({ written }) => written))).toBeGreaterThan(0);
      await rm(folder, { recursive: true });
    },
    60_000,
  );
});
