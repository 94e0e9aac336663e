import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of the group and of others. Windows has none: there, access to the folder is what its owner has set. */
const OTHERS = 0o077;
const HAS_MODES = process.platform !== 'win32';

/** Makes files that this process, its workers and its children create from now on accessible to its own user only. */
export const makeFilesPrivate = (): void => {
  process.umask(OTHERS);
};

/** Whether other users of this machine may open the folder or the file. */
export const isOpenToOthers = (path: string): boolean => HAS_MODES && (statSync(path).mode & OTHERS) !== 0;

/** Removes the permissions of the group and of others. @throws if the folder or file belongs to another user. */
export const closeToOthers = (path: string): void => {
  if (isOpenToOthers(path)) chmodSync(path, statSync(path).mode & ~OTHERS);
};

/** The paths of this folder's files, by name. */
export const filesIn = (folder: string, names: RegExp): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map(({ name }) => join(folder, name));
