import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilReady } from './docker.js';
import { freePort } from './free-port.js';
import { made, run } from './made.js';
import { runOwn } from './own-process.js';
import type { RunningServer, Starter } from './server.js';

const SOURCE = fileURLToPath(new URL('../../../../tools/servers/mongo-wire/', import.meta.url));
const PROGRAM = 'mongo-wire';
const FERRET = 'github.com/FerretDB/FerretDB';

/** Of FerretDB, as go.mod names it. */
const ferretVersion = async (): Promise<string> =>
  /FerretDB\/FerretDB v(\S+)/.exec(await readFile(join(SOURCE, 'go.mod'), 'utf8'))?.[1] ?? '';

/**
 * FerretDB looks a document up by its key only if the filter names nothing else and the key is a text, and reads the
 * whole collection for any other guarded write. Documents found by key are filtered again, so the key always serves.
 */
const BY_KEY = {
  file: 'internal/backends/sqlite/collection.go',
  changes: [
    ['params.Filter.Len() == 1', 'params.Filter.Len() > 0'],
    ['case string, types.ObjectID:', 'case string, types.ObjectID, int32, int64:'],
  ],
} as const;

/** Changes with the sources. */
const sourceKey = async (): Promise<string> => {
  const sources = await Promise.all(
    ['main.go', 'go.mod', 'go.sum'].map((file) => readFile(join(SOURCE, file))),
  );
  const hash = createHash('sha256').update(Buffer.concat(sources)).update(JSON.stringify(BY_KEY));
  return hash.digest('hex').slice(0, 12);
};

/** Go changes nothing in its own cache: the module is built from a copy. */
const build = async (folder: string): Promise<void> => {
  const go = async (...args: string[]): Promise<string> => (await run('go', args, { cwd: SOURCE })).stdout;
  const copy = join(folder, 'source');
  const modfile = join(folder, 'go.mod');
  await go('mod', 'download');
  await cp((await go('list', '-m', '-f', '{{.Dir}}', FERRET)).trim(), copy, { recursive: true });
  await run('chmod', ['-R', 'u+w', copy]);

  const file = join(copy, BY_KEY.file);
  let source = await readFile(file, 'utf8');
  for (const [from, to] of BY_KEY.changes) {
    if (!source.includes(from)) throw new Error(`${BY_KEY.file} is not as it is known here`);
    source = source.replaceAll(from, to);
  }
  await writeFile(file, source);

  await copyFile(join(SOURCE, 'go.mod'), modfile);
  await copyFile(join(SOURCE, 'go.sum'), join(folder, 'go.sum'));
  await go('mod', 'edit', '-replace', `${FERRET}=${copy}`, modfile);
  await go('build', '-modfile', modfile, '-o', join(folder, PROGRAM), '.');
  await rm(copy, { recursive: true });
};

/** FerretDB over SQLite files, in a folder and on a port of its own. */
export const nativeMongo =
  (ask: (address: string) => Promise<unknown>): Starter =>
  async (): Promise<RunningServer | { why: string }> => {
    const version = await ferretVersion();
    const built = await made({
      needs: [['go', 'version']],
      name: `ferretdb-${version}-${await sourceKey()}`,
      make: build,
      refusal: `Go could not build FerretDB ${version}`,
    });
    if ('why' in built) return built;
    const listensOn = `127.0.0.1:${await freePort()}`;
    const address = `mongodb://${listensOn}`;
    return runOwn({
      component: 'mongo',
      address,
      environment: { MONGO_URL: address },
      says: `FerretDB ${version} (MongoDB's protocol over SQLite), built by Go, on this machine`,
      launch: (folder) =>
        spawn(join(built.folder, PROGRAM), [listensOn, folder], { stdio: ['pipe', 'ignore', 'ignore'] }),
      serves: () => untilReady(() => ask(address)),
    });
  };
