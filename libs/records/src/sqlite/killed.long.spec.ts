import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { inFolder } from '../testing/sqlite-records-suite.js';
import { sqliteRecords } from './index.js';

/** As `npm run test:long` builds it. */
const PROGRAM = fileURLToPath(new URL('../../dist/testing/write-until-killed.js', import.meta.url));

const numbersOf = (lines: readonly string[], kind: string): readonly number[] =>
  lines.filter((line) => line.startsWith(`${kind} `)).map((line) => Number(line.slice(kind.length + 1)));

/** A state is loaded first, by a thread that may start later than the one that writes. */
const isEnough = (lines: readonly string[]): boolean =>
  lines.length > 300 && ['sequence', 'state', 'minute'].every((kind) => numbersOf(lines, kind).length > 10);

/** Lets a process write to the file at `path` until it has printed enough of each kind, and kills it with SIGKILL. */
const writeAndKill = async (path: string): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [PROGRAM, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (isEnough(output.split('\n'))) child.kill('SIGKILL');
  });
  const signal = await new Promise((resolve) => child.on('close', (_code, ending) => resolve(ending)));
  expect(signal).toBe('SIGKILL');
  return output.split('\n').slice(0, -1); // the last line may be cut
};

it('has what was stored when its process was killed', async () => {
  const folder = await inFolder();
  const path = join(folder, 'records.db');
  let lastSequence = 0;
  for (let run = 0; run < 5; run++) {
    const printed = await writeAndKill(path);
    const last = (kind: string): number => Math.max(...numbersOf(printed, kind));
    const records = sqliteRecords({ path });

    const sequences = numbersOf(printed, 'sequence');
    expect(new Set(sequences).size).toBe(sequences.length);
    expect(Math.min(...sequences)).toBeGreaterThan(lastSequence);
    lastSequence = await records.sequences.next('event');
    expect(lastSequence).toBeGreaterThan(last('sequence'));

    const state = await records.ingestStates.load(0);
    expect(state?.version).toBeGreaterThanOrEqual(last('state'));
    expect(state?.nextOffset).toBe(((state?.version ?? 0) - 1) * 10);
    expect(new Set(state?.state)).toEqual(new Set([((state?.version ?? 0) - 1) % 256]));

    const blocks = await records.history.read(1, 0, last('minute'), 100_000);
    expect(blocks).toHaveLength((last('minute') + 1) * 2);
    await records.close();
  }
  await rm(folder, { recursive: true });
}, 60_000);
