import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Permissions of the group and of others. Windows has none: who may read a folder there is what its owner has set. */
const OTHERS = 0o077;
const HAS_MODES = process.platform !== 'win32';

/** What this process, its workers and its children make from now on is open to its own user alone. */
export const makeFilesPrivate = (): void => {
  process.umask(OTHERS);
};

/** Whether other users of this machine may open the folder or the file. */
export const isOpenToOthers = (path: string): boolean => HAS_MODES && (statSync(path).mode & OTHERS) !== 0;

/** Takes the permissions of the group and of others away. @throws if it belongs to another user. */
export const closeToOthers = (path: string): void => {
  if (isOpenToOthers(path)) chmodSync(path, statSync(path).mode & ~OTHERS);
};

/** Files of this folder, by name. */
export const filesIn = (folder: string, names: RegExp): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map(({ name }) => join(folder, name));
