import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@flagpost/platform';
import { z } from 'zod';

/** What a backup consists of. Views and the index of the log are made again from `events.db`. */
export const BACKED_UP = ['records.db', 'topics.db', 'events.db'] as const;

const MANIFEST = 'backup.json';

const manifestSchema = z.object({
  format: z.literal(1),
  /** When all files were as they are in the backup. */
  madeAt: z.iso.datetime(),
  files: z.array(
    z.object({ name: z.enum(BACKED_UP), bytes: z.int().nonnegative(), sha256: z.string().length(64) }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type BackedUpFile = Manifest['files'][number];

export const manifestPath = (folder: string): string => join(folder, MANIFEST);

/** Size and SHA-256 of a file. */
export const measured = async (folder: string, name: BackedUpFile['name']): Promise<BackedUpFile> => {
  const hash = createHash('sha256');
  const path = join(folder, name);
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }))
    hash.update(chunk as Buffer);
  return { name, bytes: statSync(path).size, sha256: hash.digest('hex') };
};

/** @throws {ConfigError} if the folder holds no backup that this program can read. */
export const readManifest = (folder: string): Manifest => {
  let text: string;
  try {
    text = readFileSync(manifestPath(folder), 'utf8');
  } catch (error) {
    throw new ConfigError(`There is no backup in ${folder}: it has no ${MANIFEST}.`, { cause: error });
  }
  try {
    const manifest = manifestSchema.parse(JSON.parse(text));
    const names = new Set(manifest.files.map(({ name }) => name));
    if (BACKED_UP.every((name) => names.has(name))) return manifest;
  } catch {
    // As below: it was changed, or a newer program wrote it.
  }
  throw new ConfigError(
    `The backup in ${folder} cannot be read: its ${MANIFEST} is not one of this program.`,
  );
};

/** @throws {ConfigError} if a file is not the one that was backed up. */
export const verify = async (folder: string, { files }: Manifest): Promise<void> => {
  for (const file of files) {
    const found = await measured(folder, file.name).catch(() => null);
    if (found?.sha256 !== file.sha256)
      throw new ConfigError(
        found === null
          ? `${file.name} is missing in ${folder}.`
          : `${file.name} in ${folder} is not what was backed up: its SHA-256 is ${found.sha256} instead of ${file.sha256}.`,
      );
  }
};
