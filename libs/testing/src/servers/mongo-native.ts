import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { untilReady } from './docker.js';
import { freePort } from './free-port.js';
import type { RunningServer, Starter } from './server.js';

const run = promisify(execFile);

const SOURCE = fileURLToPath(new URL('../../../../tools/servers/mongo-wire/', import.meta.url));

/** Of FerretDB, as go.mod names it. */
export const ferretVersion = async (): Promise<string> =>
  /FerretDB\/FerretDB v(\S+)/.exec(await readFile(join(SOURCE, 'go.mod'), 'utf8'))?.[1] ?? '';

/** The program of this version, built where nobody has built it from these sources yet. */
const programOf = async (version: string): Promise<string> => {
  const sources = await Promise.all(
    ['main.go', 'go.mod', 'go.sum'].map((file) => readFile(join(SOURCE, file))),
  );
  const key = createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 12);
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'flagpost');
  const program = join(cache, `mongo-wire-${version}-${key}`);
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const building = await mkdtemp(join(cache, 'mongo-wire-building-'));
  try {
    await run('go', ['build', '-o', join(building, 'program'), '.'], { cwd: SOURCE });
    await rename(join(building, 'program'), program);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return program;
};

const wayToHave = async (): Promise<{ program: string; version: string } | { why: string }> => {
  if ((await run('go', ['version']).catch(() => null)) === null) return { why: 'go is not on the path' };
  const version = await ferretVersion();
  try {
    return { program: await programOf(version), version };
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
    return { why: `Go could not build FerretDB ${version}: ${line ?? ''}` };
  }
};

/** FerretDB over SQLite files, in a folder and on a port of its own. */
export const nativeMongo =
  (ask: (address: string) => Promise<unknown>): Starter =>
  async (): Promise<RunningServer | { why: string }> => {
    const way = await wayToHave();
    if ('why' in way) return way;
    const folder = await mkdtemp(join(tmpdir(), 'flagpost-mongo-'));
    const listensOn = `127.0.0.1:${await freePort()}`;
    const address = `mongodb://${listensOn}`;

    let server: ChildProcess | null = null;
    const stop = async (): Promise<void> => {
      const ending = server;
      server = null;
      if (ending === null) return;
      const gone = once(ending, 'exit');
      ending.kill('SIGKILL');
      await gone;
    };
    const start = async (): Promise<void> => {
      // It ends when its standard input closes: with this process, however that goes.
      server = spawn(way.program, [listensOn, folder], { stdio: ['pipe', 'ignore', 'ignore'] });
      await untilReady(() => ask(address));
    };
    const end = async (): Promise<void> => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    };
    try {
      await start();
    } catch (error) {
      await end();
      throw error;
    }
    const says = `FerretDB ${way.version} (MongoDB's protocol over SQLite), built by Go, on this machine`;
    return { component: 'mongo', address, says, control: { stop, start }, end };
  };
