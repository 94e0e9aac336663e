import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../certificate.js';

/** A certificate and an account for servers that are started encrypted, new each time. */
export interface Encryption {
  /** PEM files: the certificate, which is its own authority, its key, and both in one. */
  readonly certFile: string;
  readonly keyFile: string;
  readonly bothFile: string;
  readonly username: string;
  readonly password: string;
  /** Removes the files. */
  end(): Promise<void>;
}

export const makeEncryption = async (): Promise<Encryption> => {
  const folder = await mkdtemp(join(tmpdir(), 'flagpost-keys-'));
  const { key, cert } = makeCertificate('127.0.0.1');
  const put = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };
  return {
    certFile: await put('cert.pem', cert),
    keyFile: await put('key.pem', key),
    bothFile: await put('both.pem', `${key}\n${cert}`),
    username: 'flagpost',
    password: randomBytes(12).toString('hex'),
    end: () => rm(folder, { recursive: true, force: true }),
  };
};
