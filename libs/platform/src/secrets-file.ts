import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from './durable-file.js';

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

export const secretsFile = (path: string): SecretsFile => ({
  exists: () => existsSync(path),
  read: () => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {}),
  write: (secrets) => replaceFile(path, `${JSON.stringify(secrets, null, 2)}\n`),
});
