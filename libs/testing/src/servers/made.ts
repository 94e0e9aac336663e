import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** A dependency fetched or built once for all runs, and kept outside the repository. */
export interface ToMake {
  /** Programs that have to be on the path, each with the argument that checks for it. */
  readonly needs: readonly (readonly [program: string, asked: string])[];
  /** Of its folder in the cache; another name for anything else. */
  readonly name: string;
  readonly make: (folder: string) => Promise<unknown>;
  /** Opening of the message with the reason why it could not be built. */
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
    // Another process may have been first: its result is the same.
    await rename(making, kept).catch((error: unknown) => {
      if (!existsSync(kept)) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return kept;
};

/** The folder of the build, built if it is missing; if that is not possible here, the reason. */
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
