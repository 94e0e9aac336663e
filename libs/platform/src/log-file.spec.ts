import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openLogFile, type LogFile } from './log-file.js';

describe('the log in a file', () => {
  let folder: string;
  let path: string;
  let log: LogFile;
  const open = (): LogFile =>
    openLogFile({ path, former: join(folder, 'former.log') }, (lines, reason) => `${lines} lost: ${reason}`);
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'flagpost-log-')), 'data');
    await mkdir(folder);
    path = join(folder, 'run.log');
  });
  afterEach(async () => {
    await log.close();
    await chmod(folder, 0o700);
    await rm(join(folder, '..'), { recursive: true });
  });
  const written = async (): Promise<string> => {
    await log.close();
    return readFile(path, 'utf8');
  };

  it('holds every line in order, and keeps that of the run before', async () => {
    await writeFile(path, 'before\n');
    log = open();
    for (const line of ['one', 'two', 'three']) log.write(line);
    expect(await written()).toBe('one\ntwo\nthree\n');
    expect(await readFile(join(folder, 'former.log'), 'utf8')).toBe('before\n');
  });

  it('goes on after it could not be written, and tells how many lines were lost', async () => {
    log = open();
    log.write('one');
    await log.close();
    await rename(folder, `${folder}-elsewhere`);
    for (const line of ['two', 'three']) {
      log.write(line);
      await log.close();
    }
    await rename(`${folder}-elsewhere`, folder);
    log.write('four');
    expect(await written()).toBe('one\n2 lost: ENOENT\nfour\n');
    log.write('five');
    expect(await written()).toContain('four\nfive\n');
  });
});
