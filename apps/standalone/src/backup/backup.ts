import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError, replaceFile, requireInstallation, syncFile, syncFolder } from '@flagpost/platform';
import type { Clock } from '@flagpost/platform';
import { copyTogether } from '@flagpost/storage';
import { BACKED_UP, manifestPath, measured, type BackedUpFile, type Manifest } from './manifest.js';

/** @throws {ConfigError} if SQLite finds the copy damaged, as it would be if the original is. */
const checkWhole = (path: string): void => {
  const db = new DatabaseSync(path);
  try {
    const found = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (found !== 'ok') throw new ConfigError(`${basename(path)} is damaged: ${String(found)}.`);
  } finally {
    db.close();
  }
};

/**
 * Copies the installation in `dataDir`, running or not, as it is at one instant: what a kill of the program at that instant
 * would have left, so that everything acknowledged before is in it. Secrets are not. The folder `target` appears when the
 * backup is whole.
 *
 * @throws {ConfigError} if `target` exists or cannot be written, or a file is damaged.
 */
export const backUp = async (
  { dataDir, target, clock }: { readonly dataDir: string; readonly target: string; readonly clock: Clock },
  say: (line: string) => void,
): Promise<Manifest> => {
  requireInstallation(dataDir);
  const folder = resolve(target);
  if (existsSync(folder))
    throw new ConfigError(`${target} exists: name a folder that does not, one for each backup.`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    const madeAt = new Date(clock.now()).toISOString();
    let toldTenths = -1;
    await copyTogether(
      BACKED_UP.map((name) => ({ from: join(dataDir, name), to: join(unfinished, name) })),
      ({ to }, share) => {
        const tenths = Math.floor(share * 10);
        if (tenths !== toldTenths) say(`${basename(to)}: ${tenths * 10} % copied`);
        toldTenths = tenths;
      },
    );
    const files: BackedUpFile[] = [];
    for (const name of BACKED_UP) {
      checkWhole(join(unfinished, name));
      syncFile(join(unfinished, name));
      files.push(await measured(unfinished, name));
    }
    const manifest: Manifest = { format: 1, madeAt, files };
    replaceFile(manifestPath(unfinished), `${JSON.stringify(manifest, null, 2)}\n`);
    renameSync(unfinished, folder);
    syncFolder(dirname(folder));
    return manifest;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
};
