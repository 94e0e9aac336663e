import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const synced = (path: string, flags: string, work: (descriptor: number) => void = () => undefined): void => {
  const descriptor = openSync(path, flags, 0o600);
  try {
    work(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Waits until what was written to a file is on the disk. @throws if the disk reports an error for it. */
export const syncFile = (path: string): void => synced(path, 'r+');

/** Waits until names that were made, changed or removed in a folder are on the disk. Windows cannot open a folder as a file. */
export const syncFolder = (path: string): void => {
  if (process.platform !== 'win32') synced(path, 'r');
};

/**
 * Replaces the contents of a file, which only its user may read. Atomic and durable: a new file, `path` with `.new`, is
 * written and renamed over the old one.
 */
export const replaceFile = (path: string, contents: string): void => {
  const written = `${path}.new`;
  synced(written, 'w', (descriptor) => void writeSync(descriptor, contents));
  renameSync(written, path);
  syncFolder(dirname(path));
};
