import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The secrets of one installation, by name, as JSON in a file that only its user may read. A write is atomic and
 * durable: a new file is written and renamed over the old one.
 */
export interface SecretsFile {
  exists(): boolean;
  read(): Readonly<Record<string, string>>;
  /** Replaces all secrets. */
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
    // Syncing the folder makes the rename durable. Windows cannot open a folder as a file.
    if (process.platform !== 'win32') sync(dirname(path), 'r');
  },
});
