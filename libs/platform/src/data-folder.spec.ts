import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataInUse, lockDataFolder } from './data-folder.js';

const source = new URL('./data-folder.ts', import.meta.url).href;

const children: ChildProcess[] = [];
const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

/** Another process that takes the folder, says so, and lives until it is killed. */
const holder = async (folder: string): Promise<ChildProcess> => {
  const program = `
    const { lockDataFolder } = await import(${JSON.stringify(source)});
    lockDataFolder(${JSON.stringify(folder)});
    globalThis.gc();
    process.stdout.write('taken');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
};

describe('the lock of a data folder', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'flagpost-data-'));
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(kill));
    await rm(parent, { recursive: true });
  });

  it('refuses a second process with one sentence, and is free when the first is killed', async () => {
    const child = await holder(parent);
    expect(() => lockDataFolder(parent)).toThrow(DataInUse);
    expect(() => lockDataFolder(parent)).toThrow(/^The data folder .+ is in use by another process: .+\.$/);
    await kill(child);
    lockDataFolder(parent).release();
  });

  it('makes the folder, and gives it to one taker at a time', () => {
    const folder = join(parent, 'deep', 'data');
    const first = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataInUse);
    first.release();
    const second = lockDataFolder(folder);
    first.release();
    expect(() => lockDataFolder(folder)).toThrow(DataInUse);
    second.release();
  });

  it('says what else is wrong in its own words', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    expect(() => lockDataFolder(join(file, 'data'))).toThrow(/ENOTDIR/);
  });
});
