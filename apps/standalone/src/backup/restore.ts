import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, lockDataFolder, syncFile, syncFolder } from '@flagpost/platform';
import { BACKED_UP, readManifest, verify, type Manifest } from './manifest.js';

/** Files on their way into a data folder: an interrupted restore is begun again. */
const RESTORING = 'restoring';

/**
 * Puts a backup into a data folder in which nothing is kept. An installation is there only when all of it is: `events.db`,
 * by which one is known, comes last.
 *
 * @throws {ConfigError} if the backup is not whole, or the data folder holds an installation.
 */
export const restore = async (
  { backup, dataDir }: { readonly backup: string; readonly dataDir: string },
  say: (line: string) => void,
): Promise<Manifest> => {
  const manifest = readManifest(backup);
  const folder = lockDataFolder(dataDir);
  if (folder.notice !== null) say(folder.notice);
  try {
    const restoring = join(dataDir, RESTORING);
    const isKept = existsSync(folder.records) || existsSync(folder.topics);
    if (existsSync(folder.events) || (isKept && !existsSync(restoring)))
      throw new ConfigError(
        `${dataDir} holds an installation: restore into a folder in which nothing is kept, by DATA_DIR.`,
      );
    rmSync(restoring, { recursive: true, force: true });
    mkdirSync(restoring, { mode: 0o700 });
    for (const name of BACKED_UP) {
      copyFileSync(join(backup, name), join(restoring, name));
      syncFile(join(restoring, name));
      say(`${name}: copied`);
    }
    await verify(restoring, manifest);
    // What another installation left would be taken for a part of this one.
    const left = [folder.views, `${folder.views}.state`, folder.eventIndex];
    for (const path of left) rmSync(path, { force: true });
    for (const path of [...left, folder.events, folder.records, folder.topics])
      for (const log of ['-wal', '-shm']) rmSync(path + log, { force: true });
    for (const name of BACKED_UP) renameSync(join(restoring, name), join(dataDir, name));
    rmSync(restoring, { recursive: true });
    syncFolder(dataDir);
    return manifest;
  } finally {
    folder.release();
  }
};
