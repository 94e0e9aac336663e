import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The secrets of one installation, by name, as JSON in a file of their own that its user alone may read. A write is whole
 * and on disk when it returns: the file is written beside itself and renamed.
 */
export interface SecretsFile {
  exists(): boolean;
  read(): Readonly<Record<string, string>>;
  /** Replaces all of them. */
  write(secrets: Readonly<Record<string, string>>): void;
}

const sync = (path: string, flags: string, work: (descriptor: number) => void = () => undefined): void => {
  const descriptor = openSync(path, flags, 0o600);
  try {
    work(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

export const secretsFile = (path: string): SecretsFile => ({
  exists: () => existsSync(path),
  read: () => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {}),
  write(secrets) {
    const written = `${path}.new`;
    sync(written, 'w', (descriptor) => void writeSync(descriptor, `${JSON.stringify(secrets, null, 2)}\n`));
    renameSync(written, path);
    // The name of a file is on disk with its folder. Windows opens no folder as a file.
    if (process.platform !== 'win32') sync(dirname(path), 'r');
  },
});
