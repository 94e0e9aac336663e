import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** What is fetched or built once for all runs, and kept outside the repository. */
export interface ToMake {
  /** Programs that have to be on the path, each with what it is asked to see that it is there. */
  readonly needs: readonly (readonly [program: string, asked: string])[];
  /** Of its folder in the cache; another name for anything else. */
  readonly name: string;
  readonly make: (folder: string) => Promise<unknown>;
  /** Opens the sentence that says why it could not be made. */
  readonly refusal: string;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

const fromCache = async ({ name, make }: ToMake): Promise<string> => {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'flagpost');
  const kept = join(cache, name);
  if (existsSync(kept)) return kept;
  await mkdir(cache, { recursive: true });
  const making = await mkdtemp(join(cache, 'making-'));
  try {
    await make(making);
    // Another process may have been first: what it made is the same.
    await rename(making, kept).catch((error: unknown) => {
      if (!existsSync(kept)) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return kept;
};

/** The folder where it is, made if nobody has made it yet; where it cannot be made here, why not. */
export const made = async (what: ToMake): Promise<{ folder: string } | { why: string }> => {
  for (const [program, asked] of what.needs)
    if ((await run(program, [asked]).catch(() => null)) === null)
      return { why: `${program} is not on the path` };
  try {
    return { folder: await fromCache(what) };
  } catch (error) {
    return { why: `${what.refusal}: ${firstLine(error)}` };
  }
};
