import { accessSync, constants, mkdirSync } from 'node:fs';

/** A folder, or a file in it, that cannot be used. The message is written for the operator. */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused';
}

export interface NamedFolder {
  readonly path: string;
  /** The subject of the message, such as `The data folder`. */
  readonly what: string;
  /** The setting that names the folder. */
  readonly setting: string;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file has this name',
  ENOENT: 'it does not exist',
};

/** The error for a file system error. `failed` is the operation that failed. */
export const refusal = (
  { what, path, setting }: NamedFolder,
  failed: string,
  error: unknown,
): FolderRefused => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  return new FolderRefused(
    `${what} ${path} cannot be ${failed}: ${reason === undefined ? message : `${reason} (${code})`}. ` +
      `Change its owner or permissions, or choose another folder by ${setting}.`,
    { cause: error },
  );
};

const WRITABLE = constants.R_OK | constants.W_OK;

/** @throws {FolderRefused} if this user may not list it, read in it and write to it. */
export const checkFolder = (folder: NamedFolder): void => {
  try {
    accessSync(folder.path, WRITABLE | constants.X_OK);
  } catch (error) {
    throw refusal(folder, 'written', error);
  }
};

/** Makes the folder if it is missing, open to this user alone. @throws {FolderRefused} */
export const makeFolder = (folder: NamedFolder): void => {
  try {
    mkdirSync(folder.path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw refusal(folder, 'made', error);
  }
  checkFolder(folder);
};

/** @throws {FolderRefused} if this user may not read and write the file at `path` in this folder. */
export const checkFile = (folder: NamedFolder, path: string): void => {
  try {
    accessSync(path, WRITABLE);
  } catch (error) {
    throw refusal({ ...folder, what: `The file ${path} in`, path: folder.path }, 'written', error);
  }
};
