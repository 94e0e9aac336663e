import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { inlineStorage } from './index.js';
import { file as notes } from './testing/notes.js';
import { threads } from './testing/threads.js';

const folder = mkdtempSync(join(tmpdir(), 'flagpost-small-'));
const run = (...words: readonly string[]): boolean => spawnSync(words[0] ?? '', words.slice(1)).status === 0;
/** A file system in memory, which a superuser alone may mount. */
const isMounted = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
const resize = (size: string): boolean => run('mount', '-o', `remount,size=${size}`, folder);

describe('a file system that is full', () => {
  afterAll(() => {
    if (isMounted) run('umount', folder);
    rmdirSync(folder);
  });

  (isMounted ? it : it.skip).each([
    ['in threads', threads],
    ["in the caller's thread", inlineStorage],
  ])(
    'loses nothing that was acknowledged %s, is told in health, and ends once there is room',
    async (name, open) => {
      const file = open().open(notes, { path: join(folder, `${name}.db`) });
      const acknowledged: string[] = [];
      const refusals: unknown[] = [];
      for (let note = 0; refusals.length < 3; note += 1) {
        const key = `note ${String(note).padStart(4, '0')}`;
        await file.write('put', key, 'x'.repeat(50_000)).then(
          () => acknowledged.push(key),
          (error: unknown) => refusals.push(error),
        );
      }
      for (const refusal of refusals)
        expect(refusal).toMatchObject({
          name: 'StorageUnavailable',
          message: expect.stringMatching(/^The notes cannot be used now: the disk /) as unknown,
        });
      expect(acknowledged.length).toBeGreaterThan(2);
      expect(await file.read('names')).toEqual(acknowledged);

      expect(await file.health()).toMatchObject({ ok: false });

      expect(resize('16m')).toBe(true);
      expect(await file.health()).toEqual({ ok: true });
      await file.write('put', 'note afterwards', 'one');
      expect(await file.read('names')).toEqual([...acknowledged, 'note afterwards']);
      await file.close();
      const again = open().open(notes, { path: join(folder, `${name}.db`) });
      expect(await again.read('names')).toEqual([...acknowledged, 'note afterwards']);
      await again.close();
      rmSync(join(folder, `${name}.db`));
      expect(resize('1m')).toBe(true);
    },
  );
});
