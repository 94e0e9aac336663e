import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataInUse, lockDataFolder } from './data-folder.js';
import { FolderRefused } from './folders.js';
import { secretsFile } from './secrets-file.js';

/** Built by `npm test`. */
const source = new URL('../dist/data-folder.js', import.meta.url).href;

const children: ChildProcess[] = [];
const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

/** Another process that locks the folder, says so, and lives until it is killed. */
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

  it('says in one sentence that the folder cannot be made', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    for (const [folder, code] of [
      [join(file, 'data'), 'ENOTDIR'],
      [file, 'EEXIST'],
    ] as const) {
      const attempt = (): unknown => lockDataFolder(folder);
      expect(attempt).toThrow(FolderRefused);
      expect(attempt).toThrow(
        new RegExp(`^The data folder ${folder} cannot be made: .+ \\(${code}\\)\\. .+\\.$`),
      );
    }
  });
});

const modes = process.platform === 'win32' ? describe.skip : describe;
modes('who else may open a data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'flagpost-modes-')), 'data');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
  const SECRETS = { jwt: 'what others may have read' };
  /** The layout of former releases. */
  const makeOpen = async (mode: number): Promise<void> => {
    await mkdir(folder);
    for (const name of ['records.db', 'events.db', 'events.db-wal', 'flagpost.log', 'notes.txt'])
      await writeFile(join(folder, name), '', { mode: 0o644 });
    secretsFile(join(folder, 'secrets.json')).write(SECRETS);
    await chmod(folder, mode);
  };

  it('is nobody, of one that it made', async () => {
    const { notice, release } = lockDataFolder(folder);
    release();
    expect(await modeOf(folder)).toBe(0o700);
    expect(notice).toBeNull();
  });

  it.each([0o755, 0o750, 0o711])('is nobody any more, of one that had mode %o', async (mode) => {
    await makeOpen(mode);
    const { notice, release } = lockDataFolder(folder);
    release();
    expect(await modeOf(folder)).toBe(0o700);
    for (const name of await readdir(folder))
      expect([name, await modeOf(join(folder, name))]).toEqual([name, name === 'notes.txt' ? 0o644 : 0o600]);
    expect(notice).toMatch(
      /^Other users of this machine could read the data folder .+its secrets are renewed\. .+\.$/,
    );
    expect(secretsFile(join(folder, 'secrets.json')).read()).toEqual({});
    const again = lockDataFolder(folder);
    again.release();
    expect(again.notice).toBeNull();
  });

  it('keeps the secrets of a folder that was closed, and closes its files too', async () => {
    await makeOpen(0o700);
    const { notice, secrets, release } = lockDataFolder(folder);
    release();
    expect(notice).toBeNull();
    expect(secretsFile(secrets).read()).toEqual(SECRETS);
    expect(await modeOf(join(folder, 'records.db'))).toBe(0o600);
  });

  it('keeps secrets that nobody could read in a folder that was open', async () => {
    await mkdir(folder, { mode: 0o755 });
    secretsFile(join(folder, 'secrets.json')).write(SECRETS);
    await chmod(join(folder, 'secrets.json'), 0o600);
    const { notice, secrets, release } = lockDataFolder(folder);
    release();
    expect([notice, await modeOf(folder)]).toEqual([null, 0o700]);
    expect(secretsFile(secrets).read()).toEqual(SECRETS);
  });

  it('keeps the secrets where the file system knows no modes, and says that the folder stays open', async () => {
    await makeOpen(0o755);
    const { chmodSync } = fs;
    fs.chmodSync = () => undefined;
    syncBuiltinESMExports();
    try {
      const { notice, secrets, release } = lockDataFolder(folder);
      release();
      expect(notice).toMatch(/^The file system keeps the data folder .+ open to other users/);
      expect(secretsFile(secrets).read()).toEqual(SECRETS);
    } finally {
      fs.chmodSync = chmodSync;
      syncBuiltinESMExports();
    }
  });

  it('says nothing of a folder in which there was no secret', async () => {
    await mkdir(folder, { mode: 0o755 });
    const { notice, release } = lockDataFolder(folder);
    release();
    expect([notice, await modeOf(folder)]).toEqual([null, 0o700]);
  });

  it('refuses a folder that is made for everybody, and leaves it as it is', async () => {
    await mkdir(folder);
    await chmod(folder, 0o1777);
    expect(() => lockDataFolder(folder)).toThrow(/is a folder for everybody: .+ DATA_DIR\.$/);
    expect((await stat(folder)).mode & 0o7777).toBe(0o1777);
  });
});
