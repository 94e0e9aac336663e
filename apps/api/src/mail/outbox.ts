import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@flagpost/platform';
import type { ApiConfig } from '../config.js';
import { DEFAULT_OUTBOX } from './mailer.js';

const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
};

/** Deletes the files of all mails that were written to this person. What a mail server took over is out of reach. */
export const eraseMails = async (
  { OUTBOX_DIR: folder = DEFAULT_OUTBOX }: Pick<ApiConfig, 'OUTBOX_DIR'>,
  userId: number,
): Promise<void> => {
  const names = await namesIn(folder);
  for (const name of names.filter((each) => each.includes(`-user-${userId}-`)))
    await rm(join(folder, name), { force: true });
};
